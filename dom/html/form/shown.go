package form

import (
	"fmt"
	"strings"
	"time"
)

// shownTime is the text of the fields that an input for a date or time shows, for users of en-US: dashes and letters stand for what is not
// set. The value has been sanitized.
func shownTime(typ, v string) string {
	const none = "mm/dd/yyyy"
	date := func(v string) string {
		if t, err := time.Parse(time.DateOnly, v); err == nil {
			return t.Format("01/02/2006")
		}
		return none
	}
	clock := func(v string) string {
		for _, f := range [...]string{"15:04", "15:04:05", "15:04:05.999"} {
			if t, err := time.Parse(f, v); err == nil {
				return t.Format("03:04 PM")
			}
		}
		return "--:-- --"
	}
	switch typ {
	case "date":
		return date(v)
	case "time":
		return clock(v)
	case "datetime-local":
		d, c, _ := strings.Cut(v, "T")
		return date(d) + ", " + clock(c)
	case "month":
		if t, err := time.Parse("2006-01", v); err == nil {
			return t.Format("January 2006")
		}
		return "--------- ----"
	}
	if y, w, ok := strings.Cut(v, "-W"); ok {
		return fmt.Sprintf("Week %s, %s", w, y)
	}
	return "Week --, ----"
}
