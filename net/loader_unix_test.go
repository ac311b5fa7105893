//go:build unix

package net

import (
	"net/netip"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestSpecialFiles: a FIFO blocks nobody, and a device is no page.
func TestSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
		t.Skip(err)
	}
	l := mustLoader(t, Options{FileRoot: dir, Timeout: time.Second})
	u, _ := FileURL(filepath.Join(dir, "fifo"))
	_, _, err := get(t, l, Request{URL: u})
	wantKind(t, err, Unreadable, "not a regular file")
	l = mustLoader(t, Options{FileRoot: "/dev"})
	_, _, err = get(t, l, Request{URL: MustParse("file:///dev/zero")})
	wantKind(t, err, Unreadable)
}

func TestPublicAddresses(t *testing.T) {
	for s, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "64:ff9b::808:808": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "224.0.0.1": false, "255.255.255.255": false, "::1": false, "::": false, "fe80::1": false, "fc00::1": false, "ff02::1": false,
		"::ffff:127.0.0.1": false, "::ffff:8.8.8.8": true, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2002:808:808::": true, "2001::1": false, "::7f00:1": false,
	} {
		if got := isPublic(netip.MustParseAddr(s)); got != want {
			t.Errorf("%s public: %v", s, got)
		}
	}
}
