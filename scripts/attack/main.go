//go:build linux

// Command attack repeats the storms that hed must stand: it serves studies with the real
// binary, lets simulated judges answer, and meanwhile overwrites files, kills processes,
// fills disks and takes power away. At the end of each storm every answer that a judge was
// told is saved must be in the store, once.
//
//	go run ./scripts/attack --scale 1
//
// It takes about ten minutes, needs root, sqlite3, strace, mkfs.ext4, PostgreSQL and pyspark for all
// storms, and leaves out with words what it cannot do. It talks to this machine only, writes
// to a temporary folder only, and ends only what it started. The table goes to stdout,
// progress to stderr; the exit code is 1 if a promise was broken.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
)

// A storm is one kind of harm, to studies of its own.
type storm struct {
	name  string
	needs []string // programs, and "root"
	run   func(*arena, *row) error
}

// storms are all, in the order of the table.
var storms = []storm{
	{"kill -9, all that takes long", nil, long},
	{"Ctrl-C and SIGTERM, all that takes long", nil, interrupted},
	{"kill -9, work on Spark", []string{"java", "pyspark"}, onSpark},
	{"kill -9, SIGTERM and SIGSTOP, the queue of a workbench", nil, queue},
	{"bits turned and files cut off, a workbench", nil, harmed},
	{"database of a workbench moved or overwritten", []string{"sqlite3"}, moved},
	{"full and read-only disk under a workbench", []string{"root"}, benchDisk},
	{"clock jumps of a workbench", nil, benchClock},
	{"bits turned and files cut off", nil, turned},
	{"two processes on one folder, one stopped", nil, twoHeds},
	{"full disk under commands", []string{"root"}, fullFolder},
	{"read-only disk", []string{"root"}, readOnly},
	{"slow disk", []string{"strace"}, slow},
	{"500 connections that are slow or silent, study", nil, connectedStudy},
	{"500 connections that are slow or silent, workbench", nil, connectedBench},
	{"in-place overwrite", []string{"sqlite3"}, overwrite},
	{"-shm and -wal removed or replaced", nil, strip},
	{"hard and symbolic links", nil, links},
	{"kill -9, SQLite", nil, killed},
	{"kill -9, PostgreSQL", []string{"initdb"}, killedPostgres},
	{"SIGSTOP", nil, stopped},
	{"two servers and commands on one store", nil, two},
	{"full disk", []string{"root"}, full},
	{"EIO by fault injection", []string{"strace"}, faults},
	{"disk taken away (ext4 shut down)", []string{"root", "mkfs.ext4"}, unplugged},
	{"clock jumps", nil, clock},
	{"500 judges at once, SQLite", nil, crowd},
	{"500 judges at once, PostgreSQL", []string{"initdb"}, crowdPostgres},
	{"PostgreSQL killed", []string{"initdb"}, lostPostgres},
	{"power cut while serving", []string{"root", "mkfs.ext4"}, power},
	{"power cut after exit 0", []string{"root", "mkfs.ext4"}, exits},
}

func main() {
	scale := flag.Float64("scale", 1, "how much of everything; 1 is about ten minutes")
	only := flag.String("only", "", "storms whose names have this `text` (default: all)")
	hed := flag.String("hed", "", "the `program` to attack (default: it is built)")
	seed := flag.Uint64("seed", 1, "of the moments at which harm is done")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := attack(ctx, *hed, *only, *scale, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func attack(ctx context.Context, hed, only string, scale float64, seed uint64) (ok bool, err error) {
	dir, err := os.MkdirTemp("", "hed-attack")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return false, err
	}
	if hed == "" {
		hed = filepath.Join(dir, "hed")
		build := exec.CommandContext(ctx, "go", "build", "-o", hed, "hed/cmd/hed")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return false, fmt.Errorf("build hed: %w: %s", err, out)
		}
	} else if hed, err = filepath.Abs(hed); err != nil {
		return false, err
	}
	a := &arena{ctx: ctx, hed: hed, dir: dir, scale: scale, rng: rand.New(rand.NewPCG(seed, 0))}
	defer a.close()
	var t table
	for _, s := range storms {
		if !strings.Contains(s.name, only) || ctx.Err() != nil {
			continue
		}
		r := &row{storm: s.name}
		t = append(t, r)
		if missing := lacks(s.needs); missing != "" {
			r.skipped = "left out: needs " + missing
			fmt.Fprintf(os.Stderr, "%s: %s\n", s.name, r.skipped)
			continue
		}
		began := time.Now()
		if err := guard(func() error { return s.run(a, r) }); err != nil {
			r.trouble(err)
		}
		r.took = time.Since(began)
		fmt.Fprintf(os.Stderr, "%s\n", r)
	}
	fmt.Print(t)
	return t.held(), ctx.Err()
}

// lacks names what of needs is not here, and "" if all is.
func lacks(needs []string) string {
	var missing []string
	for _, n := range needs {
		switch n {
		case "root":
			if os.Geteuid() != 0 {
				missing = append(missing, "root, to mount disks")
			}
		case "initdb":
			_, err := exec.LookPath(n)
			if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); err != nil && found == nil {
				missing = append(missing, "PostgreSQL")
			}
		case "pyspark":
			if err := exec.Command(cmp.Or(os.Getenv("PYSPARK_PYTHON"), "python3"), "-c", "import pyspark").Run(); err != nil {
				missing = append(missing, n)
			}
		default:
			if _, err := exec.LookPath(n); err != nil {
				missing = append(missing, n)
			}
		}
	}
	return strings.Join(missing, ", ")
}

// guard makes an error of a panic: the other storms still run, and what was mounted and
// started for this one is ended.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if e, ok := p.(fatal); ok {
				err = errors.New(string(e))
			} else {
				err = fmt.Errorf("%v\n%s", p, debug.Stack())
			}
		}
	}()
	return f()
}
