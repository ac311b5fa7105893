package domcost

import (
	"context"
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	ns, err := Run(ctx, []string{"getAttribute", "innerHTML, small"}, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if len(ns) != 2 || ns["getAttribute"] <= 0 || ns["innerHTML, small"] <= 0 {
		t.Errorf("%v", ns)
	}
}

func TestParse(t *testing.T) {
	if _, err := Parse([]byte(`{"error": "TypeError: x"}`)); err == nil || err.Error() != "TypeError: x" {
		t.Errorf("%v", err)
	}
}
