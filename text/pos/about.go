package pos

// About says where the weights of a tagger come from: everything that is
// needed to make them again.
type About struct {
	Version   string     `json:"hed"`
	Lang      string     `json:"lang"` // ISO 639-1
	Treebanks []Treebank `json:"treebanks"`
	Options
	// SHA256 is the hash of lexicon and weights. It tells taggers apart, and a
	// whole file from a damaged one.
	SHA256 string `json:"sha256"`
}

// A Treebank is a file that a tagger was trained on.
type Treebank struct {
	Name      string `json:"name"` // without the folder
	SHA256    string `json:"sha256"`
	Sentences int    `json:"sentences"`
	Words     int    `json:"words"`
}

// Signature names the tagger in signatures of scores: its language and the
// first digits of its hash.
func (t *Tagger) Signature() string { return t.About.Lang + "-" + t.About.SHA256[:8] }
