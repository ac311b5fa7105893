package main

import (
	"context"
	"fmt"
	"os"

	"github.com/niso-engine/niso/host"
)

// playFile performs the steps of an input file.
func playFile(ctx context.Context, p *host.Page, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	steps, err := host.ReadSteps(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := p.Play(ctx, steps); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
