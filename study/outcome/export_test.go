package outcome

// Doubts are those of some judges, in English.
func Doubts(of []Record) string { return doubts(english, of) }
