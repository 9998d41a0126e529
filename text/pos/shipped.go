package pos

import "sync"

// shipped returns a function for a tagger whose file comes with hed. The file
// is read when the tagger is first needed. A straight one has learnt from texts whose apostrophe is ', and reads the others as that.
func shipped(file []byte, straight bool) func() *Tagger {
	return sync.OnceValue(func() *Tagger {
		t, err := read(file)
		if err != nil {
			panic("pos: " + err.Error()) // the file is part of the source
		}
		t.straight = straight
		return t
	})
}
