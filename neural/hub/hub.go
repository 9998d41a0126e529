// Package hub keeps the folders of neural models: it finds them in the cache of the
// Hugging Face Hub, fetches them into it, and says what one is and whether it is
// whole.
//
// The cache is the standard one, so that a model which huggingface_hub fetched is
// found here, and the other way round:
//
//	models--ORG--NAME/
//		blobs/CHECKSUM              the files, by what is in them
//		snapshots/COMMIT/config.json  links to the blobs
//		refs/main                   the commit that a branch or tag was
//
// What a server says is not trusted. Names that lead out of the cache are refused,
// and a file appears only once its content has the checksum that stands for it: the
// SHA-256 of large files, the object id of git for others. The token goes to the
// endpoint and to no other host.
//
// A Hub is given what it needs, its environment included; the package has no state,
// prints nothing, and reaches the network in Pull alone. Packages safetensors,
// tokenizer and encoder read what is in a folder.
package hub

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// DefaultEndpoint is where models are when HF_ENDPOINT does not say otherwise: that
// of huggingface_hub.
const DefaultEndpoint = "https://huggingface.co"

// A Hub is a cache of models and where they come from.
type Hub struct {
	Cache     string       // its folder; it need not exist
	Endpoint  string       // URL of a Hub, without a slash at its end
	Token     string       // sent to Endpoint; "" for the one in TokenFile
	TokenFile string       // need not exist
	Offline   bool         // Pull is refused
	Client    *http.Client // nil for http.DefaultClient

	// Pause is the time before a request is tried again, each time twice as long; 0
	// means a second. Stall is how long a server may be silent; 0 means 30 seconds.
	Pause, Stall time.Duration
}

// FromEnv gives the Hub of an environment, by the variables of huggingface_hub:
// HF_HUB_CACHE, HF_HOME, XDG_CACHE_HOME, HF_ENDPOINT, HF_TOKEN, HF_TOKEN_PATH,
// HF_HUB_OFFLINE, and their older names. A variable that is empty counts as none.
func FromEnv(getenv func(string) string) Hub {
	first := func(names ...string) string {
		for _, n := range names {
			if v := getenv(n); v != "" {
				return v
			}
		}
		return ""
	}
	user := first("HOME", "USERPROFILE")
	folder := func(v string, otherwise ...string) string {
		if v == "" {
			if otherwise[0] == "" {
				return "" // nobody has said where
			}
			return filepath.Join(otherwise...)
		}
		if v == "~" || strings.HasPrefix(v, "~/") {
			v = user + v[1:]
		}
		return filepath.Clean(os.Expand(v, getenv))
	}
	caches := ""
	if user != "" {
		caches = filepath.Join(user, ".cache")
	}
	home := folder(getenv("HF_HOME"), folder(getenv("XDG_CACHE_HOME"), caches), "huggingface")
	h := Hub{
		Cache:     folder(first("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"), home, "hub"),
		Endpoint:  strings.TrimRight(first("HF_ENDPOINT"), "/"),
		Token:     strings.TrimSpace(first("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")),
		TokenFile: folder(getenv("HF_TOKEN_PATH"), home, "token"),
	}
	if h.Endpoint == "" {
		h.Endpoint = DefaultEndpoint
	}
	switch strings.ToUpper(first("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")) {
	case "1", "ON", "YES", "TRUE":
		h.Offline = true
	}
	return h
}

// cache is the folder, or why there is none.
func (h *Hub) cache() (string, error) {
	if h.Cache == "" {
		return "", errors.New("there is no folder for models: neither HF_HUB_CACHE nor HF_HOME nor HOME is set; set HF_HUB_CACHE")
	}
	return h.Cache, nil
}
