package js

import (
	"errors"
	"sync"

	"github.com/niso-engine/niso/js/vm/regexp"
)

// A Pattern is a regular expression that the engine matches by itself: no script can see it, and none runs.
type Pattern struct {
	program *regexp.Program
	mu      sync.Mutex
	matcher regexp.Matcher
	turns   int
}

// maxPatternTurns bounds a match: that many times some thousand steps.
const maxPatternTurns = 500

var errPatternTurns = errors.New("the pattern takes too long")

// CompilePattern compiles a pattern with RegExp's flags. The error tells of a pattern that RegExp would not take.
func CompilePattern(source, flags string) (*Pattern, error) {
	f, ok := regexp.ParseFlags(flags)
	if !ok {
		return nil, errors.New("invalid flags")
	}
	prog, err := regexp.Compile(UTF16(source), f)
	if err != nil {
		return nil, err
	}
	p := &Pattern{program: prog}
	p.matcher.Interrupt = func() error {
		if p.turns++; p.turns > maxPatternTurns {
			return errPatternTurns
		}
		return nil
	}
	return p, nil
}

// Match reports whether the pattern is found in a string. A match that takes too long is none.
func (p *Pattern) Match(s string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turns = 0
	caps, err := p.matcher.Match16(p.program, UTF16(s), 0)
	p.matcher.Release()
	return err == nil && caps != nil
}

// Bytes is what the pattern holds.
func (p *Pattern) Bytes() int { return p.program.Bytes() + p.matcher.Bytes() }
