package pos

import "sync"

// shipped returns a function for a tagger whose file comes with hed. The file
// is read when the tagger is first needed.
func shipped(file []byte) func() *Tagger {
	return sync.OnceValue(func() *Tagger {
		t, err := read(file)
		if err != nil {
			panic("pos: " + err.Error()) // the file is part of the source
		}
		return t
	})
}
