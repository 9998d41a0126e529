package corpus

// A Case is a document with what each system wrote for it: the unit that is
// scored, checked and shown.
type Case struct {
	Doc     *Document
	Outputs []Output // one a system, in the order given to Join
}

// NewCase returns a case with headlines that stand in no file.
func NewCase(doc *Document, headlines ...string) *Case {
	c := &Case{Doc: doc, Outputs: make([]Output, len(headlines))}
	for i, h := range headlines {
		c.Outputs[i] = Output{Doc: doc.ID, Text: h}
	}
	return c
}

// Headlines are the texts of the outputs, in their order.
func (c *Case) Headlines() []string {
	texts := make([]string, len(c.Outputs))
	for i, o := range c.Outputs {
		texts[i] = o.Text
	}
	return texts
}
