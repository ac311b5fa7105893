package bind

import (
	"strings"
	"testing"

	"github.com/niso-engine/niso/style"
)

// Every attribute leads back to the property it was made of.
func TestPropertyMembers(t *testing.T) {
	n := 0
	for _, m := range propertyMembers() {
		p := attrProperty(m.Name)
		_, _, ok := style.PropertyByName(p)
		if !ok && p != "float" && p != "word-wrap" {
			t.Errorf("attribute %s: no property %s", m.Name, p)
		}
		if strings.ContainsAny(p, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			t.Errorf("attribute %s: property %s", m.Name, p)
		}
		n++
	}
	if n < 800 {
		t.Errorf("%d attributes", n)
	}
	for attr, want := range map[string]string{"webkitTransform": "-webkit-transform", "WebkitTransform": "-webkit-transform", "-webkit-transform": "-webkit-transform",
		"backgroundColor": "background-color", "width": "width", "float": "float", "MozFoo": "-moz-foo"} {
		if got := attrProperty(attr); got != want {
			t.Errorf("%s: %s, want %s", attr, got, want)
		}
	}
}
