package layout

import "github.com/niso-engine/niso/internal/geom"

// layoutTable lays the children of a table container out as blocks. TODO(spec): the table algorithm.
func layoutTable(p *pass, b BoxID, c *Constraints) { layoutBlock(p, b, c) }

// tableMinMax is the content box's min-content and max-content width. TODO(spec): the table algorithm.
func tableMinMax(p *pass, b BoxID) (min, max geom.Unit) { return blockMinMax(p, b) }
