//go:build !unix

package text

import "os"

// mapFile reads a file: there is no mapping on this system yet.
func mapFile(path string) (data []byte, mapped bool, err error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, false, err
	}
	if !st.Mode().IsRegular() || st.Size() < 12 || st.Size() > 1<<30 {
		return nil, false, errNoFont
	}
	data, err = os.ReadFile(path)
	return data, false, err
}

func unmapFile([]byte) {}
