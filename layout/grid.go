package layout

import "github.com/niso-engine/niso/internal/geom"

// layoutGrid lays the children of a grid container out as blocks. TODO(spec): the grid algorithm.
func layoutGrid(p *pass, b BoxID, c *Constraints) { layoutBlock(p, b, c) }

// gridMinMax is the content box's min-content and max-content width. TODO(spec): the grid algorithm.
func gridMinMax(p *pass, b BoxID) (min, max geom.Unit) { return blockMinMax(p, b) }
