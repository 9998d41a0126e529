//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCandidates(t *testing.T) {
	dir := t.TempDir()
	const file = "libhed-test.so.13"
	var want []string
	for _, folder := range []string{"home/lib64", "venv/lib/python3.12/site-packages/nvidia/cu13/lib", "site/nvidia/cublas/lib"} {
		path := filepath.Join(dir, folder, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		want = append(want, path)
	}
	for _, c := range []struct {
		name, value string
		want        []string
	}{
		{"", "", []string{file}},
		{"CUDA_HOME", filepath.Join(dir, "home"), []string{file, want[0]}},
		{"CUDA_PATH", filepath.Join(dir, "home"), []string{file, want[0]}},
		{"VIRTUAL_ENV", filepath.Join(dir, "venv"), []string{file, want[1]}},
		{"LD_LIBRARY_PATH", filepath.Join(dir, "site/nvidia/cuda_nvrtc/lib"), []string{file, want[2]}},
		{"LD_LIBRARY_PATH", filepath.Join(dir, "site/torch/lib"), []string{file, want[2]}},
		{"CONDA_PREFIX", filepath.Join(dir, "none"), []string{file}},
	} {
		got := candidates(file, func(name string) string {
			if name == c.name {
				return c.value
			}
			return ""
		})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s=%s: %s", c.name, c.value, diff)
		}
	}
}

func TestMissingLibrary(t *testing.T) {
	none := func(string) string { return "" }
	err := open("hed-test", 13, none, nil)
	want := "libhed-test.so of CUDA 12 or 13 is not there; install the CUDA toolkit, or `pip install nvidia-cuda-nvrtc nvidia-cublas`," +
		" and let CUDA_HOME or LD_LIBRARY_PATH name its folder, or use the option device cpu"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	// One that is no library is not called missing.
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "lib64"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "lib64/libhed-test.so.12"), []byte("no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	err = open("hed-test", 13, func(name string) string {
		if name == "CUDA_HOME" {
			return home
		}
		return ""
	}, nil)
	if err == nil || !strings.Contains(err.Error(), "cannot be opened (") || !strings.Contains(err.Error(), "libhed-test.so.12") {
		t.Errorf("%v", err)
	}
}

// NVRTC compiles without a card, so the kernels can be compiled where that is.
func TestCompile(t *testing.T) {
	var a api
	if err := open("nvrtc", 13, os.Getenv, a.compiler()); err != nil {
		t.Skip("skipped: ", err)
	}
	for _, p := range programs {
		for _, capability := range []int{60, 70, 75, 80, 90, 9999} {
			if _, _, _, err := a.target(capability); capability < 75 && (err != nil || capability < 70 && p.first == recur) {
				continue // CUDA 13 does not know them any more; cards below 70 do not use recur.cu
			}
			start := time.Now()
			code, err := a.compile(p.source, capability)
			if err != nil || len(code) < 1000 {
				t.Errorf("%s, capability %d: %d bytes, %v", kernelNames[p.first], capability, len(code), err)
			}
			t.Logf("%s, capability %d: %d bytes in %v", kernelNames[p.first], capability, len(code), time.Since(start))
		}
	}
	if _, err := a.compile(forward, 10); err == nil || !strings.Contains(err.Error(), "the card has capability 1.0") {
		t.Errorf("%v", err)
	}
}
