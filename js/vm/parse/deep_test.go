package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/niso-engine/niso/js/vm/code"
)

// TestDeep nests and repeats things far beyond what anyone writes: an error is fine, running out of stack is not, and time grows with the size, or the test does not end.
func TestDeep(t *testing.T) {
	nest := []struct{ open, mid, close string }{
		{"(", "1", ")"}, {"[", "1", "]"}, {"x={a:", "1", "}"}, {"({a:", "1", "})"}, {"!", "1", ""}, {"- ", "1", ""}, {"a?b:", "c", ""}, {"a=>", "1", ""}, {"(a=", "1", ")=>1"},
		{"function f(){", "", "}"}, {"(function(){", "", "})"}, {"if(1)", ";", ""}, {"if(1);else ", ";", ""}, {"while(1)", ";", ""}, {"{", "", "}"}, {"f(", "1", ")"}, {"`${", "1", "}`"},
		{"class A extends ", "B", "{}"}, {"(class{static{", "", "}})"}, {"(class{x=", "1", "})"}, {"new ", "X", ""}, {"[a,", "b", "]=c"}, {"a=", "1", ""}, {"a**", "1", ""}, {"async(", "1", ")"},
		{"async(a=", "1", ")=>1"}, {"for(;;)", ";", ""}, {"try{", "", "}catch{}"}, {"try{}finally{", "", "}"}, {"l%d:", ";", ""}, {"switch(1){case 1:", "", "}"}, {"with(a)", ";", ""},
		{"x[", "1", "]"}, {"(a,", "b", ")"}, {"a??(", "b", ")"}, {"a&&(", "b", ")"}, {"delete ", "a", ""}, {"do ", ";", " while(1)"}, {"a?.[", "b", "]"}, {"({a=", "1", "})=>1"},
		{"f(1,2,[{a:1,b:", "1", "}])"}, {"x=y+(", "1", ")"},
	}
	for _, n := range nest {
		for _, k := range []int{50, 1000, 100000} {
			var sb strings.Builder
			for i := range k {
				if strings.Contains(n.open, "%d") {
					fmt.Fprintf(&sb, n.open, i)
				} else {
					sb.WriteString(n.open)
				}
			}
			sb.WriteString(n.mid)
			for range k {
				sb.WriteString(n.close)
			}
			deep(t, n.open, k, sb.String())
		}
	}
	for _, r := range [][3]string{{"x=a", "+a", ""}, {"x=a", ".b", ""}, {"x=a", "()", ""}, {"x=a", "?.b", ""}, {"x=[", "1,", "]"}, {"x=[", "a,", "]"}, {"x=a", ",a", ""}, {"f(", "a,", "b)"},
		{"var ", "x,", "y"}, {"x=a", "[0]", ""}, {"x=a", "&&a", ""}, {"x=a", "+'s'", ""}, {"if(a);", "else if(a);", ""}, {"switch(a){", "case a:b;", "}"}, {"x={", "a:1,", "}"}, {"x={", "...a,", "}"},
		{"a;", "a;", ""}, {"x=`", "${a}", "`"}, {"function f(", "a,", "b){}"}, {"class A{", "x;", "}"}, {"class A{", "a(){}", "}"}, {"[", "a,", "]=[]"}, {"x=a", ".then(()=>1)", ""}} {
		for _, k := range []int{300, 100000} {
			deep(t, r[0]+r[1], k, r[0]+strings.Repeat(r[1], k)+r[2])
		}
	}
}

func deep(t *testing.T, what string, k int, src string) {
	p, err := Script(UTF8([]byte(src)), Options{})
	if err != nil {
		if e, ok := err.(*Error); !ok || k < 1000 && e.Kind == code.SyntaxError {
			t.Errorf("%q × %d: %v", what, k, err)
		}
	} else {
		for i := range p.Records {
			if i > 2000 {
				break
			}
			if _, err := Compile(p, i); err != nil && k < 1000 {
				t.Errorf("%q × %d: function %d: %v", what, k, i, err)
			}
		}
	}
}
