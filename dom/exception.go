package dom

// Exception is a DOMException: what an algorithm throws on behalf of script.
// https://webidl.spec.whatwg.org/#idl-DOMException
type Exception struct {
	Name    string // "HierarchyRequestError"
	Message string // in Chromium's words, without its «Failed to execute …» prefix
}

func (e *Exception) Error() string { return e.Name + ": " + e.Message }

func hierarchyError(message string) *Exception { return &Exception{"HierarchyRequestError", message} }
func notFoundError(message string) *Exception  { return &Exception{"NotFoundError", message} }

// IndexSizeError is the exception of an offset that is out of range.
func indexSizeError(message string) *Exception { return &Exception{"IndexSizeError", message} }
