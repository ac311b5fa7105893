package dom

// CreateAttrNode makes an Attr node: a row that is never part of a tree, so that script can hold an attribute as a node. The bindings
// keep its value, or the element that it belongs to.
func (d *Document) CreateAttrNode(name NameID) NodeID {
	id := d.newRow(KindAttr, d.index)
	d.rows[id].name = name
	return id
}
