package corpus

import (
	"encoding/json"
	"fmt"
)

// OutputsField is the field in which a record may have the headlines of systems, as {SYSTEM: HEADLINE}.
const OutputsField = "outputs"

// Output is the headline of a system that the record of the document has itself: in the field or
// column of the system's name, or in OutputsField.
func (d *Document) Output(system string) (Output, error) {
	out := Output{System: system, Doc: d.ID, Line: d.Line}
	text, ok := d.Meta[system]
	if list := d.Meta[OutputsField]; !ok && list != "" {
		var all map[string]*string
		if err := json.Unmarshal([]byte(list), &all); err != nil {
			return out, fmt.Errorf("key %q: expected an object with the headlines of systems", OutputsField)
		}
		if headline := all[system]; headline != nil {
			text, ok = *headline, true
		}
	}
	if !ok {
		return out, NoOutput(d.ID, system)
	}
	out.Text = text
	return out, nil
}

// NoOutput says that a record lacks the headline of a system.
func NoOutput(id, system string) error {
	return fmt.Errorf("document %s has no headline of system %s; expected it in the field or column %q, or in %q", id, system, system, OutputsField)
}
