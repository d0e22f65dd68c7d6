package harness

// This file gives texts to the checker of MSL, which starts a compiler for every row. That takes longer
// than the compiling, so that many texts go into one row, each in a namespace of its own. What that could
// hide is checked or kept from happening:
//
//   - Names of a namespace hide those of Metal's library, where names at file scope
//     clash with them: one more row declares every name beside the library's.
//   - The checker takes functions that differ in address spaces only for one: texts
//     with two such functions never share a row.
//   - A row with an error is read again, each text alone.

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A metalText is a row of the checker.
type metalText struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

const (
	metalHeader = "#include <metal_stdlib>\n#include <simd/simd.h>\n\nusing namespace metal;\n"
	batchSize   = 32 // texts
)

var (
	signature = regexp.MustCompile(`(?:template\s*<[^<>{}();]*>\s*)?[\w:<>,&* \t]+?\b(\w+)\s*\([^(){};]*\)\s*\{`)
	spaces    = regexp.MustCompile(`\b(?:device|constant|threadgroup|thread|const)\b|\s+`)
	// atFileScope are the names at file scope, which begin their line.
	atFileScope = regexp.MustCompile(`(?m)^[A-Za-z][\w:<>, ]*[&* ] ?(\w+)(?: \{|\(| = |;|\[)`)
)

// A metalBatch is a row of several texts.
type metalBatch struct {
	texts      []int             // their indices
	signatures map[string]string // as the checker compares them, to their spelling
	source     strings.Builder
}

// add takes a text unless the checker would merge one of its functions with
// another text's.
func (b *metalBatch) add(index int, source string, signatures [][2]string) bool {
	for _, s := range signatures {
		if was, ok := b.signatures[s[0]]; ok && was != s[1] {
			return false
		}
	}
	for _, s := range signatures {
		b.signatures[s[0]] = s[1]
	}
	fmt.Fprintf(&b.source, "namespace text_%d {\n%s}\n", len(b.texts), source)
	b.texts = append(b.texts, index)
	return true
}

// metalSignatures are those of a text's functions: as the checker compares them, and as
// they are spelled.
func metalSignatures(text string) (list [][2]string) {
	for _, s := range signature.FindAllString(text, -1) {
		s = strings.TrimSuffix(s, "{")
		list = append(list, [2]string{spaces.ReplaceAllString(s, ""), s})
	}
	return list
}

// interpolants declares Metal's type of inputs that are interpolated elsewhere, which the checker's
// library lacks (Metal Shading Language specification, from 2.3 on).
const interpolants = `namespace metal {
enum class interpolation { perspective, no_perspective };
template <typename T, interpolation P> struct interpolant {
    T interpolate_at_center() const;
    T interpolate_at_centroid() const;
    T interpolate_at_sample(uint) const;
    T interpolate_at_offset(float2) const;
};
}
`

// metalTexts are rows as the checker of MSL reads them, which ignores other fields.
func metalTexts[Row any](t testing.TB, rows []Row) []metalText {
	t.Helper()
	texts := make([]metalText, len(rows))
	for i := range rows {
		text, err := json.Marshal(rows[i])
		if err == nil {
			err = json.Unmarshal(text, &texts[i])
		}
		if err != nil {
			t.Fatal(err)
		}
		if x := &texts[i]; strings.Contains(x.Source, "interpolant<") {
			x.Source = strings.Replace(x.Source, "using namespace metal;", interpolants+"using namespace metal;", 1)
		}
	}
	return texts
}

// checkMetal has the checker read texts in batches, and answers as it does for each alone.
func checkMetal(t testing.TB, texts []metalText) []Verdict {
	t.Helper()
	var open, batches []*metalBatch
	names := map[string][]int{} // at file scope, with the texts that declare them
	var again []int
	for i, x := range texts {
		if strings.HasPrefix(x.Source, "namespace ") || strings.Contains(x.Source, "\nnamespace ") {
			again = append(again, i) // it adds to the library
			continue
		}
		found := metalSignatures(x.Source)
		at := slices.IndexFunc(open, func(b *metalBatch) bool { return b.add(i, x.Source, found) })
		if at < 0 {
			b := &metalBatch{signatures: map[string]string{}}
			b.add(i, x.Source, found)
			at, open, batches = len(open), append(open, b), append(batches, b)
		}
		if len(open[at].texts) == batchSize {
			open = slices.Delete(open, at, at+1)
		}
		for _, m := range atFileScope.FindAllStringSubmatch(strings.Replace(x.Source, "using namespace metal;", "", 1), -1) {
			names[m[1]] = append(names[m[1]], i)
		}
	}
	rows := []metalText{{"names at file scope", BesideLibrary(slices.Sorted(maps.Keys(names)))}}
	for i, b := range batches {
		rows = append(rows, metalText{fmt.Sprint("batch ", i), b.source.String()})
	}
	answers := ask(t, "msl", rows)
	verdicts, clash := make([]Verdict, len(texts)), clashing(&answers[0], names)
	for i, b := range batches {
		for _, k := range b.texts {
			if !answers[i+1].OK || clash[k] {
				again = append(again, k)
			} else {
				verdicts[k] = Verdict{Name: texts[k].Name, OK: true}
			}
		}
	}
	if len(again) > 0 {
		alone := make([]metalText, len(again))
		for i, k := range again {
			alone[i] = texts[k]
		}
		for i, v := range ask(t, "msl", alone) {
			verdicts[again[i]] = v
		}
	}
	return verdicts
}

var ambiguous = regexp.MustCompile(`^reference to '(\w+)' is ambiguous`)

// clashing are the texts that declare a name that the library declares, by the answer to
// [BesideLibrary]: all if that has other errors, or as many as the compiler reports.
func clashing(answer *Verdict, names map[string][]int) map[int]bool {
	const most = 20
	texts := map[int]bool{}
	errors, all := 0, false
	for _, m := range answer.Messages {
		if m.Type != "error" {
			continue
		}
		errors++
		found := ambiguous.FindStringSubmatch(m.Text)
		if all = all || found == nil; all {
			break
		}
		for _, k := range names[found[1]] {
			texts[k] = true
		}
	}
	if all || errors >= most-1 || errors == 0 && !answer.OK {
		for _, list := range names {
			for _, k := range list {
				texts[k] = true
			}
		}
	}
	return texts
}

// BesideLibrary is a text of MSL in which each name is ambiguous if Metal's library
// declares it.
func BesideLibrary(names []string) string {
	var text strings.Builder
	text.WriteString(metalHeader)
	for i, n := range names {
		fmt.Fprintf(&text, "namespace of_name_%d { constant int %s = 1; }\nusing namespace of_name_%d;\nint use_of_name_%d() { return %s; }\n", i, n, i, i, n)
	}
	return text.String()
}
