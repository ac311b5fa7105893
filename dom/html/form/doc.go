// Package form is the model of form controls: values, checkedness, selectedness, selections, form owners, labels, constraint
// validation and the entry list of a form.
//
// A Model belongs to a store. It has a row for each control whose state differs from what its attributes say; it is keyed by node and
// generation, so that a row of a node that was destroyed is never taken for another's (Sweep frees it). The bindings write it for script, the
// host's input for the user; layout and paint read the texts that controls show.
//
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html
package form
