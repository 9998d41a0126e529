// Package syntax documents the operator language of NumHG as package
// numeral speaks it. It has no code.
//
// An expression says how the numeral of a headline follows from its
// article. This one says that two numbers of the article, 4,100 and 2,000,
// are added, the sum is written in thousands, and rounded to one place
// after the point, which gives 6.1:
//
//	Round( Paraphrase( Add( 4,100 , 2,000 ) , K ) , 1 )
//
// # Grammar
//
//	expression = operand | operation
//	operation  = ( "Copy" | "Trans" | "Span" ) "(" text ")"
//	           | "Paraphrase" "(" expression "," unit ")"
//	           | ( "Round" | "SRound" ) "(" expression "," places ")"
//	           | ( "Add" | "Subtract" | "Multiply" | "Divide" )
//	             "(" expression "," expression ")"
//	operand    = numeral
//	unit       = "K" | "M" | "B" | "T" | "thousand" | "million" | …
//	places     = an integer from -18 to 18
//	text       = characters other than brackets
//
// Names are written as here, in upper and lower case. Blanks around
// brackets and commas mean nothing, but see below. A numeral is what
// numeral.Parse reads: 1,500, .2, 35.80, 2/3, -7, 80% (which is 0.8), and
// number words.
//
// # Commas
//
// NumHG writes blanks around the comma that separates arguments, and none
// around the one that separates thousands. The files of SemEval-2024 task
// 7 write no blanks, and some rows of NumHG forget them. So a comma between
// two digits may be either, and is read in every way that makes sense:
//
//	Paraphrase(2,000,K)   Paraphrase( 2,000 , K )
//	Add(1,200,300)        Add( 1,200 , 300 ), or else Add( 1 , 200,300 )
//
// The first reading is the one with the longest numeral on the left.
// Validation takes the reading that the article bears out. What hed prints
// is always the spaced form, which has one reading.
//
// # Operators
//
//	Copy( v )            the number v as it stands in the article
//	Trans( e )           the words e as a number: Trans( a dozen ) is 12
//	Span( s )            a stretch of the article: the number in it, or 1
//	Paraphrase( v , n )  v in units of n: Paraphrase( 23,999 , K ) is 23.999
//	Round( v , c )       v to c places after the point
//	SRound( v , c )      v cut off after c places: SRound( 26.5 , 0 ) is 26
//	Add( v , w )         v + w
//	Subtract( v , w )    v - w
//	Multiply( v , w )    v · w
//	Divide( v , w )      v / w, and no number if w is 0
//
// They are those of table 2 of the paper but for SRound, which only the
// data has. Arithmetic is exact. Round takes ties as Python's round takes
// them with floats, which is what the annotations were checked with:
// Round( 102.5 , 0 ) is 102. Paper and data do not say what a Span is worth
// inside arithmetic; in the one row that has it, the span names a person
// and counts as 1.
//
// Words may have several values: "fifth" is 5, or 1/5; "eight weeks" are 8,
// or 56 days. An expression then has several values, the likeliest first.
//
// # Validity
//
// An annotation is valid if one of the values of one of its readings is
// the numeral of the headline, and if every operand occurs in the article.
// Words and spans occur as they are written, whatever their case. What Copy
// takes occurs in digits: "1.5 million" has 1.5 and 1,500,000, and copied it is either; "$1,635.93" has
// 1,635, and "four" does not have 4. A number in arithmetic may also be in
// words, and "10%" has 10 and 0.1. Of the date that an article begins with,
// "(Jun 21, 2013 9:57 AM CDT)", the year occurs, the day and the time do not.
//
// Constants need not occur where the operator implies them: 100, for percent;
// the centuries 1900 and 2000; and 7, 10, 12, 24, 30, 52, 60, 100 and 365, for
// units of which the article counts one. docs/numerals.md has the details.
// Otherwise the reason is one of these:
//
//	malformed       the expression cannot be read
//	operand absent  an operand is neither in the article nor such a constant
//	value differs   the result is not the numeral of the headline
//	unanswerable    there is no expression, but prose, or nothing; or no gold
//
// # Canonical form
//
// Two expressions say the same if their canonical forms are equal. There,
// numbers are written without separators, words as their number, a bare
// operand for Copy inside an operation and Copy for a bare operand outside,
// units as K, M, B, T, and the terms of nested sums and of nested products
// stand in ascending order. Copy and Trans remain different: the paper's
// annotators chose between "2-year-old" and "two vehicles" by them.
//
// # Meaning
//
// Annotators of one headline agree if their expressions mean the same, which
// is more than equal canonical forms. Copy( 5.2 million ) means Copy( 5.2 ) if that is
// the numeral, and so does Paraphrase( 5.2 million , M ). Rounding before or after
// Paraphrase is the same, and rounding that changes nothing does not count.
// Sums nested with differences, and products with quotients, are compared
// by what is added and what is subtracted.
//
// # Test files
//
// The files numeral/testdata/*.test specify all this by example. A line is
// empty, a comment (#), or a command; lines that begin with a tab are the
// answer to the command above them:
//
//	article TEXT         the article for the validate commands that follow
//	find TEXT            the mentions of a text: parts are indented
//	read WORDS           the values of words, one per line
//	parse EXPR           the readings in spaced form, or the error
//	eval EXPR            the values of every reading, one per line
//	canon EXPR           the canonical form of every reading
//	mean GOLD EXPR       what every reading means
//	validate GOLD EXPR   ok, or the reason
//
// "go test ./numeral -update" writes the answers anew; read the difference.
package syntax
