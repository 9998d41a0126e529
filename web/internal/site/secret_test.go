package site

import (
	"strings"
	"testing"
)

// A hash takes a tenth of a second on purpose.
func init() { HashMemory = 64 }

// TestHash has hashes that cannot be read.
func TestHash(t *testing.T) {
	h := Hash("secret")
	if ok, err := Matches(h, "secret"); !ok || err != nil {
		t.Errorf("the secret: %v, %v", ok, err)
	}
	if ok, err := Matches(h, "Secret"); ok || err != nil {
		t.Errorf("another: %v, %v", ok, err)
	}
	if h == Hash("secret") {
		t.Error("two hashes have one salt")
	}
	for _, bad := range []string{"", "secret", "$argon2i$v=19$m=65536,t=3,p=4$AAAA$AAAA", "$argon2id$v=18$m=65536,t=3,p=4$AAAA$AAAA", "$argon2id$v=19$m=65536,t=0,p=4$AAAA$AAAA", "$argon2id$v=19$m=x$AAAA$AAAA", strings.TrimRight(h, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")} {
		if ok, err := Matches(bad, "secret"); ok || err == nil {
			t.Errorf("%q: %v, %v", bad, ok, err)
		}
	}
}
