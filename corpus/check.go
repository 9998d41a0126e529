package corpus

import (
	"errors"
	"fmt"
	"time"

	"hed/internal/option"
)

// Check refuses a document that no corpus may have, by itself.
func (d *Document) Check() error {
	if d.Body == "" && len(d.References) == 0 && d.Cloze == nil {
		return errors.New("the record has neither text nor a headline; expected at least one of them")
	}
	if d.Date != "" && !isISO(d.Date) {
		return fmt.Errorf("the date %q is not ISO 8601; write it as YYYY-MM-DD (%s date= ignores such a column)", d.Date, option.Name("columns"))
	}
	return nil
}

// isISO accepts a day, alone or with a time of any precision after it.
func isISO(date string) bool {
	day := len(time.DateOnly)
	if len(date) < day || len(date) > day && date[day] != 'T' && date[day] != ' ' {
		return false
	}
	_, err := time.Parse(time.DateOnly, date[:day])
	return err == nil
}
