package judge

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"hed/study"
)

// A told event is one of the history of a study as the dashboard says it.
type told struct {
	At                 time.Time
	What, Of, By, Note string
}

// told says an event in the language of the pages. What somebody wrote, and what a later hed may write, stays as it is.
func (s *server) told(e study.Event) told {
	return told{At: e.At, What: s.named("co.event.", e.What), Of: e.Of, By: s.named("co.by.", e.By), Note: s.noted(e)}
}

// named is the word for a name that is part of a key, and the name where there is none.
func (s *server) named(key, name string) string {
	if text, ok := s.Pages.Said(key + strings.ReplaceAll(name, " ", "-")); ok {
		return text
	}
	return name
}

// Notes as the history has them.
var (
	judgesNote  = regexp.MustCompile(`^(\d+) judges?$`)
	importNote  = regexp.MustCompile(`^(\d+) judges?, (\d+) answers?$`)
	casesNote   = regexp.MustCompile(`^cases (.*)$`)
	codeNote    = regexp.MustCompile(`^code (.*)$`)
	openNote    = regexp.MustCompile(`^open for (\d+)$`)
	verdictNote = regexp.MustCompile(`^(right|wrong)\b(.*)$`)
)

// noted is the note of an event.
func (s *server) noted(e study.Event) string {
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	find := func(what string, note *regexp.Regexp) []string {
		if e.What != what {
			return nil
		}
		return note.FindStringSubmatch(e.Note)
	}
	if m := find("invited", judgesNote); m != nil {
		return s.Pages.Many("co.note.judges", number(m[1]))
	}
	if m := find("imported", importNote); m != nil {
		return s.Pages.Many("co.note.judges", number(m[1])) + ", " + s.Pages.Many("co.note.answers", number(m[2]))
	}
	if m := find("returned", casesNote); m != nil {
		return s.Pages.Say("co.note.cases", m[1])
	}
	if m := find("enrolled", codeNote); m != nil {
		return s.Pages.Say("co.note.code", m[1])
	}
	if m := find("enrolment", openNote); m != nil {
		return s.Pages.Say("co.note.open", number(m[1]))
	}
	if e.What == "enrolment" && e.Note == "closed" {
		return s.Pages.Say("co.note.closed")
	}
	if m := find("verdict", verdictNote); m != nil {
		return s.named("co.note.", m[1]) + m[2]
	}
	return e.Note
}
