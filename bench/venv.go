package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// environment makes the Python environment of the peers in dir/.venv, or
// finds it there, and returns its interpreter, or the one that was given.
func (b *bench) environment(dir string) (python string, err error) {
	if b.given != "" {
		return exec.LookPath(b.given)
	}
	list := filepath.Join(dir, "requirements.txt")
	want, err := os.ReadFile(list)
	if err != nil {
		return "", fmt.Errorf("run bench in the root of the repository: %w", err)
	}
	venv := filepath.Join(dir, ".venv")
	python = filepath.Join(venv, "bin", "python")
	if runtime.GOOS == "windows" {
		python = filepath.Join(venv, "Scripts", "python.exe")
	}
	// The list is copied there when all of it is installed.
	done := filepath.Join(venv, "requirements.txt")
	if have, err := os.ReadFile(done); err == nil && bytes.Equal(have, want) {
		return python, nil
	}
	fmt.Fprintf(b.log, "installing the peers into %s\n", venv)
	if err := createVenv(venv); err != nil {
		return "", err
	}
	if err := install(python, list, want, b.log); err != nil {
		fmt.Fprintln(b.log, err)
		return python, nil
	}
	return python, os.WriteFile(done, want, 0o666)
}

func createVenv(venv string) error {
	system, err := exec.LookPath("python3")
	if err != nil {
		return errors.New("python3 is not installed, and the peers are Python packages; install Python 3.11 or newer (packages python3, python3-venv and python3-pip)")
	}
	if out, err := exec.Command(system, "-m", "venv", "--clear", venv).CombinedOutput(); err != nil {
		return fmt.Errorf("python3 cannot make an environment for the peers; install its modules venv and pip (packages python3-venv and python3-pip): %w\n%s", err, out)
	}
	return nil
}

// install installs the list. If that cannot be done, it installs what
// it can line by line: one peer without a wheel for this machine should not
// hide the others. The error says what is missing.
func install(python, list string, requirements []byte, log io.Writer) error {
	pip := func(args ...string) error {
		cmd := exec.Command(python, append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check"}, args...)...)
		cmd.Stdout, cmd.Stderr = log, log
		return cmd.Run()
	}
	if pip("-r", list) == nil {
		return nil
	}
	var missing []string
	for _, r := range pins(requirements) {
		if pip("--constraint", list, r) != nil {
			missing = append(missing, r)
		}
	}
	if missing == nil {
		return nil
	}
	return fmt.Errorf("pip could not install %s", strings.Join(missing, ", "))
}

// pins are the lines of a requirements file that name a version.
func pins(requirements []byte) []string {
	var all []string
	for line := range strings.Lines(string(requirements)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			all = append(all, line)
		}
	}
	return all
}
