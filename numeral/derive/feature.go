package derive

// features are what a source says for itself, as numbers. Their order is that in
// which nets were trained, so a new one goes to the end, with new weights.
type features [nFeatures]float32

// The features. "The word behind" and the like are words of the headline beside the
// blank, see role; likeness is that of word vectors, from 0 to 1 for the same
// stem, and a little below 0 where the headline has no such word.
const (
	// What the blank wants and what the source is: 2 if the blank is so, 1 more if
	// the source is.
	fMoney = iota
	fPercent
	fOrdinal
	fAge
	fUnit // agreement of units, from -1 to 3

	// How it is written.
	fDigits   // in digits
	fDepth    // inside how many other numbers
	fDateline // in the dateline

	// As the first ones: what stands right beside it.
	fHyphen
	fComma
	fOpens  // it begins its sentence
	fCloses // it ends its sentence

	fTagRight // the word behind is of the same part of speech
	fTagLeft  // and the one before

	// Where it is.
	fSentence // its sentence, 0 for the lead
	fOrder    // how many numbers stand before it
	fPlace    // in the article, from 0 to 1
	fTimes    // how often the article has the value
	fFirst    // how many words stand before it
	fSize     // of the value, as a logarithm

	// Whether a word of the headline is found beside it.
	fSameRight  // the word behind, behind
	fSameLeft   // the word before, before
	fSameRights // the two words behind, behind
	fRightOn    // the word behind, further behind
	fRight2On   // the second word behind, behind
	fLeftOn     // the word before, further before
	fLeft2On    // the second word before, before
	fRightLeft  // the word behind, before
	fLeftRight  // the word before, behind

	// Likeness, by the role that words play. A number is how many words around, or
	// on its side, are looked at; the likest counts.
	fNoun        // of what is counted
	fNoun5       // of what the blank counts to the words behind
	fNoun9       // to the words around
	fRight       // of the words behind
	fRight4      // of the word behind to the words behind
	fRight9      // to the words around
	fRight2      // of the second word behind to the six words behind
	fLeft4       // of the word before to the words before
	fLeft9       // to the words around
	fLeft2       // of the second word before to the six words before
	fLeft2Around // to the nine words around
	fBefore      // of the verbs before
	fBeforeAfter // of the verb before to the verb behind
	fBefore9     // to the words around
	fAfter       // of the verbs behind
	fAfterBefore // of the verb behind to the verb before
	fAfter9      // to the words around

	// How many words away the article has a word of the headline.
	fNearNoun
	fNearRight
	fNearLeft
	fNearBefore
	fNearAfter

	// How much of the headline is near, all words weighed by their rarity.
	fExact4        // within four words, the same stems
	fExact9        // within nine, in the sentence
	fSoft4         // within four words, by likeness
	fSoft9         // within nine
	fSoftSentence  // in the sentence
	fExactSentence // the same stems in the sentence
	fCount         // how many of them are within nine words
	fDecay         // how near they are, all together
	fNear1         // words to the nearest one
	fNear2         // and to the next
	fSoftSum       // fSoft9, not as a share of the headline

	fSentenceBehind // by how much its sentence is less like the headline than the likest, 0 or less

	fUsed       // the headline has the value elsewhere
	fInSentence // numbers of its sentence
	fNth        // its place among them

	// How the words around line up with those around the blank, near ones for more.
	fAlignSame  // words on the same side
	fAlignCross // on the other side
	fAlign      // on either side
	fAlignShare // as a share of the headline, wherever they are in it
	fRareRight  // the word behind is the same: its rarity
	fRareLeft   // the word before
	fRareRight2 // the two words behind, in another order or one further
	fRareLeft2  // the two words before
	fRareNoun   // what is counted
	fRareNounOn // what the blank counts, among the words behind
	fRareBefore // the verb before
	fRareAfter  // the verb behind
	fOwned      // words of the headline to which no other number is nearer, see own
	fOwnedNear  // near ones for more

	// Where it stands among the numbers of its unit and kind, see standing.
	fGreater // how many are greater
	fLess    // how many are less
	fRank    // the greater ones as a share
	fLeads   // none stands before it

	// And among those of them that count the same.
	fGreaterCount
	fLessCount
	fLeadsCount

	fDecimals // digits behind the point

	nFeatures
)
