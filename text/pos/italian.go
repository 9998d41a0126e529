package pos

import _ "embed"

// italian.model was made by scripts/tagger, like english.model.
//
//go:embed italian.model
var italianFile []byte

var italian = shipped(italianFile, true)

// Italian returns the tagger for Italian that comes with hed.
func Italian() *Tagger { return italian() }
