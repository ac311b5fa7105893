package layout

import "github.com/niso-engine/niso/internal/geom"

// layoutFlex lays the children of a flex container out as blocks. TODO(spec): the flex algorithm.
func layoutFlex(p *pass, b BoxID, c *Constraints) { layoutBlock(p, b, c) }

// flexMinMax is the content box's min-content and max-content width. TODO(spec): the flex algorithm.
func flexMinMax(p *pass, b BoxID) (min, max geom.Unit) { return blockMinMax(p, b) }
