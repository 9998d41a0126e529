package pos

import _ "embed"

// english.model was made by scripts/tagger; its head says of what.
//
//go:embed english.model
var englishFile []byte

var english = shipped(englishFile, false)

// English returns the tagger for English that comes with hed.
func English() *Tagger { return english() }
