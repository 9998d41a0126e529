package decoder

import "slices"

// forbid calls no with the tokens that may not follow a path.
func (s *Settings) forbid(p *path, read []int32, no func(id int32)) {
	written := len(p.tokens) - 1 // after Start
	if written < s.Min {
		each(s.Ends, no)
	}
	each(s.Not, no)
	begin := 0
	if s.First >= 0 {
		begin = 1
	}
	if written == begin {
		each(s.NotFirst, no)
	}
	repeats(p.tokens, p.tokens, s.NoRepeat, no)
	repeats(read, p.tokens, s.NoCopy, no)
	for _, bad := range s.Forbidden {
		n := len(bad)
		switch {
		case n == 0 || n == 1 && s.ends(bad[0]):
		case n == 1, n <= len(p.tokens) && slices.Equal(bad[:n-1], p.tokens[len(p.tokens)-n+1:]):
			no(bad[n-1])
		}
	}
}

func each(ids []int32, do func(id int32)) {
	for _, id := range ids {
		do(id)
	}
}

// repeats calls no with the tokens that would make the last n of tokens, with one more, some that are in seen.
func repeats(seen, tokens []int32, n int, no func(id int32)) {
	if n == 0 || len(tokens) < n-1 {
		return
	}
	last := tokens[len(tokens)-n+1:]
	for i := range len(seen) - n + 1 {
		if slices.Equal(seen[i:i+n-1], last) {
			no(seen[i+n-1])
		}
	}
}
