package endtoend

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	spvback "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// translator runs the whole way from WGSL to SPIR-V, reusing memory, and turns a
// panic into a failure of the test that shows the source.
type translator struct {
	reader    wgsl.Reader
	validator validate.Validator
	writer    spvback.Writer
	module    *ir.Module
	words     []uint32
}

func (x *translator) run(t *testing.T, src string) (outcome string) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("panic: %v\n%s\n%s", p, src, debug.Stack())
			outcome = "panic"
		}
	}()
	if x.module == nil {
		x.module = ir.NewModule()
	}
	var diags diag.List
	if x.reader.Read(x.module, src, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &diags) == nil {
		if !diags.HasErrors() {
			t.Errorf("no module and no error:\n%s", src)
		}
		return "refused by the front end"
	}
	x.validator.Validate(x.module, validate.Options{Capabilities: validate.All}, &diags)
	if diags.HasErrors() {
		return "refused by the validator"
	}
	var err error
	if x.words, err = x.writer.Write(x.words[:0], x.module, spvback.NewOptions()); err != nil {
		return "refused by the writer"
	}
	return "written"
}

// mutationSeeds are the project's own shaders and, where present, the corpus's.
func mutationSeeds(t *testing.T) (seeds []string) {
	files, err := filepath.Glob(filepath.Join("testdata", "shaders", "*.wgsl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no shaders: %v", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, string(text))
	}
	t.Run("corpus", func(t *testing.T) {
		for _, s := range harness.Shaders(t) {
			if len(s.Source) < 8000 {
				seeds = append(seeds, harness.StripComments(s.Source))
			}
		}
	})
	return seeds
}

// mutate changes a source at random: cuts it off, flips bytes, swaps, repeats or
// removes words, or nests a part deeply.
func mutate(r *rand.Rand, src string) string {
	words := strings.FieldsFunc(src, func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' })
	if len(words) == 0 {
		return src
	}
	switch r.IntN(8) {
	case 0:
		return src[:r.IntN(len(src))]
	case 1, 2:
		b := []byte(src)
		for range 1 + r.IntN(4) {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		return string(b)
	case 3:
		i, j := r.IntN(len(words)), r.IntN(len(words))
		words[i], words[j] = words[j], words[i]
	case 4:
		i := r.IntN(len(words))
		words = append(words[:i], words[i+1:]...)
	case 5:
		words[r.IntN(len(words))] = words[r.IntN(len(words))]
	case 6:
		const punctuation = "(){}[]<>;:,.=+-*/%&|^!@"
		at, n := r.IntN(len(src)), 1+r.IntN(3000)
		return src[:at] + strings.Repeat(string(punctuation[r.IntN(len(punctuation))]), n) + src[at:]
	case 7:
		at := r.IntN(len(src))
		pair := [][2]string{{"(", ")"}, {"{", "}"}, {"[", "]"}, {"vec2<", ">"}, {"if true {", "}"}, {"loop {", "}"}, {"-", ""}, {"&", ""}, {"array<", ",1>"}}[r.IntN(9)]
		n := 1 + r.IntN(400)
		return src[:at] + strings.Repeat(pair[0], n) + strings.Repeat(pair[1], n) + src[at:]
	}
	return strings.Join(words, " ")
}

// TestMutations translates broken shaders: each must give a result or a
// diagnostic, in time. $REFRACT_MUTATIONS sets how many; the whole measure is
// 100,000.
func TestMutations(t *testing.T) {
	count := number(t, "REFRACT_MUTATIONS", 10_000)
	if testing.Short() {
		count = 1000
	}
	seeds := mutationSeeds(t)
	r := rand.New(rand.NewPCG(1, 2))
	var x translator
	outcomes := map[string]int{}
	for range count {
		src := seeds[r.IntN(len(seeds))]
		for range 1 + r.IntN(3) {
			src = mutate(r, src)
		}
		if d := harness.CPUTime(func() { outcomes[x.run(t, src)]++ }); d > time.Second {
			t.Errorf("%v for %d bytes:\n%.2000s", d, len(src), src)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d mutated shaders: %v", count, outcomes)
}

// TestSeedsTranslate checks that the project's own shaders come through whole.
func TestSeedsTranslate(t *testing.T) {
	var x translator
	files, _ := filepath.Glob(filepath.Join("testdata", "shaders", "*.wgsl"))
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.run(t, string(text)); got != "written" {
			t.Errorf("%s: %s", f, got)
		}
	}
}
