// Package style computes the values of CSS properties for each element of a document.
//
// properties.txt is the table of properties. From it come the property ids, the keyword types and the groups of
// computed values (properties_gen.go). values.go has the types of computed values.
//
// Computed values are records ([Computed]): a pointer for each group of properties, shared with the initial values or the parent's
// until one of the group is set. Elements whose inputs are equal share one record. A record is never changed
// once it is published.
package style
