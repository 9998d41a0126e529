package numeral_test

import (
	"fmt"
	"strings"

	"hed/numeral"
)

func Example() {
	article := numeral.NewArticle("The town counted 4,100 new trees last year and two thousand this spring.")
	for _, m := range article.Mentions {
		fmt.Printf("%s%s is %v\n", strings.Repeat("  ", int(m.Depth)), m.Text(article.Text), m.Value)
	}
	const annotation = "Round(Paraphrase(Add(4,100,2,000),K),1)"
	readings, err := numeral.ParseExpr(annotation)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(readings[0], "is", readings[0].Eval())
	fmt.Println(article.Validate("6.1", annotation))
	fmt.Println(article.Validate("6", annotation))
	// Output:
	// 4,100 is 4100
	// two thousand is 2000
	//   two is 2
	// Round( Paraphrase( Add( 4,100 , 2,000 ) , K ) , 1 ) is 6.1
	// <nil>
	// value differs: the expression gives 6.1, the headline has 6
}
