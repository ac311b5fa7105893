package stop

import "testing"

func pass(s *Signal, undone *bool) (n int) {
	defer Catch(func() { *undone, n = true, -1 })
	for n < 1000 {
		s.Poll()
		n++
	}
	return n
}

func TestSignal(t *testing.T) {
	var s Signal
	undone := false
	if n := pass(nil, &undone); n != 1000 || undone {
		t.Error("nil:", n, undone)
	}
	for _, r := range []Reason{Call, Task, Closing} {
		undone = false
		s.Set(r)
		if n := pass(&s, &undone); n != -1 || !undone || !s.Stopped() {
			t.Errorf("%d: %d %v %v", r, n, undone, s.Stopped())
		}
		s.Clear(r)
		undone = false
		if n := pass(&s, &undone); n != 1000 || undone || s.Stopped() {
			t.Errorf("%d cleared: %d %v", r, n, undone)
		}
	}
	checks := 0
	s.Check = func() { checks++ }
	s.Set(Measure)
	if n := pass(&s, &undone); n != 1000 || checks != 1 {
		t.Error("measure:", n, checks)
	}
	s.Check = func() { s.Set(Closing) }
	s.Set(Measure)
	if n := pass(&s, &undone); n != -1 {
		t.Error("measured too much:", n)
	}
}

// Other panics go on, with their own value.
func TestCatchOthers(t *testing.T) {
	defer func() {
		if v := recover(); v != "other" {
			t.Error(v)
		}
	}()
	defer Catch(func() { t.Error("undone") })
	panic("other")
}

func BenchmarkPoll(b *testing.B) {
	s := new(Signal)
	for b.Loop() {
		s.Poll()
	}
}
