// Package remotetest is an endpoint for tests: a server on this machine with OpenAI's chat interface, which answers as a
// test wants, or fails in all the ways in which servers do.
package remotetest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/generate/remote"
)

// A Server counts what it is asked.
type Server struct {
	URL string

	mu       sync.Mutex
	requests int
	asked    map[string]int // by name
	answered map[string]int // to the end
	tokens   remote.Usage
}

// An Ask is a request.
type Ask struct {
	Name     string // the same for the same messages and seed
	Try      int    // how often it has come, from 1
	Key      string
	Model    string           `json:"model"`
	Messages []remote.Message `json:"messages"`
	N        int              `json:"n"`
	Seed     *uint64          `json:"seed"`
	Format   json.RawMessage  `json:"response_format"`
	Longest  int              `json:"max_tokens"`

	server *Server
	gone   <-chan struct{} // closed when whoever asked has left
}

// New starts a server, whose answers reply writes. It is closed when the test ends.
func New(t testing.TB, reply func(http.ResponseWriter, *Ask)) *Server {
	t.Helper()
	s := &Server{asked: map[string]int{}, answered: map[string]int{}}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		a := &Ask{server: s, gone: r.Context().Done(), Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")}
		if err != nil || r.URL.Path != "/v1/chat/completions" || json.Unmarshal(body, a) != nil || len(a.Messages) == 0 {
			http.Error(w, "this is not a request", http.StatusBadRequest)
			return
		}
		seed := uint64(0)
		if a.Seed != nil {
			seed = *a.Seed
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %q", seed, a.N, a.Messages))
		a.Name = hex.EncodeToString(sum[:8])
		s.mu.Lock()
		s.requests++
		s.asked[a.Name]++
		a.Try = s.asked[a.Name]
		s.mu.Unlock()
		reply(w, a)
	}))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	s.URL = h.URL + "/v1"
	return s
}

// Requests is how many there were.
func (s *Server) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

// Answered is how many different requests were answered to the end, and how many answers more than that there were.
func (s *Server) Answered() (different, again int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.answered {
		different++
		again += n - 1
	}
	return different, again
}

// Tokens are those that the server would bill, with those of answers that did not reach anybody.
func (s *Server) Tokens() remote.Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tokens
}

// Text is the last message: what is asked.
func (a *Ask) Text() string { return a.Messages[len(a.Messages)-1].Content }

// Headline is what the server writes for an article: its first words, as the JSON that models are asked for.
func Headline(text string) string {
	words := strings.Fields(text)
	data, err := json.Marshal(map[string]string{"headline": strings.Join(words[:min(6, len(words))], " ")})
	if err != nil {
		panic(err) // of a string
	}
	return string(data)
}

// Answer is the body of an answer with some texts. A token is four bytes.
func (a *Ask) Answer(texts ...string) []byte {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	type choice struct {
		Message message `json:"message"`
	}
	var b struct {
		Choices []choice `json:"choices"`
		Usage   struct {
			In  int `json:"prompt_tokens"`
			Out int `json:"completion_tokens"`
		} `json:"usage"`
	}
	for _, m := range a.Messages {
		b.Usage.In += len(m.Content) / 4
	}
	for _, text := range texts {
		b.Usage.Out += len(text) / 4
		b.Choices = append(b.Choices, choice{message{"assistant", text}})
	}
	a.server.mu.Lock()
	a.server.tokens.In += b.Usage.In
	a.server.tokens.Out += b.Usage.Out
	a.server.mu.Unlock()
	data, err := json.Marshal(b)
	if err != nil {
		panic(err) // of strings and numbers
	}
	return data
}

// Say answers with some texts.
func (a *Ask) Say(w http.ResponseWriter, texts ...string) {
	body := a.Answer(texts...)
	// Counted before: whoever gets the last byte may look at once.
	a.server.mu.Lock()
	a.server.answered[a.Name]++
	a.server.mu.Unlock()
	w.Write(body)
}

// Ways is in how many ways Storm answers.
const Ways = 17

// Way is how Storm treats an article that has the word "way" and a number in it.
func (a *Ask) Way() int {
	_, after, _ := strings.Cut(a.Text(), "way ")
	way := 0
	fmt.Sscanf(after, "%d", &way)
	return way
}

// Storm answers with headlines, but in most ways not at first, and in some never: see the cases.
func Storm(w http.ResponseWriter, a *Ask) {
	fail := func(code int, header, value string) {
		if header != "" {
			w.Header().Set(header, value)
		}
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"message":"no luck with %s","code":null}}`, a.Key)
	}
	first := a.Try == 1
	switch way := a.Way(); {
	case way == 1 && first:
		fail(http.StatusTooManyRequests, "Retry-After", "0")
	case way == 2 && a.Try <= 2:
		fail(http.StatusInternalServerError, "", "")
	case way == 3 && first: // it stalls
		<-a.gone
	case way == 4 && first: // it closes in the middle
		cut(w, a.Answer(Headline(a.Text())), true)
	case way == 5 && first: // it sends half of the JSON, as if that were all
		cut(w, a.Answer(Headline(a.Text())), false)
	case way == 6:
		a.Say(w, `{"headline":"市议会决定关闭旧海港大桥 – il ponte è chiuso 🙂"}`)
	case way == 7: // never a headline
		a.Say(w, `{"headline":"`+strings.Repeat("word ", 10_000)+`"}`)
	case way == 8: // slowly
		body := a.Answer(Headline(a.Text()))
		a.server.mu.Lock()
		a.server.answered[a.Name]++
		a.server.mu.Unlock()
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		for len(body) > 0 {
			n := min(40, len(body))
			w.Write(body[:n])
			w.(http.Flusher).Flush()
			body = body[n:]
			time.Sleep(5 * time.Millisecond)
		}
	case way == 9: // the key comes back
		a.Say(w, `{"headline":"The key is `+a.Key+` today"}`)
	case way == 10 && a.Seed != nil && *a.Seed == 1: // half of the model's own JSON
		a.Say(w, `{"headline":"The council vo`)
	case way == 11 && first:
		fail(http.StatusServiceUnavailable, "Retry-After", time.Now().UTC().Format(http.TimeFormat))
	case way == 12: // refused for what it says
		fail(http.StatusBadRequest, "", "")
	case way == 13 && first: // closed before a word
		panic(http.ErrAbortHandler)
	case way == 14: // so does it here, behind escapes of the model's JSON
		a.Say(w, `{"headline":"The key is `+strings.ReplaceAll(a.Key, "e", `\u0065`)+` today"}`)
	case way == 15: // the model will not
		fmt.Fprint(w, `{"choices":[{"message":{"content":null,"refusal":"I cannot help with that."}}]}`)
	default:
		a.Say(w, Headline(a.Text()))
	}
}

// cut sends half of a body.
func cut(w http.ResponseWriter, body []byte, close bool) {
	if close {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	}
	w.Write(body[:len(body)/2])
	if close {
		panic(http.ErrAbortHandler)
	}
}
