package sqlite_test

import (
	"path/filepath"
	"testing"

	"hed/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// fresh gives a name that needs care in a URI.
func fresh(t testing.TB) string { return filepath.Join(t.TempDir(), "a study? 100%#1 è.hed") }

func TestContract(t *testing.T) { storetest.Run(t, fresh) }

func BenchmarkSave(b *testing.B) { storetest.Benchmark(b, fresh) }
