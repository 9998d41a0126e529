// Prose tags sentences with jdkato/prose, the peer of hed's tagger. It is a
// module of its own, so that hed does not depend on it.
//
// It reads a file of sentences, one per line, and then obeys commands on stdin as
// bench/peers.py does: "run" tags all and answers with the seconds that took,
// "tags" answers with words and tags.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/jdkato/prose/v2"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: prose FILE")
	}
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	sentences := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	first, err := prose.NewDocument("Ready", prose.WithExtraction(false), prose.WithSegmentation(false))
	if err != nil {
		log.Fatal(err)
	}
	answer := json.NewEncoder(os.Stdout)
	answer.Encode(map[string]any{})
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		start := time.Now()
		tags := make([][][2]string, len(sentences))
		for i, s := range sentences {
			doc, err := prose.NewDocument(s, prose.UsingModel(first.Model), prose.WithExtraction(false), prose.WithSegmentation(false))
			if err != nil {
				log.Fatal(err)
			}
			for _, t := range doc.Tokens() {
				tags[i] = append(tags[i], [2]string{t.Text, t.Tag})
			}
		}
		seconds := time.Since(start).Seconds()
		switch in.Text() {
		case "run":
			answer.Encode(map[string]any{"seconds": seconds})
		case "tags":
			answer.Encode(map[string]any{"tags": tags})
		default:
			answer.Encode(map[string]any{"error": fmt.Sprintf("no command %q", in.Text())})
		}
	}
}
