package database

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"hed/study"
)

// Every row that counts has a seal, by which Verify finds what was changed without the
// store: by a disk, by a copy that went wrong, or by another program. It is not a
// signature: who can write the database can make seals too.
//
// A seal has two halves. The first is the digest of the row itself. The second, where
// rows only ever follow each other, is the digest of the first and of the row before, so
// that a row which is lost, put in or moved is found as well. The end of such a chain
// is kept apart, or nobody would miss its last row. Judges have chains of their own,
// since their answers are saved side by side: one of answers to cases, and one of
// what they said about themselves, which goes if they are erased.

// half is the length of one half of a seal, in bytes.
const half = sha256.Size / 2

// digest is that of the fields of a row. Each has its kind and length before it, so
// that no two rows read alike.
func digest(fields ...any) []byte {
	buf := make([]byte, 0, 256)
	number := func(kind byte, n int64) {
		buf = append(buf, kind)
		buf = binary.BigEndian.AppendUint64(buf, uint64(n))
	}
	for _, f := range fields {
		switch f := f.(type) {
		case int:
			number('n', int64(f))
		case int64:
			number('n', f)
		case time.Time:
			if f.IsZero() {
				buf = append(buf, '0')
			} else {
				number('t', f.UnixMicro())
			}
		case string:
			number('s', int64(len(f)))
			buf = append(buf, f...)
		case []byte:
			number('b', int64(len(f)))
			buf = append(buf, f...)
		default:
			panic(fmt.Sprintf("digest of %T", f))
		}
	}
	sum := sha256.Sum256(buf)
	return sum[:half]
}

// A chain is how far rows follow each other.
type chain struct {
	length int64
	tip    []byte // the digest of the last row's seal and number; nil before the first
}

// seal is that of the next row, which has this digest.
func (c chain) seal(own []byte) []byte { return append(own[:half:half], digest(c.tip, own)...) }

// after is the chain with a row that has this seal and number. The number is not in the
// seal because the database gives it to the row only when it is there.
func (c chain) after(seal []byte, seq int64) chain {
	return chain{c.length + 1, digest(seal, seq)}
}

// holds tells whether a seal has the digest of its row, and whether the row comes next
// in the chain.
func (c chain) holds(seal, own []byte) (same, next bool) {
	if len(seal) != 2*half {
		return false, false
	}
	return bytes.Equal(seal[:half], own), bytes.Equal(seal, c.seal(seal[:half]))
}

func (c chain) equal(d chain) bool { return c.length == d.length && bytes.Equal(c.tip, d.tip) }

// The names of the chains that a study has one of.
const (
	caseChain  = "case"
	judgeChain = "judge"
	eventChain = "event"
)

// chain gives one of the study's chains.
func (t *tx) chain(name string) (c chain, err error) {
	found, err := t.one(`SELECT length, tip FROM chain WHERE name = $1`, []any{name}, &c.length, &c.tip)
	if err == nil && !found {
		err = fmt.Errorf("the chain of %ss is missing", name)
	}
	return c, err
}

func (t *tx) setChain(name string, c chain) error {
	_, err := t.exec(`UPDATE chain SET length = $1, tip = $2 WHERE name = $3`, c.length, c.tip, name)
	return err
}

func digestOfStudy(body, consensus string, running int) []byte {
	return digest("study", body, consensus, running)
}

func digestOfCase(number int, body string) []byte { return digest("case", number, body) }

// digestOfJudge leaves out when the judge was seen, which is news and not history.
func digestOfJudge(j *study.Judge) []byte {
	return digest("judge", j.ID, string(j.State), j.Token[:], j.Created)
}

// memberOf is what never changes of a judge, for the chain of judges.
func memberOf(j *study.Judge) []byte { return digest("judge", j.ID, j.Created) }

// digestOfTask leaves out when the task was touched, which changes for all at once when
// a study continues.
func digestOfTask(k *study.Task) []byte {
	return digest("task", k.Judge, k.Case, k.Position, k.Round, string(k.State), k.Step, k.Given, k.Done)
}

func digestOfAnswer(a *study.Answer) []byte {
	return digest("answer", a.Judge, a.ID, a.Case, a.Question, a.Value, a.At, a.Millis, a.Origin)
}

func digestOfEvent(e *study.Event) []byte {
	return digest("event", e.At, e.By, e.What, e.Of, e.Note)
}
