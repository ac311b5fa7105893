//go:build !unix

package net

import (
	"errors"
	"os"
)

// mapFile is for unix only: elsewhere files are read.
func mapFile(*os.File, int) ([]byte, func([]byte), error) {
	return nil, nil, errors.ErrUnsupported
}
