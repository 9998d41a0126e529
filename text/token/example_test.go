package token_test

import (
	"fmt"

	"hed/text/sentence"
	"hed/text/token"
)

func ExampleGoogle() {
	for _, t := range token.Google().Tokenize(nil, "Café Can't Sell 1,200 Cups") {
		fmt.Print(t.Text, " ")
	}
	// Output: caf can t sell 1 200 cups
}

func ExampleNLTK() {
	nltk := token.NLTK(sentence.English())
	fmt.Printf("%q\n", nltk.Words(nil, `"We Can't Sell 1,200 Cups," Mr. Ray Said. Why?`))
	// Output: ["``" "We" "Ca" "n't" "Sell" "1,200" "Cups" "," "''" "Mr." "Ray" "Said" "." "Why" "?"]
}

func ExampleUnicode() {
	for _, t := range token.Unicode().Tokenize(nil, "Café Can't Sell 1,200 Cups") {
		fmt.Print(t.Text, " ")
	}
	// Output: café can't sell 1,200 cups
}
