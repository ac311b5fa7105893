// Package edit changes trees as users edit them: typing, deleting, and the commands of execCommand.
//
// An [Editor] works on the columns of one dom.Store, within one editing host, on one range: the selection's. It asks a [View] for what only styles
// tell: which elements are blocks, which spaces collapse, which values an element has. Every mutation goes through few functions of mutate.go,
// which record it; what a command did is a [Step] that can be undone and done again as often as one likes.
//
// The algorithms are those of https://w3c.github.io/editing/docs/execCommand/, by its names, with what Chromium does where both differ:
//
//	nodes.go    what nodes are: editable, visible, blocks, allowed children
//	mutate.go   changes that are recorded, and that keep the range where it is in the text; undoing
//	wrap.go     wrapping, splitting parents, line breaks that have no effect
//	inline.go   the values of inline commands (bold, fontSize, createLink …): finding them, clearing, pushing down, forcing
//	block.go    the lines of a range; lists, indentation, alignment, formatBlock
//	remove.go   deleting a range, backward and forward
//	insert.go   text, paragraphs, line breaks, fragments
//	space.go    which spaces of a run are no-break spaces
//	command.go  the table of commands
//
// Nodes that a step removed are alive as long as its owner keeps them: [Step.Nodes].
package edit
