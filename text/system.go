package text

type systemIndex struct{}

func (c *Collection) system() *systemIndex                                         { return &systemIndex{} }
func (s *systemIndex) match(c *Collection, name string, r request, q *Query) *face { return nil }
func (s *systemIndex) fallback(c *Collection, ch rune, emoji bool, r request, q *Query) *face {
	return nil
}
func (s *systemIndex) local(c *Collection, name string) *fontFile { return nil }
