package evaluate

import (
	"bytes"
	"encoding/json"
)

// openParts opens the answers of parts. Those of other parts are of another run.
func (j *Journal) openParts(parts []Part) (err error) {
	if j.parts, err = j.open(partsFile, j.width); err != nil {
		return err
	}
	list, err := json.Marshal(parts)
	if err != nil {
		return err
	}
	first := j.parts.Cursor()
	if j.parts.Len() == 0 {
		if err := j.parts.Append(listRecord, list); err != nil {
			return err
		}
		if err := j.parts.Flush(); err != nil {
			return err
		}
	} else if err := first.Next(); err != nil {
		return err
	} else if first.Kind != listRecord || !bytes.Equal(first.Payload, list) {
		return ErrOtherRun
	}
	if j.headlines != nil { // they are in the answers
		return j.headlines.Cut(0, j.headlines.Cursor().End)
	}
	return nil
}

// addPart adds an answer.
func (j *Journal) addPart(answer []byte) error {
	if err := j.parts.Append(answerRecord, answer); err != nil {
		return err
	}
	return j.parts.Flush()
}
