package hub_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/neural/hub"
)

func TestFromEnv(t *testing.T) {
	for _, c := range []struct {
		what, env string
		want      hub.Hub
	}{
		{"home", "HOME=/h", hub.Hub{Cache: "/h/.cache/huggingface/hub", TokenFile: "/h/.cache/huggingface/token"}},
		{"windows", "USERPROFILE=/u", hub.Hub{Cache: "/u/.cache/huggingface/hub", TokenFile: "/u/.cache/huggingface/token"}},
		{"xdg", "HOME=/h XDG_CACHE_HOME=/x", hub.Hub{Cache: "/x/huggingface/hub", TokenFile: "/x/huggingface/token"}},
		{"HF_HOME", "HOME=/h XDG_CACHE_HOME=/x HF_HOME=/f/", hub.Hub{Cache: "/f/hub", TokenFile: "/f/token"}},
		{"tilde", "HOME=/h HF_HOME=~/f", hub.Hub{Cache: "/h/f/hub", TokenFile: "/h/f/token"}},
		{"variable", "HOME=/h DISK=/d HF_HUB_CACHE=$DISK/c", hub.Hub{Cache: "/d/c", TokenFile: "/h/.cache/huggingface/token"}},
		{"old names", "HUGGINGFACE_HUB_CACHE=/o HUGGING_FACE_HUB_TOKEN=t TRANSFORMERS_OFFLINE=yes", hub.Hub{Cache: "/o", Token: "t", Offline: true}},
		{"all", "HF_HUB_CACHE=/c HF_ENDPOINT=http://mirror/ HF_TOKEN=t HF_TOKEN_PATH=/p HF_HUB_OFFLINE=1",
			hub.Hub{Cache: "/c", Endpoint: "http://mirror", Token: "t", TokenFile: "/p", Offline: true}},
		{"online", "HF_HUB_CACHE=/c HF_HUB_OFFLINE=0", hub.Hub{Cache: "/c"}},
		{"nothing", "", hub.Hub{}},
	} {
		env := map[string]string{}
		for _, s := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(s, "=")
			env[name] = value
		}
		if c.want.Endpoint == "" {
			c.want.Endpoint = hub.DefaultEndpoint
		}
		c.want.Cache, c.want.TokenFile = filepath.FromSlash(c.want.Cache), filepath.FromSlash(c.want.TokenFile)
		if diff := cmp.Diff(c.want, hub.FromEnv(func(name string) string { return env[name] })); diff != "" {
			t.Errorf("%s: %s", c.what, diff)
		}
	}
}

// cache makes the files of a cache.
func cache(t *testing.T, files map[string]string) *hub.Hub {
	t.Helper()
	h := &hub.Hub{Cache: t.TempDir()}
	for name, content := range files {
		write(t, filepath.Join(h.Cache, name), content)
	}
	return h
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

var (
	one = strings.Repeat("1", 40)
	two = strings.Repeat("2", 40)
)

func TestFind(t *testing.T) {
	h := cache(t, map[string]string{
		"models--org--a/refs/main":                      one,
		"models--org--a/refs/refs/pr/1":                 two + "\n",
		"models--org--a/snapshots/" + one + "/x":        "",
		"models--org--a/snapshots/" + two + "/x":        "",
		"models--plain/refs/main":                       one,
		"models--plain/snapshots/" + one + "/x":         "",
		"models--tagged/refs/v1":                        one,
		"models--tagged/snapshots/" + one + "/x":        "",
		"models--partial/refs/main":                     one,
		"models--partial/blobs/x":                       "",
		"models--hostile/refs/main":                     "../../models--plain/snapshots/" + one,
		"models--hostile/snapshots/readme":              "",
		"models--org--a--b/snapshots/" + one + "/x":     "", // no name has two slashes
		"datasets--org--a/snapshots/" + one + "/x":      "",
		"models--org--half/.no_exist/" + one + "/a.bin": "",
	})
	for name, want := range map[string]string{
		"org/a":           "models--org--a/snapshots/" + one,
		"org/a@main":      "models--org--a/snapshots/" + one,
		"org/a@refs/pr/1": "models--org--a/snapshots/" + two,
		"org/a@" + two:    "models--org--a/snapshots/" + two,
		"plain":           "models--plain/snapshots/" + one,
		"tagged@v1":       "models--tagged/snapshots/" + one,
	} {
		got, err := h.Find(name)
		if err != nil || got != filepath.Join(h.Cache, filepath.FromSlash(want)) {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	dir := t.TempDir()
	if got, err := h.Find(dir); err != nil || got != dir {
		t.Errorf("%s: %s, %v", dir, got, err)
	}
	file := filepath.Join(dir, "file")
	write(t, file, "")
	for name, want := range map[string]string{
		"org/b":     "; fetch it",
		"org/b@v2":  "; fetch it",
		"partial":   "; fetch it",
		"hostile":   "; fetch it",
		"tagged":    "only as tagged@v1; name it so, or fetch it",
		"org/a@v3":  "only as org/a@main or @refs/pr/1",
		file:        "is a file; name the folder",
		"./nowhere": "there is no folder ./nowhere",
	} {
		if got, err := h.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		} else if e, ok := errors.AsType[*hub.MissingError](err); ok != strings.Contains(err.Error(), "fetch it") || ok && e.Model != name {
			t.Errorf("%s: %#v", name, err)
		}
	}
	if _, err := (&hub.Hub{}).Find("org/a"); err == nil || !strings.Contains(err.Error(), "set HF_HUB_CACHE") {
		t.Error(err)
	}
	// Left-overs are no models, and keep none from being listed.
	for _, name := range []string{"plain", "org--a"} {
		if err := os.Symlink("nowhere", filepath.Join(h.Cache, "models--"+name, "snapshots", strings.Repeat("3", 40))); err != nil {
			t.Log(err)
		}
	}
	write(t, filepath.Join(h.Cache, "models--plain", "snapshots", strings.Repeat("4", 40)), "a file")
	models, err := h.List()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range models {
		got = append(got, m.Name+" "+m.Commit[:1]+" "+strings.Join(m.Refs, ","))
	}
	if diff := cmp.Diff([]string{"org/a 1 main", "org/a 2 refs/pr/1", "plain 1 main", "tagged 1 v1"}, got); diff != "" {
		t.Error(diff)
	}
	if models, err := (&hub.Hub{Cache: filepath.Join(dir, "none")}).List(); err != nil || len(models) > 0 {
		t.Error(models, err)
	}
}

var hostile = []string{
	"", "/", "..", "../x", "a/..", "a/../b", "/etc", "a/b/c", "a//b", "a/", "/a", "a\\b", "a\x00b", "a b", "-a", ".a", "a.", "a--b",
	"a@", "a@..", "a@../x", "a@/x", "a@x/", "a@x/../y", "a@.hidden", "a@x\\y", "a@-x", "a@x\n", "a@b@c", "a%2fb", "http://a", "C:", "ü", strings.Repeat("a", 97),
}

func TestHostileNames(t *testing.T) {
	h := &hub.Hub{Cache: t.TempDir(), Endpoint: "http://127.0.0.1:1"}
	for _, name := range hostile {
		if _, err := h.Pull(t.Context(), name, nil); err == nil || !strings.Contains(err.Error(), "a model is named NAME or ORG/NAME") {
			t.Errorf("pull %q: %v", name, err)
		}
	}
}

// FuzzFind: what is found is a folder that was named, or within the cache.
func FuzzFind(f *testing.F) {
	for _, name := range append(hostile, "org/a", "org/a@v1", "a@refs/pr/1") {
		f.Add(name)
	}
	h := hub.Hub{Cache: filepath.Join(f.TempDir(), "cache")}
	f.Fuzz(func(t *testing.T, name string) {
		dir, err := h.Find(name)
		if err == nil && dir != name && !strings.HasPrefix(dir, h.Cache) {
			t.Errorf("%q gives %s", name, dir)
		}
	})
}
