package form

import "testing"

func TestDates(t *testing.T) {
	for _, c := range [][3]string{ // the shortest form that the value has, "" for none
		{"date", "2024-02-29", "2024-02-29"}, {"date", "2023-02-29", ""}, {"date", "0000-01-01", ""}, {"date", "12345-01-01", "12345-01-01"}, {"date", "275760-09-13", "275760-09-13"},
		{"date", "275760-09-14", ""}, {"date", "2024-2-29", ""}, {"month", "275760-09", "275760-09"}, {"month", "275760-10", ""}, {"month", "20133-12", "20133-12"},
		{"week", "2020-W53", "2020-W53"}, {"week", "2021-W53", ""}, {"week", "275760-W38", ""}, {"time", "24:00", ""}, {"time", "0:00", ""}, {"time", "10:00:00.000", "10:00"},
		{"time", "10:00:01.5", "10:00:01.5"}, {"time", "10:00:01.1234", ""}, {"datetime-local", "2022-01-01 10:00:30.100", "2022-01-01T10:00:30.1"},
		{"datetime-local", "2022-01-01T10:00", "2022-01-01T10:00"}, {"datetime-local", "2022-01-01  10:00", ""},
	} {
		n, ok := parseDate(c[0], c[1])
		got := ""
		if ok {
			got = formatDate(c[0], n)
		}
		if got != c[2] {
			t.Errorf("%s %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		base, step, v float64
		real, want    bool
	}{
		{0, 0.1, 0.3, true, false}, {0, 0.1, 1.25, true, true}, {0, 1e-7, 3e-7, true, false}, {0, 2, 3, true, true}, {0.5, 1, 3, true, true}, {0, 6048e5, 1, false, true},
		{0, 0, 3, true, false}, {0, 1e-300, 1e300, true, false},
	} {
		if got := (steps{exact(c.base), exact(c.step), c.real}).mismatch(c.v); got != c.want {
			t.Errorf("%v + n * %v: %v misses a step: %v", c.base, c.step, c.v, got)
		}
	}
}
