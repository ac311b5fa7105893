package style

// CustomProperties are the computed custom properties of an element. Elements that set none share their parent's.
type CustomProperties struct{}
