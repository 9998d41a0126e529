package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"hed/study"
)

// The numbers of argon2id are the second choice of RFC 9106, for servers that
// cannot give 2 GB to a login. Only the tests of this package change one.
const (
	hashTime    = 3
	hashThreads = 4
)

var hashMemory uint32 = 64 << 10 // KiB

// The names of secrets in a store.
const (
	passwordSecret = "password"
	enrolSecret    = "enrol"
)

// SetPassword sets the coordinator's password, and ends all sessions. A password has
// at least eight characters.
func SetPassword(ctx context.Context, s study.Store, password string) error {
	if utf8.RuneCountInString(password) < 8 {
		return errors.New("a password has at least 8 characters")
	}
	if err := s.SetSecret(ctx, passwordSecret, []byte(hash(password))); err != nil {
		return err
	}
	return s.DropSession(ctx, [32]byte{})
}

// ClearPassword takes the coordinator's password away, which closes the dashboard, and
// ends all sessions.
func ClearPassword(ctx context.Context, s study.Store) error {
	if err := s.SetSecret(ctx, passwordSecret, nil); err != nil {
		return err
	}
	return s.DropSession(ctx, [32]byte{})
}

// hash is a secret as it is kept: argon2id with its numbers, a salt and the key.
func hash(secret string) string {
	salt := make([]byte, 16)
	rand.Read(salt)
	key := argon2.IDKey([]byte(secret), salt, hashTime, hashMemory, hashThreads, 32)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemory, hashTime, hashThreads, b64(salt), b64(key))
}

// matches tells whether a secret is the one that was hashed. Hashes of other numbers
// are understood, so that ours may grow.
func matches(encoded, secret string) (bool, error) {
	parts := strings.Split(encoded, "$")
	var version int
	var memory, time uint32
	var threads uint8
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, errors.New("the hash of the secret cannot be read; set it again")
	}
	_, err1 := fmt.Sscanf(parts[2], "v=%d", &version)
	_, err2 := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &threads)
	salt, err3 := base64.RawStdEncoding.DecodeString(parts[4])
	want, err4 := base64.RawStdEncoding.DecodeString(parts[5])
	if err := errors.Join(err1, err2, err3, err4); err != nil || version != argon2.Version || time == 0 || threads == 0 || len(want) == 0 {
		return false, errors.New("the hash of the secret cannot be read; set it again")
	}
	got := argon2.IDKey([]byte(secret), salt, time, memory, threads, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

// turn waits until a secret may be looked at, and is told when that is done: two at a
// time, since each takes 64 MB.
func (s *server) turn(ctx context.Context) (done func(), err error) {
	select {
	case s.hashing <- struct{}{}:
		return func() { <-s.hashing }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
