package postgres_test

import (
	"testing"

	"hed/internal/postgres"
	"hed/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// TestPostgres starts one server for all tests, since that takes longer than most.
func TestPostgres(t *testing.T) {
	server := postgres.Start(t)
	t.Run("Contract", func(t *testing.T) { storetest.Run(t, server.Fresh) })
	t.Run("History", func(t *testing.T) { testHistory(t, server) })
	t.Run("Changed", func(t *testing.T) { testChanged(t, server) })
	t.Run("Schema", func(t *testing.T) { testSchema(t, server) })
	t.Run("Refused", func(t *testing.T) { testRefused(t, server) })
	t.Run("Durable", func(t *testing.T) { testDurable(t, server) })
	t.Run("Loss", func(t *testing.T) { testLoss(t, server) })
}

func BenchmarkSave(b *testing.B) {
	server := postgres.Start(b)
	storetest.Benchmark(b, server.Fresh)
}
