package ngram

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Write writes the model as an ARPA file. Words with blanks cannot stand in one.
func (m *Model) Write(w io.Writer) error {
	for _, word := range m.words {
		if word == "" || strings.ContainsAny(word, blanks) {
			return fmt.Errorf("write a language model: an ARPA file cannot hold the word %q", word)
		}
	}
	b := bufio.NewWriter(w)
	b.WriteString("\\data\\\n")
	for n := range m.levels {
		fmt.Fprintf(b, "ngram %d=%d\n", n+1, m.levels[n].len())
	}
	for n := range m.levels {
		fmt.Fprintf(b, "\n\\%d-grams:\n", n+1)
		m.writeLevel(b, n)
	}
	b.WriteString("\n\\end\\\n")
	return b.Flush()
}

// blanks are the characters that separate words.
const blanks = " \t\n\r\v\f\x00"

func (m *Model) writeLevel(b *bufio.Writer, n int) {
	l := &m.levels[n]
	var line []byte
	for i, v := range l.values {
		line = strconv.AppendFloat(line[:0], float64(v.log), 'g', -1, 32)
		separator := byte('\t')
		for _, id := range l.key(i) {
			line = append(append(line, separator), m.words[id]...)
			separator = ' '
		}
		if n+1 < m.Order() {
			line = strconv.AppendFloat(append(line, '\t'), float64(v.backoff), 'g', -1, 32)
		}
		b.Write(append(line, '\n'))
	}
}
