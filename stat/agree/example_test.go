package agree_test

import (
	"fmt"

	"hed/stat/agree"
)

func Example() {
	ratings, err := agree.New([]agree.Row{
		{Item: "storm", Rater: "ann", Value: "4"}, {Item: "storm", Rater: "bob", Value: "4"}, {Item: "storm", Rater: "cem", Value: "5"},
		{Item: "match", Rater: "ann", Value: "2"}, {Item: "match", Rater: "bob", Value: "1"},
		{Item: "vote", Rater: "ann", Value: "3"}, {Item: "vote", Rater: "cem", Value: "3"},
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
