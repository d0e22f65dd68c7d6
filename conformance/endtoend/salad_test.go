package endtoend

// Sources made of tokens that stand where they don't belong. Mutation of bytes breaks
// words, and hardly ever gets past the lexer; these break what parsers and checkers
// suppose of the order of things, such as what was read ahead of the current token.

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"refract"
	"refract/front/wgsl"
	glslformat "refract/internal/front/glsl/format"
	wgslformat "refract/internal/front/wgsl/format"
	"refract/internal/harness"
)

// A salad mixes the tokens of a language's sources.
type salad struct {
	from    refract.Language
	ext     []string
	sources [][]string
	format  func(name, src string) (string, error)
}

func (s *salad) add(t *testing.T, pattern string) {
	t.Helper()
	files, _ := filepath.Glob(pattern)
	if len(files) == 0 {
		t.Fatalf("no %s", pattern)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || info.IsDir() {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) != ".txtar" {
			s.sources = append(s.sources, harness.Tokens(string(text)))
			continue
		}
		for _, f := range txtar.Parse(text).Files {
			if strings.HasSuffix(f.Name, ".wesl") {
				s.sources = append(s.sources, harness.Tokens(string(f.Data)))
			}
		}
	}
}

// mix makes a source: of single tokens, or a real one some of whose parts are gone,
// moved, repeated or another source's.
func (s *salad) mix(r *rand.Rand) string {
	any := func() []string { return s.sources[r.IntN(len(s.sources))] }
	one := func() string { all := any(); return all[r.IntN(len(all))] }
	some := func(all []string, most int) []string {
		at := r.IntN(len(all))
		return all[at:min(len(all), at+1+r.IntN(most))]
	}
	var tokens []string
	if r.IntN(3) == 0 {
		for range 1 + r.IntN(30) {
			if r.IntN(3) == 0 {
				tokens = append(tokens, some(any(), 6)...)
			} else {
				tokens = append(tokens, one())
			}
		}
	} else {
		tokens = append(tokens, any()...)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(tokens))
			end := min(len(tokens), at+1+r.IntN(4))
			var by []string
			switch r.IntN(12) {
			case 0: // gone
			case 1:
				by = []string{one()}
			case 2:
				by = some(any(), 8)
			case 3:
				by = some(tokens, 8)
			case 4:
				end = at
				by = []string{one(), one()}
			case 5:
				by = append(append([]string{}, tokens[at:end]...), tokens[at:end]...)
			default: // one of the same kind
				end = at + 1
				by = []string{tokens[at]}
				for range 50 {
					if other := tokens[r.IntN(len(tokens))]; harness.Alike(other, tokens[at]) {
						by[0] = other
						break
					}
				}
			}
			if tokens = append(append(append([]string{}, tokens[:at]...), by...), tokens[end:]...); len(tokens) == 0 {
				break
			}
		}
	}
	return strings.Join(tokens, "")
}

// number is what a variable of the environment says, or a default.
func number(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(s, 10, 48)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestSalad gives readers, formatters and writers such sources in every language that is
// text. $REFRACT_PROGRAMS says how
// many of each, $REFRACT_SEED from which on.
func TestSalad(t *testing.T) {
	count, first := number(t, "REFRACT_PROGRAMS", 1000), number(t, "REFRACT_SEED", 1)
	salads := map[string]*salad{
		"WGSL":   {from: refract.WGSL, ext: []string{"wgsl"}, format: wgslformat.Source},
		"WESL":   {from: refract.WGSL, ext: []string{"wesl"}, format: wgslformat.Source},
		"GLSL":   {from: refract.GLSL, ext: []string{"frag", "vert", "comp", "glsl"}, format: glslformat.Source},
		"SPIR-V": {from: refract.SPIRVAssembly, ext: []string{"spvasm"}},
		"IR":     {from: refract.IR, ext: []string{"ir"}},
		"SSA":    {from: refract.SSA, ext: []string{"ssa"}},
	}
	salads["WGSL"].add(t, "testdata/shaders/*.wgsl")
	salads["WGSL"].add(t, "conformance/testdata/hostile/*.wgsl")
	salads["WESL"].add(t, "testdata/wesl/*.txtar")
	salads["GLSL"].add(t, "testdata/styles/*")
	salads["GLSL"].add(t, "testdata/glsl/*")
	salads["GLSL"].add(t, "front/glsl/testdata/shaders/*")
	salads["SPIR-V"].add(t, "conformance/testdata/spirv/*.spvasm")
	for _, name := range []string{"IR", "SSA"} {
		s := salads[name]
		for _, src := range shaders(t) {
			if out, err := refract.Translate(context.Background(), "x.wgsl", src, refract.TranslateOptions{To: s.from}); err == nil {
				s.sources = append(s.sources, harness.Tokens(out.Text))
			}
		}
	}
	for name, s := range salads {
		t.Run(name, func(t *testing.T) {
			accepted := 0
			for seed := first; seed < first+count; seed++ {
				r := rand.New(rand.NewPCG(seed, 1))
				src := s.mix(r)
				func() {
					defer func() {
						if t.Failed() {
							t.Logf("seed %d:\n%s", seed, src)
						}
					}()
					d := harness.CPUTime(func() {
						if s.taste(t, r, src) {
							accepted++
						}
					})
					if d > 5*time.Second {
						t.Fatalf("%v for %d bytes", d, len(src))
					}
				}()
			}
			t.Logf("%d sources, %d accepted", count, accepted)
		})
	}
}

// taste reads a source, writes it in some language, and formats it.
func (s *salad) taste(t *testing.T, r *rand.Rand, src string) bool {
	name := "main." + s.ext[r.IntN(len(s.ext))]
	to := refract.Languages()
	o := refract.TranslateOptions{From: s.from, To: to[r.IntN(len(to))], Budget: fuzzBudget}
	o.Optimize.Level = r.IntN(3)
	if s.ext[0] == "wesl" {
		data := &fstest.MapFile{Data: []byte(s.mix(r))}
		files := fstest.MapFS{"main.wesl": {Data: []byte(src)}, "a.wesl": data, "util.wesl": data, "p/package.wesl": data}
		o.From = refract.Auto
		o.Parse.Options = refract.LanguageOptions{refract.WGSL: &wgsl.Options{Features: map[string]bool{"a": true, "debug": true},
			Importer: wgsl.FS(files, "", map[string]wgsl.Package{"p": {FS: files, Root: "p"}})}}
	}
	_, err := refract.Translate(context.Background(), name, []byte(src), o)
	noFault(t, err)
	if s.format != nil {
		if formatted, err := s.format(name, src); err == nil {
			if again, err := s.format(name, formatted); err != nil || again != formatted {
				t.Fatalf("formatted again: %v\n%s\nfirst:\n%s", err, again, formatted)
			}
		}
	}
	return err == nil
}
