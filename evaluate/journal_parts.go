package evaluate

import (
	"bytes"
	"encoding/json"
	"path/filepath"
)

// openParts opens the answers of parts. Those of other parts are of another run.
func (j *Journal) openParts(parts []Part) (err error) {
	if j.parts, err = openLog(filepath.Join(j.folder, partsFile), "hed parts 2 "+j.fingerprint+"\n", 0); err != nil {
		return err
	}
	list, err := json.Marshal(parts)
	if err != nil {
		return err
	}
	if j.parts.known == 0 {
		if err := j.addPart(list); err != nil {
			return err
		}
		j.parts.known, j.parts.end, j.parts.added, j.parts.grown = 1, j.parts.end+j.parts.grown, 0, 0
	} else {
		first := j.parts.cursor(j.parts.end)
		if err := first.next(); err != nil {
			return err
		}
		if !bytes.Equal(first.record, list) {
			return ErrOtherRun
		}
	}
	if j.headlines != nil { // they are in the answers
		j.headlines.known = 0
		return j.headlines.cut(j.headlines.start)
	}
	return nil
}

// addPart adds an answer.
func (j *Journal) addPart(answer []byte) error {
	if err := j.parts.append(answer); err != nil {
		return err
	}
	return j.parts.flush()
}
