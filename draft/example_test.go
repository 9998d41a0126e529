package draft_test

import (
	"context"
	"fmt"

	"hed/draft"
)

// A headline whose number follows from two of the article, and one whose number does not.
func Example() {
	ctx := context.Background()
	checker, err := draft.New(ctx, draft.Options{})
	if err != nil {
		panic(err)
	}
	defer checker.Close()
	article := checker.Read(&draft.Draft{Article: "The ferry was carrying 19 passengers and 16 crew when she grounded in fog."})
	for _, headline := range []string{"All 35 safe after ferry runs aground", "All 350 safe after ferry runs aground"} {
		report, err := article.Check(ctx, "", headline)
		if err != nil {
			panic(err)
		}
		for _, n := range report.Numbers {
			fmt.Println(n.Verdict, n.Message)
		}
		fmt.Println(report.Reasons()[0])
	}
	// Output:
	// follows 19 and 16 are 35.
	// Its number is supported by the article.
	// nowhere The article does not have 350.
	// Its number is not supported by the article.
}
