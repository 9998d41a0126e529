//go:build linux

// Command cluster shows that hed on Spark gives what it gives on one machine, and what that costs. It makes documents, lets hed fit
// and evaluate them here, starts a standalone Spark with a master and two workers of one core each, fits and evaluates there, evaluates once more
// with a worker and its executor killed in the middle, and compares states and folders byte for byte. With -parts, the executors read the
// documents, which are in files of 100,000 and have the system's headlines; without, hed reads and sends them.
//
//	python3 -m venv venv && venv/bin/pip install pyspark
//	go run ./scripts/cluster -python venv/bin/python -documents 1000000 -out DIR
//
// Times are of the processor, of all processes together: the machine may have other work. DIR keeps documents and results, so that what is
// there is not made again; remove it afterwards.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"hed/internal/crash"
	"hed/internal/whole"
)

func main() {
	var t trial
	flag.IntVar(&t.documents, "documents", 100_000, "`N` documents")
	flag.StringVar(&t.python, "python", "python3", "the `PYTHON` that has pyspark")
	flag.StringVar(&t.out, "out", "", "`DIR` for documents and results")
	flag.IntVar(&t.fitted, "fitted", 20_000, "the first `N` documents are learnt from")
	flag.BoolVar(&t.parts, "parts", false, "executors read the documents")
	flag.Parse()
	if t.out == "" {
		fmt.Fprintln(os.Stderr, "cluster: name a folder with -out")
		os.Exit(2)
	}
	if err := t.run(); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

type trial struct {
	documents, fitted int
	python, out       string
	parts             bool
}

func (t *trial) path(name string) string { return filepath.Join(t.out, name) }

const metrics = "rouge,readability,js,lsi"

func (t *trial) run() (err error) {
	if t.out, err = filepath.Abs(t.out); err != nil {
		return err
	}
	if t.python, err = filepath.Abs(t.python); err != nil {
		return err
	}
	if err := os.MkdirAll(t.out, 0o777); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-o", t.path("hed"), "./cmd/hed")
	build.Env, build.Stderr = append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	if err := t.write(); err != nil {
		return err
	}
	if err := t.fit(); err != nil {
		return err
	}
	alone, err := t.eval("local", nil, 0)
	if err != nil {
		return err
	}
	fmt.Printf("alone: %v\n", alone)
	spark, err := t.eval("spark", []string{"--engine", "spark"}, 0)
	if err != nil {
		return err
	}
	fmt.Printf("with Spark: %v\n", spark)
	if err := same(t.path("local"), t.path("spark")); err != nil {
		return err
	}
	fmt.Println("the folders are the same")
	killed, err := t.eval("killed", []string{"--engine", "spark"}, spark["executors"]/2)
	if err != nil {
		return err
	}
	fmt.Printf("with Spark, a worker and its executor killed: %v\n", killed)
	if err := same(t.path("local"), t.path("killed")); err != nil {
		return err
	}
	fmt.Println("the folders are the same")
	return nil
}

// fit lets lsi learn here, as far as it has not, and on Spark.
func (t *trial) fit() error {
	learn := []string{"fit", "--docs", "file://" + t.path("sample.jsonl"), "--metric", "lsi", "--out"}
	if _, err := os.Stat(t.path("learnt.state")); err != nil {
		alone, err := t.hed(nil, append(learn, t.path("learnt.state"))...)
		if err != nil {
			return err
		}
		fmt.Printf("learning alone: %v\n", alone)
	}
	c, err := t.start()
	defer c.stop()
	if err != nil {
		return err
	}
	spark, err := t.hed(c, append(learn, t.path("spark.state"), "--engine", "spark", "--master", c.master)...)
	if err != nil {
		return err
	}
	fmt.Printf("learning with Spark: %v\n", spark)
	if err := sameFile(t.path("learnt.state"), t.path("spark.state")); err != nil {
		return err
	}
	fmt.Println("the states are the same")
	return nil
}

// write makes documents and a system's headlines, as far as they are not there.
func (t *trial) write() error {
	if _, err := os.Stat(t.path("a.txt")); err == nil {
		return nil
	}
	random := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 30_000)
	for i := range words {
		var b strings.Builder
		for range 1 + random.IntN(4) {
			b.WriteString([]string{"ba", "cor", "den", "fi", "gal", "hu", "jo", "kel", "li", "mon", "ne", "per", "qua", "ri", "sta", "tu", "ver", "wo", "ya", "zen"}[random.IntN(20)])
		}
		words[i] = b.String()
	}
	copy(words, strings.Fields("the of to in a and on for that said is was with at by from as it has be he are not after"))
	zipf := rand.NewZipf(random, 1.1, 5, uint64(len(words)-1))
	text := func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = words[zipf.Uint64()]
			if i%17 == 16 {
				all[i] += "."
			}
		}
		return strings.Join(all, " ")
	}
	if err := os.MkdirAll(t.path("parts"), 0o777); err != nil {
		return err
	}
	var part *os.File
	return whole.Write(t.path("a.txt"), func(headlines io.Writer) error {
		return whole.Write(t.path("sample.jsonl"), func(sample io.Writer) error {
			return whole.Write(t.path("docs.jsonl"), func(docs io.Writer) error {
				out, few, system, some := bufio.NewWriter(docs), bufio.NewWriter(sample), bufio.NewWriter(headlines), bufio.NewWriter(nil)
				for i := range t.documents {
					if i%100_000 == 0 {
						var err error
						if part != nil {
							err = errors.Join(some.Flush(), part.Close())
						}
						if err == nil {
							part, err = os.Create(t.path(fmt.Sprintf("parts/part-%05d.jsonl", i/100_000)))
						}
						if err != nil {
							return err
						}
						some.Reset(part)
					}
					line := fmt.Sprintf("{\"id\":\"d%d\",\"text\":\"%s\",\"headline\":\"%s\"", i+1, text(60+random.IntN(141)), text(6+random.IntN(7)))
					headline := text(6 + random.IntN(7))
					out.WriteString(line + "}\n") // errors come with Flush
					if i < t.fitted {
						few.WriteString(line + "}\n")
					}
					some.WriteString(line + ",\"outputs\":{\"a\":\"" + headline + "\"}}\n")
					fmt.Fprintln(system, headline)
				}
				return errors.Join(out.Flush(), few.Flush(), system.Flush(), some.Flush(), part.Close())
			})
		})
	})
}

// eval evaluates into a folder and returns the processor time of every kind of process. With kill, a worker and its executor are killed once
// the executor has used so many seconds.
func (t *trial) eval(folder string, engine []string, kill float64) (cost, error) {
	docs, system := t.path("docs.jsonl"), "a="+t.path("a.txt")
	if t.parts {
		docs, system = "file://"+t.path("parts/*.jsonl"), "a"
	}
	args := append([]string{"eval", "--docs", docs, "--system", system, "--metric", metrics,
		"--state", t.path("learnt.state"), "--out", t.path(folder)}, engine...)
	if err := os.RemoveAll(t.path(folder)); err != nil {
		return nil, err
	}
	if engine == nil {
		return t.hed(nil, args...)
	}
	c, err := t.start()
	defer c.stop()
	if err != nil {
		return nil, err
	}
	c.kill = kill
	return t.hed(c, append(args, "--master", c.master)...)
}

// hed runs it and watches what it, and the cluster, if there is one, use.
func (t *trial) hed(c *cluster, args ...string) (cost, error) {
	cmd := exec.Command(t.path("hed"), args...)
	cmd.Env = append(os.Environ(), "PYSPARK_PYTHON="+t.python, "SPARK_LOCAL_IP=127.0.0.1",
		"PYSPARK_SUBMIT_ARGS=--conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 pyspark-shell")
	var said bytes.Buffer
	cmd.Stderr = &said
	w := newWatch(c)
	if err := w.start(cmd); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	var running crash.Group
	running.Go(func() { ended <- cmd.Wait() })
	for {
		select {
		case err := <-ended:
			if err != nil {
				return nil, fmt.Errorf("hed %s: %w\n%s", strings.Join(args, " "), err, said.Bytes())
			}
			return w.cost(cmd.ProcessState), nil
		case <-time.After(500 * time.Millisecond):
			w.look()
		}
	}
}

// A cluster is a master and two workers.
type cluster struct {
	master  string
	workers []*exec.Cmd
	all     []*exec.Cmd
	kill    float64
}

func (t *trial) start() (*cluster, error) {
	c := new(cluster)
	home, err := exec.Command(t.python, "-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))").Output()
	if err != nil {
		return c, fmt.Errorf("%s has no pyspark: %w", t.python, err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return c, err
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	c.master = "spark://127.0.0.1:" + port
	run := func(args ...string) (*exec.Cmd, error) {
		cmd := exec.Command(filepath.Join(strings.TrimSpace(string(home)), "bin", "spark-class"), args...)
		cmd.Env = append(os.Environ(), "SPARK_LOCAL_IP=127.0.0.1", "SPARK_HOME="+strings.TrimSpace(string(home)), "PYSPARK_PYTHON="+t.python)
		log, err := os.OpenFile(t.path("spark.log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return nil, err
		}
		defer log.Close()
		cmd.Stdout, cmd.Stderr = log, log
		cmd.SysProcAttr = session
		c.all = append(c.all, cmd)
		return cmd, cmd.Start()
	}
	if _, err := run("org.apache.spark.deploy.master.Master", "-h", "127.0.0.1", "-p", port, "--webui-port", "0"); err != nil {
		return c, err
	}
	for since := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		if conn, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			conn.Close()
			break
		} else if time.Since(since) > time.Minute {
			return c, fmt.Errorf("the master did not start: %w", err)
		}
	}
	for i := range 2 {
		worker, err := run("org.apache.spark.deploy.worker.Worker", "-h", "127.0.0.1", "-c", "1", "-m", "2g", "-d", t.path(fmt.Sprint("work", i+1)), "--webui-port", "0", c.master)
		if err != nil {
			return c, err
		}
		c.workers = append(c.workers, worker)
	}
	time.Sleep(10 * time.Second) // until they are there
	return c, nil
}

// stop ends what was started, with what that started.
func (c *cluster) stop() {
	for _, cmd := range c.all {
		if cmd.Process != nil {
			killSession(cmd.Process.Pid)
			cmd.Wait() // it was killed
		}
	}
}

// same compares two folders byte for byte.
func same(a, b string) error {
	files := 0
	err := filepath.WalkDir(a, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		return sameFile(path, filepath.Join(b, strings.TrimPrefix(path, a)))
	})
	if err != nil {
		return err
	}
	return filepath.WalkDir(b, func(path string, d fs.DirEntry, err error) error {
		if files--; err != nil || !d.IsDir() && files < 0 {
			return errors.Join(err, fmt.Errorf("%s has more files than %s", b, a))
		}
		if d.IsDir() {
			files++
		}
		return nil
	})
}

func sameFile(a, b string) error {
	one, err := os.Open(a)
	if err != nil {
		return err
	}
	defer one.Close()
	other, err := os.Open(b)
	if err != nil {
		return err
	}
	defer other.Close()
	for x, y := make([]byte, 1<<20), make([]byte, 1<<20); ; {
		n, end := io.ReadFull(one, x)
		m, _ := io.ReadFull(other, y)
		if n != m || !bytes.Equal(x[:n], y[:m]) {
			return fmt.Errorf("%s and %s differ", a, b)
		}
		if end != nil {
			return nil
		}
	}
}
