package progen

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// programs is how many programs a test makes: $REFRACT_PROGRAMS, or a few.
func programs(t testing.TB, few int) int {
	n, err := strconv.Atoi(os.Getenv("REFRACT_PROGRAMS"))
	if err != nil {
		return few
	}
	return n
}

// optionsOf varies what programs are like.
func optionsOf(seed uint64) Options {
	return Options{Size: 1 + int(seed%7), F16: seed%5 == 0, Rounding: seed%4 == 1, More: seed%2 == 1, Subgroups: seed%3 == 2, Wide: seed%8 >= 4, Odd: seed%8 >= 6,
		Calls: seed%11 >= 7, Views: seed%11 >= 9}
}

func TestDeterministic(t *testing.T) {
	for seed := range uint64(50) {
		if a, b := Generate(seed, optionsOf(seed)), Generate(seed, optionsOf(seed)); a.Source != b.Source {
			t.Fatalf("seed %d makes two programs", seed)
		}
		if Textures(seed).Source != Textures(seed).Source {
			t.Fatalf("seed %d makes two programs with textures", seed)
		}
	}
}

// TestValid checks that the programs are accepted here.
func TestValid(t *testing.T) {
	var r wgsl.Reader
	var v validate.Validator
	m := ir.NewModule()
	bytes := 0
	for seed := range uint64(programs(t, 1000)) {
		o := optionsOf(seed)
		if o.Fragment = seed%9 == 8; o.Fragment {
			o.More, o.Subgroups = false, false
		}
		p := Generate(seed, o)
		bytes += len(p.Source)
		var list diag.List
		if r.Read(m, p.Source, 1, wgsl.Options{}, &list) != nil {
			v.Validate(m, validate.Options{Capabilities: validate.All}, &list)
		}
		if list.HasErrors() {
			s := list.Sorted()[0]
			t.Errorf("seed %d: %s: %s\n%s", seed, s.Code, s.Message, lineAt(p.Source, int(s.Span.Start)-1))
		}
	}
	t.Logf("%d bytes", bytes)
}

// lineAt is the line of the source at an offset.
func lineAt(src string, at int) string {
	at = min(max(at, 0), len(src))
	end := strings.IndexByte(src[at:], '\n')
	if end < 0 {
		end = len(src) - at
	}
	return src[strings.LastIndexByte(src[:at], '\n')+1 : at+end]
}

// TestTint checks that Tint accepts the programs.
func TestTint(t *testing.T) {
	type row struct {
		Name      string             `json:"name"`
		Source    string             `json:"source"`
		Entry     string             `json:"entry"`
		Overrides map[string]float64 `json:"overrides"`
	}
	var rows []row
	for seed := range uint64(programs(t, 300)) {
		p := Generate(seed, optionsOf(seed))
		rows = append(rows, row{fmt.Sprint(seed), p.Source, p.Entry, p.Overrides})
	}
	for i, v := range harness.Oracle(t, "tint", rows) {
		if !v.OK {
			t.Errorf("seed %s: %s", v.Name, v.Text())
			for _, m := range v.Messages {
				if lines := strings.Split(rows[i].Source, "\n"); m.Line > 0 && m.Line <= len(lines) {
					t.Log(lines[m.Line-1])
				}
			}
		}
	}
}
