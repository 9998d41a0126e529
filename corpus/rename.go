package corpus

// As gives the source another name for messages, where its file is not the
// one that the user knows.
func (s *Source) As(name string) *Source {
	s.name = name
	return s
}
