package cli

import (
	"context"
	"crypto/tls"
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

// Secure does TLS with the certificate and key of two files; the listener stays as it is if they
// are "".
func Secure(l net.Listener, cert, key string) (net.Listener, error) {
	if cert == "" {
		return l, nil
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("read the TLS certificate: %w", err)
	}
	return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}), nil
}
