package site

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
)

// A Safe keeps what decides who may come in: secrets, and the sessions of those who are
// in. The stores of studies are safes; store/storetest has the contract. As in any store,
// a method that changes something returns when the change is on disk.
type Safe interface {
	// Secret gives what SetSecret was given under a name, such as the hash of a
	// password; nil if there is nothing.
	Secret(ctx context.Context, name string) ([]byte, error)
	// SetSecret keeps a secret under a name, in the place of the one before; nil takes
	// it away.
	SetSecret(ctx context.Context, name string, value []byte) error
	// Session gives when a session ends; the zero time if there is none, or it has
	// ended by now. Sessions are known by the SHA-256 of their cookies.
	Session(ctx context.Context, id [32]byte, now time.Time) (ends time.Time, err error)
	// AddSession begins a session, and forgets those that have ended by now, so that
	// they do not come back with a clock that is set back.
	AddSession(ctx context.Context, id [32]byte, now, ends time.Time) error
	// DropSession ends a session, if it is there; all of them if id is zero.
	DropSession(ctx context.Context, id [32]byte) error
}

// The numbers of argon2id are the second choice of RFC 9106, for servers that
// cannot give 2 GB to a login.
const (
	hashTime    = 3
	hashThreads = 4
)

// HashMemory is how much memory a hash takes, in KiB. Only tests change it.
var HashMemory uint32 = 64 << 10

// mostHashing is how many secrets are looked at together: each takes HashMemory, and
// anybody may send one.
const mostHashing = 2

// Hash is a secret as it is kept: argon2id with its numbers, a salt and the key.
func Hash(secret string) string {
	salt := make([]byte, 16)
	rand.Read(salt)
	key := argon2.IDKey([]byte(secret), salt, hashTime, HashMemory, hashThreads, 32)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, HashMemory, hashTime, hashThreads, b64(salt), b64(key))
}

// Matches tells whether a secret is the one that was hashed. Hashes of other numbers
// are understood, so that ours may grow. Whoever asks waits for a Turn first.
func Matches(encoded, secret string) (bool, error) {
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

// Turn waits until a secret may be looked at, and is told when that is done.
func (s *Site) Turn(ctx context.Context) (done func(), err error) {
	select {
	case s.hashing <- struct{}{}:
		return func() { <-s.hashing }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
