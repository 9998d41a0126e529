package token

import "strings"

// address returns the end of the web address at start, or 0.
func (c *cutter) address(start int) int {
	s := c.s[start:]
	switch s[0] | 0x20 {
	case 'h', 'f', 'w', 'm':
		for _, scheme := range []string{"http://", "https://", "ftp://", "www.", "mailto:"} {
			if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
				return pathEnd(c.s, start, start+len(scheme))
			}
		}
	}
	return 0
}

// pathEnd returns the end of an address that begins at start and goes on at
// least to known, or 0 if nothing comes there. Punctuation at its end
// belongs to the sentence.
func pathEnd(s string, start, known int) int {
	end := known
	for end < len(s) {
		k, n := kindAt(s, end)
		if k == kindBlank || strings.Contains(`<>"“”«»|`, s[end:end+n]) {
			break
		}
		end += n
	}
	excess := strings.Count(s[start:end], ")") - strings.Count(s[start:end], "(")
	for end > known && (strings.IndexByte(".,;:!?'*]}", s[end-1]) >= 0 || s[end-1] == ')' && excess > 0) {
		end--
		if s[end] == ')' {
			excess--
		}
	}
	end = start + len(strings.TrimSuffix(s[start:end], "’"))
	if end <= known {
		return 0
	}
	return end
}

// host returns the end of the name of a host, of a file or of a mailbox with
// the period at i in it, or 0.
func (c *cutter) host(i int) int {
	s := c.s
	if i < c.tried {
		return 0
	}
	end := hostRun(s, i)
	if end+1 < len(s) && s[end] == '@' && alnum(ascii[s[end+1]]) {
		return hostEnd(s, end+1)
	}
	name := strings.TrimRight(s[i:end], ".-")
	c.tried = end
	dot := strings.LastIndexByte(name, '.')
	if !c.endings.fold(name[dot+1:]) {
		return 0
	}
	end = i + len(name)
	if strings.HasPrefix(s[end:], "/") {
		if path := pathEnd(s, i, end); path > 0 {
			return path
		}
	}
	return end
}

// hostEnd returns the end of the name of the host at i.
func hostEnd(s string, i int) int { return i + len(strings.TrimRight(s[i:hostRun(s, i)], ".-")) }

// hostRun returns the end of the characters at i that names of hosts have.
func hostRun(s string, i int) int {
	for i < len(s) && (ascii[s[i]] <= kindDigit || s[i] == '.' || s[i] == '-') {
		i++
	}
	return i
}
