package form

import "testing"

func TestShownTime(t *testing.T) {
	for _, c := range [][3]string{
		{"date", "2024-05-06", "05/06/2024"}, {"date", "", "mm/dd/yyyy"}, {"time", "13:45", "01:45 PM"}, {"time", "00:05:30", "12:05 AM"}, {"time", "", "--:-- --"},
		{"datetime-local", "2024-05-06T09:00", "05/06/2024, 09:00 AM"}, {"datetime-local", "", "mm/dd/yyyy, --:-- --"},
		{"month", "2024-05", "May 2024"}, {"month", "", "--------- ----"}, {"week", "2024-W12", "Week 12, 2024"}, {"week", "", "Week --, ----"},
	} {
		if got := shownTime(c[0], c[1]); got != c[2] {
			t.Errorf("%s %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
