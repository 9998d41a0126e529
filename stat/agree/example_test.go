package agree_test

import (
	"fmt"

	"hed/stat/agree"
)

func Example() {
	ratings, err := agree.New([]agree.Row{
		{"storm", "ann", "4"}, {"storm", "bob", "4"}, {"storm", "cem", "5"},
		{"match", "ann", "2"}, {"match", "bob", "1"},
		{"vote", "ann", "3"}, {"vote", "cem", "3"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []agree.Measure{
		agree.Percent{},
		agree.Alpha{Level: agree.Ordinal},
		agree.Cohen{A: "bob", B: "cem", Weight: agree.Linear},
	} {
		a, err := ratings.Agreement(m)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s %.3f of %d items\n", a.Measure, a.Value, a.Items)
	}
	// Output:
	// percent 0.444 of 3 items
	// krippendorff 0.897 of 3 items
	// cohen 0.000 of 1 items
}
