package check_test

import (
	"fmt"

	"hed/numeral/check"
)

// An article is read once, and any number of headlines are checked against it.
func Example() {
	article := check.Read("The bank lost £87.4 million in the first half. It closed 19 branches in the north and 16 in the south.", "en", check.Day("2024-08-02"))
	for _, headline := range []string{"Bank Loses £87.4 Billion", "Bank Closes 35 Branches", "Bank Closes 16 Branches in the South"} {
		for _, r := range article.Check(nil, headline) {
			fmt.Printf("%s: %s\n", headline, r.Verdict)
		}
	}
	// Output:
	// Bank Loses £87.4 Billion: contradicted
	// Bank Closes 35 Branches: follows
	// Bank Closes 16 Branches in the South: stated
}
