// Package deps holds the project's import policy as a test: which package may import which.
// ARCHITECTURE.md tells why.
package deps
