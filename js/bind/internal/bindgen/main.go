// Command bindgen makes the script bindings of package bind: from the Web IDL files in idl/ and the hand-written Go
// of the package come the classes, natives, dictionaries and enumerations in *_gen.go.
//
// An interface X is implemented by a Go type X. If X embeds nodeRef it is a value that the generated code
// binds to the object's host slot (method bind), and members may be methods of the types of the interfaces
// it inherits from; else it is a pointer that is the slot's state. An
// operation o is the method O, an attribute a the methods A and SetA, the constructor the function
// ConstructX, a static operation the function XO. Methods take the converted arguments, preceded by *js.Call if they
// want it, and may return an error last. Each overload of a name has a method of its own, which [ImplementedAs] names. A method func(*js.Call) js.Value
// reads its arguments itself. Members without an implementation do not exist in script; they
// are listed in idl/missing.txt.
//
// Run by go generate ./js/bind.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	dir := "."
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	out, err := Generate(dir)
	if err == nil {
		for name, text := range out {
			if err = writeIfChanged(filepath.Join(dir, name), text); err != nil {
				break
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bindgen:", err)
		os.Exit(1)
	}
}

func writeIfChanged(path string, text []byte) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == string(text) {
		return nil
	}
	return os.WriteFile(path, text, 0o644)
}

// Generate returns the generated files by name.
func Generate(dir string) (map[string][]byte, error) {
	f := &file{enums: map[string][]string{}, typedefs: map[string]*typ{}, callback: map[string]bool{}, callbackInterface: map[string]bool{}}
	names, err := filepath.Glob(filepath.Join(dir, "idl", "*.webidl"))
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	for _, n := range names {
		src, err := os.ReadFile(n)
		if err != nil {
			return nil, err
		}
		if err := parse(strings.TrimSuffix(filepath.Base(n), ".webidl"), string(src), f); err != nil {
			return nil, err
		}
	}
	im, err := loadImpl(dir)
	if err != nil {
		return nil, err
	}
	g := &generator{file: f, impl: im, byName: map[string]*iface{}, dictByName: map[string]*dict{}, absent: map[string]bool{}, exposed: map[string]map[string]bool{}}
	return g.run()
}
