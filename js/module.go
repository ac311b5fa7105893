package js

// ModuleHooks connect modules to the host. All are called on the runtime's goroutine.
type ModuleHooks struct {
	// Resolve makes the URL of a specifier. referrer is the URL of the importing module or
	// script. An error rejects the import with a TypeError of its text.
	Resolve func(r *Realm, specifier, referrer string) (url string, err error)
	// Fetch gets the source of a module. It calls done once, now or later, on the
	// runtime's goroutine. typ is the import attribute "type": "" or "json".
	Fetch func(r *Realm, url, typ string, done func(ModuleSource, error))
	// Meta fills import.meta when a module that uses it is evaluated; "url" is set already. nil adds
	// nothing.
	Meta func(r *Realm, url string, meta Object)
}

// ModuleSource is a fetched module.
type ModuleSource struct {
	Source // Name is the final URL, after redirects
	// JSON: the text is a JSON module.
	JSON bool
}

// Module is one module of a realm's module map: parsed, perhaps linked and evaluated.
//
// Modules are lowered, with these differences from the language: a name that a module imports and the
// other does not export is undefined instead of a SyntaxError; let, const and class at the top of a
// module read undefined instead of throwing before they are initialized; the properties of a namespace
// object are accessors.
type Module struct {
	realm   *Realm
	url     string
	backend moduleBackend
}

// URL is the module's URL.
func (m *Module) URL() string { return m.url }
