package main

import (
	"context"
	"net"
	"time"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/store"
	"hed/study"
	"hed/web/judge"
)

// A studyServe is the command "hed study serve".
type studyServe struct {
	*cli.App
	studyStore
	listen    string
	base      string
	cert, key string
	proxied   bool
	log       cli.Log
}

func studyServeCmd(a *cli.App) *cobra.Command {
	s := &studyServe{App: a}
	cmd := &cobra.Command{
		Use:   "serve --store STORE",
		Short: "serve the pages of a study",
		Long: `Serve the pages of a study: the judges' at their personal links, the
coordinator's dashboard at /coordinator, the HTTP interface at /api/v1 with its
description at /openapi.json. /healthz answers 200 when answers can be saved,
/livez while the process lives.

Without --listen, only this machine can open the pages. For others, use --cert
and --key, or a proxy that does TLS together with --behind-tls; docs/server.md
shows how. Ctrl-C stops the server after the requests that are running. Whatever
stops it, answers that were acknowledged are on disk.`,
		Example: `  hed study serve --store study.db
  hed study serve --store study.db --listen :443 --cert cert.pem --key key.pem`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	s.studyStore.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&s.listen, "listen", "127.0.0.1:8080", "`HOST:PORT`: address to listen on; port 0 takes a free one")
	f.StringVar(&s.base, "base-url", "", "`URL`: address at which judges open the server, for links that the dashboard makes (default: that of --listen, or behind a proxy the one that the browser asked for)")
	f.StringVar(&s.cert, "cert", "", "`FILE`: TLS certificate (PEM)")
	f.StringVar(&s.key, "key", "", "`FILE`: key of the certificate (PEM)")
	f.BoolVar(&s.proxied, "behind-tls", false, "a proxy in front of this server does TLS: cookies are sent over https only, and the address in X-Forwarded-For counts as the judge's")
	s.log.Flags(cmd)
	cli.Path(cmd, "cert", "key")
	cli.Only(cmd, "listen", "base-url", "cert", "key", "behind-tls")
	return cmd
}

func (s *studyServe) run(ctx context.Context) error {
	if (s.cert == "") != (s.key == "") {
		return cli.Usagef("--cert and --key go together")
	}
	if s.base != "" {
		if err := judge.CheckBase(s.base); err != nil {
			return err
		}
	}
	if err := s.log.Check(); err != nil {
		return err
	}
	return s.with(ctx, func(st *store.Store) error { return s.serve(ctx, st) })
}

func (s *studyServe) serve(ctx context.Context, st *store.Store) error {
	l, err := cli.Listen(ctx, s.listen)
	if err != nil {
		return err
	}
	defer l.Close()
	scheme := "http"
	if s.cert != "" {
		if l, err = cli.Secure(l, s.cert, s.key); err != nil {
			return err
		}
		scheme = "https"
	}
	if !l.Addr().(*net.TCPAddr).IP.IsLoopback() && s.cert == "" && !s.proxied {
		s.Warn("links and answers are not encrypted; use --cert and --key, or a proxy with --behind-tls")
	}
	handler, err := judge.New(judge.Options{
		Store: st, Desk: study.NewDesk(st, time.Now), BaseURL: s.base, Addr: l.Addr(), Secure: s.cert != "" || s.proxied, Proxied: s.proxied,
		Version: hed.Version, Unlock: "hed study password --store STORE", Log: s.log.On(s.App),
	})
	if err != nil {
		return err
	}
	s.Note("serving %s on %s://%s", s.shown(), scheme, l.Addr())
	if err := judge.Serve(ctx, l, handler); err != nil {
		return err
	}
	s.Note("stopped")
	return nil
}
