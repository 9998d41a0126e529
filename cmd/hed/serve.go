package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/whole"
	web "hed/web/workbench"
	"hed/workbench"
)

// A serve is the command "hed serve".
type serve struct {
	*cli.App
	cli.Device
	listen, data string
	runs         int
}

// maxUpload is how many bytes an uploaded file may have; those of the server may have any number.
const maxUpload = 2 << 30

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

Everything is in the folder --data. Runs that were interrupted, also by a power
cut, continue when the workbench is served again. Ctrl-C ends it.`,
		Example: "  hed serve\n  hed serve --data ~/headlines --listen 127.0.0.1:8090",
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&s.listen, "listen", "127.0.0.1:0", "`HOST:PORT` to listen on; port 0 takes that of the last time, or a free one")
	f.StringVar(&s.data, "data", "hed-data", "`DIR`: the folder of the workbench, with everything in it")
	f.IntVar(&s.runs, "runs", 1, "`N` evaluations at a time; others wait")
	s.Device.Flags(cmd)
	cli.Path(cmd, "data")
	cli.Only(cmd, "listen", "data", "runs")
	return cmd
}

func (s *serve) run(ctx context.Context) error {
	if s.runs < 1 {
		return cli.Usagef("--runs must be 1 or more, not %d", s.runs)
	}
	if err := s.Device.Check(); err != nil {
		return err
	}
	l, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer l.Close()
	if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
		s.Warn("whoever can reach %s and sees the link may read this machine's files, and it travels in the clear; use it in a network that you trust", l.Addr())
	}
	log := func(err error) { s.Warn("%v", err) }
	metrics, generators := s.Parts(&s.Device)
	bench, err := workbench.Open(ctx, workbench.Options{
		Folder: s.data, Metrics: metrics, Generators: generators, Workers: s.Workers, AtOnce: s.runs, MaxUpload: maxUpload,
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
	if err := whole.Write(s.portFile(), func(w io.Writer) error { _, err := fmt.Fprintln(w, l.Addr().(*net.TCPAddr).Port); return err }); err != nil {
		return err
	}
	key := web.NewKey()
	host, _, _ := net.SplitHostPort(l.Addr().String()) // which has both
	handler, err := web.New(ctx, web.Options{
		Bench: bench, Key: key, Now: time.Now, Command: evalLine, Log: log,
		Listen: func(port int) (net.Listener, error) {
			return cli.Listen(ctx, net.JoinHostPort(host, strconv.Itoa(port)))
		},
	})
	if err != nil {
		return err
	}
	defer handler.Close()
	link := web.Link(l.Addr(), key)
	fmt.Fprintln(s.Stdout, link)
	s.Note("serving %s; open the link, and end with Ctrl-C", s.data)
	s.Browse(link)
	if err := web.Serve(ctx, l, handler); err != nil {
		return err
	}
	s.Note("stopped")
	return nil
}

// portFile has the port of the last time.
func (s *serve) portFile() string { return filepath.Join(s.data, "port") }

// open listens. Any port is the one of the last time if it is free: what somebody has typed and the
// server has not, their browser keeps for this port alone.
func (s *serve) open(ctx context.Context) (net.Listener, error) {
	if host, port, err := net.SplitHostPort(s.listen); err == nil && port == "0" {
		if last, err := os.ReadFile(s.portFile()); err == nil {
			if l, err := cli.Listen(ctx, net.JoinHostPort(host, strings.TrimSpace(string(last)))); err == nil {
				return l, nil
			}
		}
	}
	return cli.Listen(ctx, s.listen)
}
