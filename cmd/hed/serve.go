package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/internal/whole"
	"hed/neural/hub"
	"hed/store/shelf"
	web "hed/web/workbench"
	"hed/workbench"
)

// A serve is the command "hed serve".
type serve struct {
	*cli.App
	cli.Device
	benchPlace
	listen    string
	runs      int
	base      string
	cert, key string
	proxied   bool
	trusted   string
	limits    workbench.Limits
	log       cli.Log
}

func serveCmd(a *cli.App) *cobra.Command {
	s := &serve{App: a}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "open the workbench in a browser",
		Long: `Serve the workbench: evaluate systems, look at results and compare them, write
headlines with an eye on their scores, and ask people, in a browser.

It listens on this machine alone and prints a link with a key, which it opens in
the browser if it is started at a terminal. Whoever has the link may do
everything, so that it is for you; the key is another one each time. /healthz
answers 200 while the server is well.

For a team, add users with 'hed serve user add': they sign in with a name and a
password, and each sees their own projects and those that others share with
them. Use --cert and --key then, or a proxy that does TLS with --behind-tls.
docs/team.md has the whole way.

Everything is in the folder --data, or, with --store, what is known of its files
in a PostgreSQL database. Runs that were interrupted, also by a power cut,
continue when the workbench is served again. Ctrl-C ends it. 'hed serve backup'
copies everything while it runs.`,
		Example: "  hed serve\n  hed serve --data ~/headlines --listen 127.0.0.1:8090",
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&s.listen, "listen", "", "`HOST:PORT`: address to listen on; port 0 is any free one (default: the port of the last time, if it is free)")
	s.benchPlace.flags(cmd)
	f.IntVar(&s.runs, "runs", 1, "`N`: evaluations at a time; others wait")
	f.StringVar(&s.base, "base-url", "", "`URL`: address at which people open the server, for links; with a path, such as https://example.org/hed, it works below that (default: the address that the browser asked for)")
	f.StringVar(&s.cert, "cert", "", "`FILE`: TLS certificate (PEM)")
	f.StringVar(&s.key, "key", "", "`FILE`: key of the certificate (PEM)")
	f.BoolVar(&s.proxied, "behind-tls", false, "a proxy before this server does TLS: cookies are for https only, and the address of X-Forwarded-For counts")
	f.StringVar(&s.trusted, "trust-user", "", "`HEADER`: where a proxy says which user asks, such as X-Remote-User; the proxy must take it away from what others send")
	f.Var(cli.Bytes(&s.limits.MaxUpload, 2e9), "max-upload", "`SIZE`: limit of an uploaded file, such as 500MB")
	f.Var(cli.Bytes(&s.limits.MaxDisk, 0), "max-disk", "`SIZE`: limit of the files and results of each user together, such as 20GB; 0 for no limit")
	f.IntVar(&s.limits.MaxDocuments, "max-documents", 0, "`N`: most documents of a run; 0 for no limit")
	f.DurationVar(&s.limits.MaxTime, "max-time", 0, "`TIME`: longest run, such as 2h; 0 for no limit")
	s.log.Flags(cmd)
	s.Device.Flags(cmd)
	cli.Path(cmd, "cert", "key")
	cli.Only(cmd, "listen", "runs", "base-url", "cert", "key", "behind-tls", "trust-user", "max-upload", "max-disk", "max-documents", "max-time")
	cmd.AddCommand(serveUserCmd(a), serveBackupCmd(a), serveRestoreCmd(a))
	return cmd
}

// check refuses a command line that cannot work.
func (s *serve) check() error {
	switch {
	case s.runs < 1:
		return cli.Usagef("--runs must be 1 or more, not %d", s.runs)
	case (s.cert == "") != (s.key == ""):
		return cli.Usagef("--cert and --key go together")
	case s.trusted != "" && !s.proxied:
		return cli.Usagef("--trust-user is for a server behind a proxy; add --behind-tls")
	case s.limits.MaxDocuments < 0 || s.limits.MaxTime < 0:
		return cli.Usagef("--max-documents and --max-time must be 0 or more")
	}
	if s.base != "" {
		if err := web.CheckBase(s.base); err != nil {
			return err
		}
		s.base = strings.TrimRight(s.base, "/")
	}
	return errors.Join(s.log.Check(), s.Device.Check(), s.benchPlace.check(s.App))
}

func (s *serve) run(ctx context.Context) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	if err := s.check(); err != nil {
		return err
	}
	plain, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer plain.Close()
	l, err := cli.Secure(plain, s.cert, s.key)
	if err != nil {
		return err
	}
	logger := s.log.On(s.App)
	log := func(err error) { logger.Error(err.Error()) }
	metrics, generators := s.Parts(&s.Device)
	models := hub.FromEnv(os.Getenv)
	bench, err := workbench.Open(ctx, workbench.Options{
		Folder: s.data, Store: s.store, Lost: end, Metrics: metrics, Generators: generators, Hub: &models, Workers: s.Workers, AtOnce: s.runs, Limits: s.limits,
		Now: func() time.Time { return time.Now().UTC() }, Command: evalCommand, Words: cli.Doc, Log: log,
	})
	if err != nil {
		return err
	}
	defer func() {
		if err := bench.Close(); err != nil {
			log(err)
		}
	}()
	key := web.NewKey()
	host, _, _ := net.SplitHostPort(l.Addr().String()) // which has both
	handler, err := web.New(ctx, web.Options{
		Bench: bench, Key: key, Now: time.Now, Command: evalLine, Log: logger, Version: hed.Version,
		BaseURL: s.base, Secure: s.cert != "" || s.proxied, Proxied: s.proxied, Trusted: s.trusted,
		Listen: func(port int) (net.Listener, error) {
			return cli.Listen(ctx, net.JoinHostPort(host, strconv.Itoa(port)))
		},
	})
	if err != nil {
		return err
	}
	defer handler.Close()
	if err := whole.Write(s.portFile(), func(w io.Writer) error { _, err := fmt.Fprintln(w, l.Addr().(*net.TCPAddr).Port); return err }); err != nil {
		return err
	}
	if err := s.welcome(ctx, bench, l.Addr(), key); err != nil {
		return err
	}
	if err := web.Serve(ctx, l, handler); err != nil {
		return err
	}
	if cause := context.Cause(ctx); errors.Is(cause, shelf.ErrClaimed) {
		return fmt.Errorf("stopped: the database was away, and now %w", cause)
	}
	s.Note("stopped")
	return nil
}

// welcome says where the server is, and how to get in.
func (s *serve) welcome(ctx context.Context, bench *workbench.Bench, at net.Addr, key string) error {
	shared, err := bench.Shared(ctx)
	if err != nil {
		return err
	}
	scheme := "http"
	if s.cert != "" {
		scheme = "https"
	}
	home, outside := scheme+"://"+at.String(), !at.(*net.TCPAddr).IP.IsLoopback()
	if shared {
		if outside && s.cert == "" && !s.proxied {
			s.Warn("passwords travel in the clear; use --cert and --key, or a proxy with --behind-tls")
		}
		fmt.Fprintln(s.Stdout, cmp.Or(s.base, home)+"/")
		s.Note("serving %s; users sign in there; end with Ctrl-C", s.data)
		return nil
	}
	if outside {
		s.Warn("whoever can reach %s and sees the link may read this machine's files; use it in a network that you trust, or add users with 'hed serve user add'", at)
	}
	link := web.Link(cmp.Or(s.base, home), key)
	fmt.Fprintln(s.Stdout, link)
	s.Note("serving %s; open the link, and end with Ctrl-C", s.data)
	s.Browse(link)
	return nil
}

// portFile has the port of the last time.
func (s *serve) portFile() string { return filepath.Join(s.data, "port") }

// loopback is this machine alone.
const loopback = "127.0.0.1"

// open listens. Unless an address was named, the port is the one of the last time if it is free: what somebody has typed and the
// server has not, their browser keeps for this port alone.
func (s *serve) open(ctx context.Context) (net.Listener, error) {
	if s.listen != "" {
		return cli.Listen(ctx, s.listen)
	}
	if last, err := os.ReadFile(s.portFile()); err == nil {
		if l, err := cli.Listen(ctx, net.JoinHostPort(loopback, strings.TrimSpace(string(last)))); err == nil {
			return l, nil
		}
	}
	return cli.Listen(ctx, net.JoinHostPort(loopback, "0"))
}
