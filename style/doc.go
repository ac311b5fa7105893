// Package style computes the values of CSS properties for each element of a document.
//
// # From text to values
//
// properties.txt is the table of properties; internal/propgen makes properties_gen.go of it: property ids, keyword types, the groups of
// computed values, and where each property's field is. values.go has the types of computed values; each type has its parser, its
// computation and its serialization in one [ops] value (value_*.go). Specified values use the same types with units left in
// their lengths. shorthand.go expands shorthands, logical.go maps flow-relative properties.
//
// Sheets are compiled once (decls.go): 8 bytes a declaration, equal declarations of a sheet parsed once. What has var() is kept as text
// and parsed when substituted.
//
// # Records
//
// Computed values are records ([Computed]): a pointer for each group of properties, shared with the initial values or the parent's
// until one of the group is set. Elements whose inputs are equal share one record, and records whose declarations for a group are equal
// share that group, by tables that live for one pass. A record is never changed once it is published; ids of records that
// no element has any more are used again.
//
// # The pass
//
//	journal → marks (restyle.go) → walk (pass.go): match → cascade → compute → compare → style journal
//
// Columns by NodeID: styles (the element's record), dirty (bits of restyle.go). The pass alone writes them; layout and paint read
// records between passes, from any goroutine. index.go has the selectors by what their rightmost compounds need, and what a change of a
// class, id, attribute or state can reach (the invalidation index). A walk keeps the ancestors' names in a counting Bloom
// filter. Much work is cut into runs of siblings of about equal weight for GOMAXPROCS workers, each with scratch and tables of its own.
//
// # Containers
//
// Queries of containers are answered with the sizes that the last layout found (container.go): [Styler.MeasureContainers] takes them after a
// layout and says whether another pass is due.
//
// # Motion
//
// Transitions and animations (motion.go) are lists by element. A pass that meets an element whose record asks for some, or on which
// something moves, computes the record of its rules first, then, with the values of this moment as blocks at their levels of the cascade,
// the record that it shows. timing.go is the timing model, blend.go how two computed values combine. [Styler.Tick] moves time. playback.go is how script, and rules, play
// animations ([Animation]); script's are listed by element too, while they are in effect or will be.
//
// The user agent sheet (ua.css, quirks.css) is compiled once in the process. Presentational attributes become declarations in hints.go.
//
// # Not there
//
// scroll-state() in @container is unknown. Custom properties and images do not interpolate; animations have no other timeline
// than the document's.
package style
