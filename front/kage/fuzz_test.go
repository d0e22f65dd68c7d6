package kage_test

// This file reads arbitrary text, and programs with pieces exchanged.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/front/kage"
	"refract/internal/kagegen"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
)

// readAny reads a text: there is a valid module, or an error with a position.
func readAny(t *testing.T, r *kage.Reader, src string, o kage.Options) {
	t.Helper()
	start := time.Now()
	var list diag.List
	sources, base := diag.NewSources("a.kage", src)
	m := r.Read(ir.NewModule(), src, base, o, &list)
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("%v for\n%s", d, src)
	}
	if m == nil {
		if !list.HasErrors() {
			t.Errorf("there is neither a module nor an error:\n%s", src)
		}
		for _, d := range list.Sorted() {
			if _, ok := sources.Position(d.Span.Start); !ok {
				t.Errorf("%s has no position:\n%s", d.Message, src)
			}
		}
		return
	}
	if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
		t.Errorf("%v:\n%s\n%s", err, src, ir.Print(m))
	}
}

func FuzzRead(f *testing.F) {
	for i := range uint64(3) {
		f.Add(kagegen.Program(i), false)
	}
	for _, s := range statements[:40] {
		f.Add(fmt.Sprintf(around, s.text), true)
	}
	r := new(kage.Reader)
	f.Fuzz(func(t *testing.T, src string, bare bool) {
		if len(src) < 1<<14 {
			readAny(t, r, src, kage.Options{Bare: bare})
		}
	})
}

// TestMutants reads programs in which words are left out, doubled, exchanged and replaced.
func TestMutants(t *testing.T) {
	n := sweep.Count(6000)
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"(", ")", "{", "}", "[", "]", "x", "0", "-1", "1.5", "vec2", "mat3", "for", "range", "if", ":=", "=", "_", ",", ";", "%", "<<", "return", "func", "const", "var", "U0", "true", ".xy", "...", "[3]int", "discard()", "&^", "1e400", "999999999999"}
	r := new(kage.Reader)
	for i := range n {
		src := kagegen.Program(uint64(i % 50))
		fields := strings.SplitAfter(src, " ")
		for range 1 + random.IntN(3) {
			a, b := random.IntN(len(fields)), random.IntN(len(fields))
			switch random.IntN(4) {
			case 0:
				fields[a] = " "
			case 1:
				fields[a] += fields[a]
			case 2:
				fields[a], fields[b] = fields[b], fields[a]
			default:
				fields[a] = words[random.IntN(len(words))] + " "
			}
		}
		readAny(t, r, strings.Join(fields, ""), kage.Options{})
		if t.Failed() {
			return
		}
	}
}
