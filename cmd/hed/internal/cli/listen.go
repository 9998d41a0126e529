package cli

import (
	"context"
	"fmt"
	"net"
)

// Listen listens on the address of --listen.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; name another address with --listen", address, err)
	}
	return l, nil
}
