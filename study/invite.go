package study

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"hed/internal/count"
)

// NewToken makes the token of a personal link, of 192 random bits in characters that
// need no escape in a URL, and what a Store keeps of it.
func NewToken() (token string, hash [32]byte) {
	b := make([]byte, 24)
	rand.Read(b)
	token = base64.RawURLEncoding.EncodeToString(b)
	return token, HashToken(token)
}

// HashToken is what a Store keeps of a token: who reads the store, or a copy of it, can
// answer for nobody. Tokens are random, so that a plain hash is enough, and judges are
// found by it at once.
func HashToken(token string) [32]byte { return sha256.Sum256([]byte(token)) }

// Invite adds n judges to a study, and gives the tokens of their personal links. Nobody can
// find them out later.
func Invite(ctx context.Context, s Store, n int, by string, now time.Time) ([]string, error) {
	tokens, hashes := make([]string, n), make([][32]byte, n)
	for i := range tokens {
		tokens[i], hashes[i] = NewToken()
	}
	_, err := s.AddJudges(ctx, hashes, Event{At: now, By: by, What: "invited", Note: count.Of(n, "judge")})
	if err != nil {
		return nil, err
	}
	return tokens, nil
}

// JudgesNeeded is how many judges the study needs if all finish. Where they have to agree
// it is twice as many as a round has, because those who do not are followed by others.
func (s *Study) JudgesNeeded() int {
	n := len(s.Forms) * s.Numbers.Judges
	switch per := s.Numbers.PerJudge; {
	case per > 0:
		return (n + per - 1) / per
	case s.Protocol.Consensus != nil:
		return 2 * s.Numbers.Judges
	}
	return s.Numbers.Judges
}
