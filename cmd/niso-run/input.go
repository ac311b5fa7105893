package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/niso-engine/niso/host"
)

// playFile performs the steps of an input file; - is stdin.
func playFile(ctx context.Context, p *host.Page, name string, stdin io.Reader) error {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("--input: %w", err)
		}
		defer f.Close()
		stdin = f
	} else {
		name = "standard input"
	}
	steps, err := host.ReadSteps(stdin)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := p.Play(ctx, steps); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
