package derive

import (
	_ "embed"
	"sync"
)

// english.json says how english.model was made, of what, and what it came
// to on the articles of Test.
//
//go:embed english.model
var englishFile []byte

// English returns the model that comes with hed. It was trained on the
// annotated articles of NumHG outside [Test].
func English() *Model { return englishModel() }

var englishModel = sync.OnceValue(func() *Model {
	m, err := decode(englishFile)
	if err != nil {
		panic("derive: " + err.Error()) // the file is part of the source
	}
	return m
})
