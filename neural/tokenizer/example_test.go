package tokenizer_test

import (
	"fmt"
	"log"

	"hed/neural/tokenizer"
)

func Example() {
	t, err := tokenizer.Open("testdata/bert.json")
	if err != nil {
		log.Fatal(err)
	}
	w := t.Worker() // one for each goroutine
	var e tokenizer.Encoding
	text := "Café reopened."
	if err := w.Encode(&e, text); err != nil {
		log.Fatal(err)
	}
	for i, id := range e.IDs {
		token, _ := t.Token(id)
		fmt.Printf("%s %q\n", token, text[e.Offsets[i].Start:e.Offsets[i].End])
	}
	fmt.Println(t.Decode(e.IDs, true))
	// Output:
	// [CLS] ""
	// ca "Ca"
	// ##fe "fé"
	// re "re"
	// ##op "op"
	// ##ene "ene"
	// ##d "d"
	// . "."
	// [SEP] ""
	// cafe reopened.
}
