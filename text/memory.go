package text

import "github.com/niso-engine/niso/internal/perf"

// ReportMemory adds the rows of the faces that pages share.
func (c *Collection) ReportMemory(r *perf.Report, prefix string) {}

// ReportMemory adds the rows of the page's web fonts and words.
func (s *FontSet) ReportMemory(r *perf.Report, prefix string) {}
