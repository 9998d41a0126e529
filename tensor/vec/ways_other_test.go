//go:build !amd64

package vec

import "testing"

// ways runs f in the one way that there is.
func ways(t *testing.T, f func(t *testing.T)) { t.Run("plain", f) }
