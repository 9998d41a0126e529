package site

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"hed/internal/crash"
)

// farewell is for how long requests at work may go on when a server ends.
const farewell = 10 * time.Second

// Serve serves a handler until ctx ends, and then finishes what is at work, for a while.
// No client can hold a connection for ever by being slow, or fill the memory with headers.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		// Requests at work do not end with ctx: an answer may be on its way to the disk.
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	failed := make(chan error, 1)
	go func() { failed <- crash.Call(func() error { return server.Serve(l) }) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	if err := server.Shutdown(wait); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
