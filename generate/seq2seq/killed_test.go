package seq2seq_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"hed/internal/race"
	"hed/neural/train"
)

// The process of TestKilled.
func TestMain(m *testing.M) {
	if folder := os.Getenv("HED_TEST_TEACH"); folder != "" {
		if err := teachTo(folder, os.Getenv("HED_TEST_KIND")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child is the testing.TB of a process that is not a test.
type child struct{ testing.TB }

func (child) Cleanup(func()) {}

// teachTo teaches in a folder, with a checkpoint after every step, and leaves the weights in the file model. After each step, and once while it
// reads, it prints a line and waits for an answer.
func teachTo(folder, kind string) error {
	l := lesson(child{}, kind, someDocs(200), filepath.Join(folder, "unfinished"))
	l.Epochs = 6 // more steps than are taken before the last kill
	now := time.Unix(0, 0)
	l.Now = func() time.Time {
		now = now.Add(time.Hour)
		return now
	}
	l.Tell = func(m train.Progress) {
		if !m.Reading || m.Step == 150 {
			fmt.Println(m.Step)
			io.ReadFull(os.Stdin, make([]byte, 1))
		}
	}
	out, err := l.Teach(context.Background())
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(folder, "model"))
	if err != nil {
		return err
	}
	defer f.Close()
	return out.Model.Files(l.Device, false)["model.safetensors"](f)
}

// TestKilled: teaching that kill -9 ends ten times, whatever it is doing, comes to the same weights, byte for byte, as teaching that nobody ends.
func TestKilled(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	if runtime.GOOS == "windows" {
		t.Skip("skipped: a process that is killed there keeps its files for a while")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"s2s", "pnc"} {
		rng := rand.New(rand.NewPCG(6, 6))
		var models [2]string
		for i, kills := range []int{0, 10} {
			folder := t.TempDir()
			if err := os.Mkdir(filepath.Join(folder, "unfinished"), 0o777); err != nil {
				t.Fatal(err)
			}
			for left := kills; models[i] == ""; left-- {
				cmd := exec.CommandContext(t.Context(), self)
				cmd.Env = append(os.Environ(), "HED_TEST_TEACH="+folder, "HED_TEST_KIND="+kind)
				cmd.Stderr = os.Stderr
				out, err := cmd.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				in, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				lines := bufio.NewScanner(out)
				for n := rng.IntN(8); (n > 0 || left <= 0) && lines.Scan(); n-- {
					io.WriteString(in, ".")
				}
				if left > 0 {
					lines.Scan()
					io.WriteString(in, ".")
					time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond) // anywhere before it waits again
					cmd.Process.Kill()
				}
				err = cmd.Wait()
				data, readErr := os.ReadFile(filepath.Join(folder, "model"))
				switch {
				case left <= 0 && (err != nil || readErr != nil):
					t.Fatalf("%s, after %d kills: %v, %v", kind, kills, err, readErr)
				case left > 0 && readErr == nil:
					t.Fatalf("%s: taught to its end with %d kills to come", kind, left-1)
				}
				models[i] = string(data)
			}
		}
		if models[0] != models[1] {
			t.Errorf("%s: killed ten times, the weights are others", kind)
		}
	}
}
