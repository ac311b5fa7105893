package js

// Call is one running native function. It is valid until the function returns, and reused after:
// keep the values, not the Call.
type Call struct {
	Conv

	this      Value
	newTarget Object
	host      Host
	backend   callBackend
}

// This is the this value: for operations and attributes of the global, with undefined
// and null replaced by the global object.
func (c *Call) This() Value { return c.this }

// Host is the host slot of this, an instance of the class that declares the member. It is none
// for static members, namespaces and constructors.
func (c *Call) Host() Host { return c.host }

// ID is Host().ID().
func (c *Call) ID() uint32 { return c.host.ID() }

// State is Host().State().
func (c *Call) State() any { return c.host.State() }

// Member is the name of the member that runs, without "get " or "set ": many members may share one native.
func (c *Call) Member() string { return c.fn.name }

// NewTarget is new.target: the constructor that `new` was applied to; none in a plain call.
func (c *Call) NewTarget() Object { return c.newTarget }
