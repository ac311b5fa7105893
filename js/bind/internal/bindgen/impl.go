package main

import (
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"io/fs"
	"strings"
)

// impl is what the hand-written files of the package declare: the generator calls what is there and leaves
// out what is not.
type impl struct {
	types   map[string][]string // struct type → embedded types
	methods map[string]*sig     // "Type.Method" (pointer and value receivers alike)
	funcs   map[string]*sig
}

type sig struct {
	params  []string // types as written
	results []string
}

func (s *sig) takesCall() bool { return len(s.params) > 0 && s.params[0] == "*js.Call" }

// takesView reports whether parameter i is a string that is read where it lies.
func (s *sig) takesView(i int) bool {
	return i >= 0 && i < len(s.params) && strings.Contains(s.params[i], "js.View")
}

// raw reports whether the function reads its own arguments.
func (s *sig) raw() bool {
	return len(s.params) == 1 && s.takesCall() && len(s.results) == 1 && s.results[0] == "js.Value"
}

func (s *sig) throws() bool { return len(s.results) > 0 && s.results[len(s.results)-1] == "error" }

func (s *sig) result() string {
	if len(s.results) == 0 || s.results[0] == "error" {
		return ""
	}
	return s.results[0]
}

func loadImpl(dir string) (*impl, error) {
	im := &impl{types: map[string][]string{}, methods: map[string]*sig{}, funcs: map[string]*sig{}}
	fset := gotoken.NewFileSet()
	pkgs, err := goparser.ParseDir(fset, dir, func(fi fs.FileInfo) bool {
		return !strings.HasSuffix(fi.Name(), "_gen.go") && !strings.HasSuffix(fi.Name(), "_test.go")
	}, goparser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, pkg := range pkgs {
		for _, f := range pkg.Files {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					s := &sig{params: fieldTypes(d.Type.Params), results: fieldTypes(d.Type.Results)}
					for i, r := range s.results { // a string that is made a value at once may be a view
						s.results[i] = strings.ReplaceAll(r, "js.View", "string")
					}
					if d.Recv == nil {
						im.funcs[d.Name.Name] = s
						continue
					}
					im.methods[strings.TrimPrefix(typeText(d.Recv.List[0].Type), "*")+"."+d.Name.Name] = s
				case *ast.GenDecl:
					for _, sp := range d.Specs {
						ts, ok := sp.(*ast.TypeSpec)
						if !ok {
							continue
						}
						st, ok := ts.Type.(*ast.StructType)
						if !ok {
							continue
						}
						emb := []string{}
						for _, fl := range st.Fields.List {
							if len(fl.Names) == 0 {
								emb = append(emb, strings.TrimPrefix(typeText(fl.Type), "*"))
							}
						}
						im.types[ts.Name.Name] = emb
					}
				}
			}
		}
	}
	return im, nil
}

func fieldTypes(l *ast.FieldList) (out []string) {
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		n := max(1, len(f.Names))
		for range n {
			out = append(out, typeText(f.Type))
		}
	}
	return out
}

func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return "*" + typeText(e.X)
	case *ast.SelectorExpr:
		return typeText(e.X) + "." + e.Sel.Name
	case *ast.ArrayType:
		return "[]" + typeText(e.Elt)
	case *ast.Ellipsis:
		return "..." + typeText(e.Elt)
	case *ast.IndexExpr:
		return typeText(e.X) + "[" + typeText(e.Index) + "]"
	case *ast.IndexListExpr: // of a generic type, whose methods are the same for all arguments
		return typeText(e.X)
	case *ast.FuncType:
		return "func"
	case *ast.MapType:
		return "map"
	case *ast.InterfaceType:
		return "any"
	}
	return "?"
}

// method finds a method of a type, promoted ones included.
func (im *impl) method(typ, name string) *sig {
	if s := im.methods[typ+"."+name]; s != nil {
		return s
	}
	for _, e := range im.types[typ] {
		if s := im.method(e, name); s != nil {
			return s
		}
	}
	return nil
}

// embeds reports whether typ is or embeds base.
func (im *impl) embeds(typ, base string) bool {
	if typ == base {
		return true
	}
	for _, e := range im.types[typ] {
		if im.embeds(e, base) {
			return true
		}
	}
	return false
}
