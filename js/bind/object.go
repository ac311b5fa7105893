package bind

import "github.com/niso-engine/niso/js"

// Object is embedded by the Go state of every object that is not a node: it remembers the script object that stands for it.
type Object struct {
	obj js.Object
}

// platform is the state of an object that is not a node.
type platform interface {
	platformOrNode
	class() *js.Class
}

func (o *Object) object() *Object { return o }

func (o *Object) trace(*js.Tracer) {}

// objectValue is the script object of x, made if there is none; null for nil.
func objectValue[T any, P interface {
	*T
	platform
}](r *js.Realm, x P) js.Value {
	if x == nil {
		return js.Null
	}
	o := x.object()
	if o.obj.IsNone() {
		o.obj = r.NewHost(x.class(), 0, x)
	}
	return o.obj.Value()
}

// constructed makes the object of a constructor call.
func constructed(c *js.Call, cl *js.Class, x platform) js.Value {
	o := c.NewThis(cl, 0, x)
	x.object().obj = o
	return o.Value()
}
