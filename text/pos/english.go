package pos

import (
	_ "embed"
	"sync"
)

// english.model was made by scripts/tagger; its head says of what.
//
//go:embed english.model
var englishFile []byte

// English returns the tagger that comes with hed.
func English() *Tagger { return english() }

var english = sync.OnceValue(func() *Tagger {
	t, err := read(englishFile)
	if err != nil {
		panic("pos: " + err.Error()) // the file is part of the source
	}
	return t
})
