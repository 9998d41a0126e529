package pos_test

import (
	"testing"

	"hed/text/pos"
)

func TestItalian(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"Il governo taglia le tasse", "DET NOUN VERB DET NOUN"},
		{"Arrestato il sindaco di Napoli", "VERB DET NOUN ADP PROPN"},
		{"La nonna dell' anno", "DET NOUN ADP NOUN"},
		{"L' hanno visto a Roma", "PRON AUX VERB ADP PROPN"},
		{"Non c' è pace", "ADV PRON VERB NOUN"},
		{"Vuole dirglielo domani", "AUX VERB ADV"},
		{"La sua casa sulla collina", "DET DET NOUN ADP NOUN"},
		{"Muore a 94 anni", "VERB ADP NUM NOUN"},
		{"L’ ex premier non c’ è", "DET ADJ NOUN ADV PRON VERB"},
		{"Sull’ isola d’ Elba", "ADP NOUN ADP PROPN"},
	} {
		if got := tagged(pos.Italian(), test.in); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.in, got, test.want)
		}
	}
}
