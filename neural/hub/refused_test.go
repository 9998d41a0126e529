package hub_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/neural/hub"
	"hed/neural/hub/hubtest"
)

// Servers that break, corrupt, fall silent or have no ranges.
func TestPullBadServers(t *testing.T) {
	const weights = "model.safetensors"
	for _, c := range []struct {
		what string
		do   func(*hubtest.Server)
		want string // of the error; "" if the pull succeeds
		more int    // bytes that are fetched twice, at most
	}{
		{"busy", func(s *hubtest.Server) { s.Busy = 3 }, "", 0},
		{"always busy", func(s *hubtest.Server) { s.Busy = 1000 }, `answered "503 Service Unavailable", 5 times; try again later`, 0},
		{"breaks", func(s *hubtest.Server) { s.Break[weights] = []int{1000, 1000, 30000} }, "", 0},
		{"breaks often, but gets further", func(s *hubtest.Server) {
			s.Break[weights] = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
		}, "", 0},
		{"breaks always", func(s *hubtest.Server) { s.Break[weights] = make([]int, 100) }, "the connection broke after 0 of 39704 bytes", 0},
		{"breaks, no ranges", func(s *hubtest.Server) { s.Break[weights], s.Whole[weights] = []int{1000}, true }, "", 1000},
		{"never gets further, no ranges", func(s *hubtest.Server) {
			s.Whole[weights] = true
			for range 100 {
				s.Break[weights] = append(s.Break[weights], 1000)
			}
		}, "the connection broke after 1000 of 39704 bytes", 100_000},
		{"corrupts once", func(s *hubtest.Server) { s.Corrupt[weights] = 1 }, "", 39704},
		{"corrupts a small file", func(s *hubtest.Server) { s.Corrupt["config.json"] = 1 }, "", 1000},
		{"corrupts always", func(s *hubtest.Server) { s.Corrupt[weights] = 100 }, "model.safetensors arrived damaged, twice", 39704},
		{"falls silent", func(s *hubtest.Server) { s.Silent[weights] = true }, "", 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			s, h := start(t)
			h.Stall = time.Second
			c.do(s)
			if c.want == "" {
				m := pull(t, h, "bert")
				if over := s.Fetched() - m.Size; over > int64(c.more) {
					t.Errorf("%d bytes were fetched again, want %d at most", over, c.more)
				}
			} else if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			} else if list, err := h.List(); err != nil || len(list) > 0 {
				t.Errorf("a model that is not whole is listed: %v, %v", list, err)
			}
			if left, _ := filepath.Glob(filepath.Join(h.Cache, "*", "blobs", "*.incomplete")); c.want == "" && len(left) > 0 {
				t.Errorf("left: %s", left)
			}
		})
	}
}

func TestPullRefused(t *testing.T) {
	s, h := start(t)
	without := func(names ...string) map[string]string {
		files := model(t, "bert")
		for _, n := range names {
			delete(files, n)
		}
		return files
	}
	with := func(name, content string, less ...string) map[string]string {
		files := without(less...)
		files[name] = content
		return files
	}
	s.Add("no-config", "main", without("config.json"))
	s.Add("no-weights", "main", without("model.safetensors"))
	s.Add("no-tokenizer", "main", without("tokenizer.json"))
	s.Add("pickled", "main", with("pytorch_model.bin", "x", "model.safetensors"))
	index := func(file string) map[string]string {
		return with("model.safetensors.index.json", `{"weight_map":{"a":`+file+`}}`, "model.safetensors")
	}
	hostile := []string{`"../../x.safetensors"`, `"/etc/x.safetensors"`, `"a/b.safetensors"`, `"..\\b.safetensors"`, `".."`, `""`, `"x.py"`}
	for i, name := range hostile {
		s.Add(fmt.Sprintf("hostile%d", i), "main", index(name))
	}
	s.Add("lacks-shard", "main", index(`"x.safetensors"`))
	s.Add("no-map", "main", with("model.safetensors.index.json", `{}`, "model.safetensors"))
	s.Add("no-index", "main", with("model.safetensors.index.json", `{`, "model.safetensors"))
	cases := map[string]string{
		"nobody/nothing": "has no model nobody/nothing; check the name",
		"bert@v9":        "bert has no revision v9",
		"no-config":      "it has no config.json",
		"no-weights":     "it has no model.safetensors; choose another model",
		"no-tokenizer":   "it has no tokenizer.json; write it again",
		"pickled":        "pytorch_model.bin only",
		"lacks-shard":    "names the file x.safetensors, which is not there",
		"no-map":         "names no tensors under weight_map",
		"no-index":       "read model.safetensors.index.json: ",
	}
	for i := range hostile {
		cases[fmt.Sprintf("hostile%d", i)] = "which is not one of weights in its folder; do not use this model"
	}
	for name, want := range cases {
		if _, err := h.Pull(t.Context(), name, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
	if list, err := h.List(); err != nil || len(list) > 0 {
		t.Error(list, err)
	}
	for answer, want := range map[string]string{
		"GatedRepo 403": "bert is gated: accept its terms at " + s.URL + "/bert and set HF_TOKEN",
		" 403":          "lets nobody read bert without a token; set HF_TOKEN",
		" 404":          "has no model bert; check the name",
		" 418":          `answered "418 I'm a teapot" to /api/models/bert/revision/main; check HF_ENDPOINT`,
	} {
		s.Error = answer
		if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", answer, err, want)
		}
	}
	h.Token, s.Error = "t", " 403"
	if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), "your token may not read bert; ask for access at") {
		t.Error(err)
	}
	asked := len(s.Asked())
	h.Offline = true
	if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), "HF_HUB_OFFLINE is set") || len(s.Asked()) > asked {
		t.Error(err)
	}
	s.Close()
	h.Offline = false
	if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), "check the network, the proxy and HF_ENDPOINT") {
		t.Error(err)
	}
	for _, endpoint := range []string{"", "ftp://x", "nothing", "http://"} {
		h.Endpoint = endpoint
		if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), "is not the URL of a Hub") {
			t.Error(err)
		}
	}
}

// listOf is a Hub's answer with the commit and the files of a model.
func listOf(commit string) string {
	return `{"sha":"` + commit + `","siblings":[{"rfilename":"config.json"},{"rfilename":"tokenizer.json"},{"rfilename":"model.safetensors"},{"rfilename":"../../x"}]}`
}

// oddServer starts one that gives the same answer for every file.
func oddServer(t *testing.T, list, tag, length string) (url string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			fmt.Fprint(w, list)
			return
		}
		w.Header().Set("X-Linked-Etag", tag)
		w.Header().Set("X-Linked-Size", length)
		if r.Method == http.MethodGet {
			fmt.Fprint(w, "more than it said")
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Answers that no Hub gives.
func TestPullOddAnswers(t *testing.T) {
	list := listOf(one)
	for _, c := range []struct {
		name, list, tag, length, want string
	}{
		{"bert", "<html>", "", "", "does not answer as a Hub does"},
		{"bert", `{"sha":"../../x"}`, "", "", `says that bert is the commit "../../x", which is none`},
		{"bert@" + two, list, `"` + one + `"`, "3", "answers with the commit " + one + ", which was not asked for"},
		{"bert", list, `"../../x"`, "5", "gives no checksum for config.json"},
		{"bert", list, ``, "5", "gives no checksum for config.json"},
		{"bert", list, `W/"` + one + `"`, "-5", "does not say how long config.json is"},
		{"bert", list, `"` + one + `"`, "x", "does not say how long config.json is"},
		{"bert", list, `"` + one + `"`, "3000000000000000000", "make room, or set HF_HUB_CACHE"},
		{"bert", list, `"` + one + `"`, "6148914691236517206", "make room, or set HF_HUB_CACHE"}, // three of them are 2 more than 64 bits hold
		{"bert", list, `"` + one + `"`, "3", "the server sends more than the 3 bytes that it said"},
	} {
		h := hub.Hub{Cache: t.TempDir(), Pause: time.Millisecond, Endpoint: oddServer(t, c.list, c.tag, c.length)}
		if _, err := h.Pull(t.Context(), c.name, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// A server that has never answered is not waited for five times.
func TestPullNoAnswer(t *testing.T) {
	asked := make(chan bool, 10)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- true
		<-r.Context().Done()
	}))
	defer server.Close()
	h := hub.Hub{Cache: t.TempDir(), Endpoint: server.URL, Pause: time.Millisecond, Stall: 50 * time.Millisecond}
	_, err := h.Pull(t.Context(), "bert", nil)
	if err == nil || !strings.Contains(err.Error(), "nothing came for 50ms; check the network, the proxy and HF_ENDPOINT") || len(asked) != 1 {
		t.Errorf("asked %d times: %v", len(asked), err)
	}
}
