package code

// ModuleRecord is the static part of a Source Text Module Record.
//
// Linking: the runtime makes the module's scope cell of Scope.Slots slots (the first TDZ of them, but for slot 0, start as the hole;
// slot 0 keeps what the runtime needs to find the module again, for import.meta and import()), fills the slots of Imports, and runs
// Init with that cell as Env: it makes the functions declared at the top level. Evaluation runs Program.Main with the same Env; its
// Flags have Async where the module has a top-level await.
//
// https://tc39.es/ecma262/#sec-source-text-module-records
type ModuleRecord struct {
	Requests []ModuleRequest
	Imports  []Import
	Exports  []Export
	Indirect []IndirectExport
	Stars    []int32 // requests of export * from
	Scope    ScopeDesc
	Init     *Func // nil if there is nothing to do
	HasTLA   bool
}

// ModuleRequest is a specifier with its import attributes. Equal ones share a row.
type ModuleRequest struct {
	Specifier  string
	Attributes []Attribute
	Pos        uint32
}

// Attribute is an import attribute.
type Attribute struct{ Key, Value string }

// Import is a binding of an import declaration. Two slots belong to it from Slot on (see GetImport).
type Import struct {
	Request int32
	Name    string // name in the exporting module; "*" with Namespace for the namespace object, which goes into slot Slot, with slot Slot+1 undefined
	Slot    uint16
	All     bool // the namespace object
	Pos     uint32
}

// Export is a local export: the binding in slot Slot of the module's scope cell.
type Export struct {
	Name string
	Slot uint16
}

// IndirectExport is export {Import as Name} from a request; All for export * as Name.
type IndirectExport struct {
	Name    string
	Request int32
	Import  string
	All     bool
	Pos     uint32
}
