package endtoend

// Mutants that are accepted all the same, in the eyes of other compilers: what is
// written of them is valid. A mutant changes a program in ways that nobody would write,
// which is where writers meet what their tests never had.

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/internal/harness"
	"refract/spirv"
)

// reword changes a word of a source for another of its kind, so that many mutants are
// valid: operators, numbers, types, names.
func reword(r *rand.Rand, src string) string {
	kinds := [][]string{
		{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"},
		{"==", "!=", "<", "<=", ">", ">="},
		{"+=", "-=", "*=", "/=", "%=", "&=", "|="},
		{"0", "1", "2", "3", "7", "31", "32", "255", "1000"},
		{"0.0", "1.0", "0.5", "-1.0", "1e30", "1e-30", "3.0"},
		{"f32", "i32", "u32", "bool"}, {"vec2f", "vec3f", "vec4f"}, {"vec2u", "vec3u", "vec4u"},
		{".x", ".y", ".xy", ".yx", ".xyz", ".zyx"}, {"sin", "abs", "floor", "sqrt", "fract", "exp2"}, {"min", "max", "pow", "step", "atan2"},
		{"true", "false"}, {"break", "continue", "return"}, {"let", "var", "const"}, {"i++", "i--", "i += 2"},
	}
	for range 20 {
		kind := kinds[r.IntN(len(kinds))]
		from, to := " "+kind[r.IntN(len(kind))], " "+kind[r.IntN(len(kind))]
		if from[1] == '.' {
			from, to = from[1:], to[1:]
		}
		n := strings.Count(src, from)
		if n == 0 || from == to {
			continue
		}
		at := 0
		for skip := r.IntN(n); ; skip-- {
			i := strings.Index(src[at:], from)
			if skip == 0 {
				return src[:at+i] + to + src[at+i+len(from):]
			}
			at += i + len(from)
		}
	}
	return src
}

// outsideRow is what is written of a mutant, for one of the compilers.
type outsideRow struct {
	Name    string   `json:"name"`
	Source  string   `json:"source,omitempty"`
	SPIRV   string   `json:"spirv,omitempty"`
	DXIL    string   `json:"dxil,omitempty"`
	DXBC    string   `json:"dxbc,omitempty"`
	Env     string   `json:"env,omitempty"`
	Stage   string   `json:"stage,omitempty"`
	Entry   string   `json:"entry,omitempty"`
	Profile string   `json:"profile,omitempty"`
	Args    []string `json:"args,omitempty"`
}

// A mutantFactory makes mutants and writes those that are accepted.
type mutantFactory struct {
	seeds           []string
	r               *rand.Rand
	tried, accepted int
	sources         map[string]string       // of accepted mutants, by number
	rows            map[string][]outsideRow // by compiler
}

// next makes a mutant, and rows of it at these levels of optimization if it is accepted.
func (x *mutantFactory) next(t *testing.T, levels ...int) {
	x.tried++
	src := x.seeds[x.r.IntN(len(x.seeds))]
	for range 1 + x.r.IntN(3) {
		if x.r.IntN(6) == 0 {
			src = mutate(x.r, src)
		} else {
			src = reword(x.r, src)
		}
	}
	v, err := refract.Check(context.Background(), "m.wgsl", []byte(src), refract.CheckOptions{Parse: refract.ParseOptions{Budget: *fuzzBudget}})
	noFault(t, err)
	if err != nil {
		return
	}
	x.accepted++
	number := strconv.Itoa(x.accepted)
	x.sources[number] = src
	for _, level := range levels {
		x.add(t, v, number, level)
	}
}

// add writes a module that is called so at a level of optimization.
func (x *mutantFactory) add(t *testing.T, v *refract.Valid, number string, level int) {
	add := func(compiler string, r outsideRow) { x.rows[compiler] = append(x.rows[compiler], r) }
	name := number + " at level " + strconv.Itoa(level)
	better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
	noFault(t, err)
	if err != nil {
		return
	}
	write := func(l refract.Language) []*refract.Output {
		o := refract.WriteOptions{Language: l}
		if l == refract.HLSL {
			if err := o.Set("hlsl.shader_model", "6.0"); err != nil {
				t.Fatal(err)
			}
		}
		out, err := refract.WriteEach(context.Background(), better, o)
		noFault(t, err)
		return out
	}
	for _, out := range write(refract.SPIRV) {
		add("spirv", outsideRow{Name: name, SPIRV: base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, out.Words)), Env: "vulkan1.1"})
	}
	for _, out := range write(refract.WGSL) {
		if out.Text != "" {
			add("tint", outsideRow{Name: name, Source: out.Text})
		}
	}
	for _, out := range write(refract.GLSL) {
		stage := map[string]string{"vertex": "vert", "fragment": "frag", "compute": "comp"}[out.Mapping().EntryPoints[0].Stage]
		if stage != "" && out.EntryPoint != "" {
			add("glsl", outsideRow{Name: name, Source: out.Text, Stage: stage})
		}
	}
	for _, out := range write(refract.DXIL) {
		add("dxil", outsideRow{Name: name + " " + out.EntryPoint, DXIL: base64.StdEncoding.EncodeToString(out.Bytes())})
	}
	for _, out := range write(refract.DXBC) {
		add("dxbc", outsideRow{Name: name + " " + out.EntryPoint, DXBC: base64.StdEncoding.EncodeToString(out.Bytes())})
	}
	for _, out := range write(refract.HLSL) {
		for _, e := range out.Mapping().EntryPoints {
			profile := map[string]string{"vertex": "vs_6_0", "fragment": "ps_6_0", "compute": "cs_6_0"}[e.Stage]
			add("hlsl", outsideRow{Name: name + " " + e.Name, Source: out.Text, Entry: e.Text, Profile: profile})
		}
	}
}

// judge has a compiler read its rows. It returns how many it refuses, and shows some.
func (x *mutantFactory) judge(t *testing.T, compiler string, show int) (bad int) {
	for i, verdict := range harness.Oracle(t, compiler, x.rows[compiler]) {
		if verdict.OK || beyondLimits.MatchString(verdict.Text()) {
			continue
		}
		if bad++; bad <= show {
			number, _, _ := strings.Cut(verdict.Name, " ")
			t.Errorf("%s, %s: %s\nof\n%s\nwas made\n%s", compiler, verdict.Name, verdict.Text(), x.sources[number], x.rows[compiler][i].Source)
		}
	}
	return bad
}

// beyondLimits are refusals of what is valid, but more than devices or compilers have, or
// takes WGSL's uniform_buffer_standard_layout, which Vulkan 1.2 has as a feature.
var beyondLimits = regexp.MustCompile("'local_size' : too large|^Group size of .* is outside of valid range|^array count .* must be less than|" +
	"^statement nesting depth|^maximum parser recursive depth|must follow relaxed uniform buffer layout rules")

var mutantCompilers = []string{"spirv", "tint", "glsl", "hlsl", "dxil", "dxbc"}

// TestMutantsOutside has other compilers read what is written of accepted mutants.
// $REFRACT_MUTANTS sets how many, $REFRACT_SEED which.
func TestMutantsOutside(t *testing.T) {
	want, seed := 120, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("REFRACT_MUTANTS")); err == nil {
		want = n
	}
	if n, err := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64); err == nil {
		seed = n
	}
	x := newMutants(t, seed)
	for x.accepted < want && x.tried < 100*want {
		x.next(t, 0, 1)
	}
	t.Logf("%d of %d mutants accepted", x.accepted, x.tried)
	for _, compiler := range mutantCompilers {
		t.Run(compiler, func(t *testing.T) {
			bad := x.judge(t, compiler, 5)
			t.Logf("%d of %d valid", len(x.rows[compiler])-bad, len(x.rows[compiler]))
		})
	}
}

func newMutants(t *testing.T, seed uint64) *mutantFactory {
	return &mutantFactory{mutationSeeds(t), rand.New(rand.NewPCG(seed, 2)), 0, 0, map[string]string{}, map[string][]outsideRow{}}
}

// mutantCounts is what .ci/mutants has done: the state in its file.
type mutantCounts struct {
	Slices    int            `json:"slices"` // each is a seed
	Inputs    int            `json:"inputs"`
	Accepted  int            `json:"accepted"`
	Judged    map[string]int `json:"judged"`
	Refused   map[string]int `json:"refused"`
	Processor float64        `json:"seconds"`
}

// TestMutantSlices makes mutants in slices, if $REFRACT_MUTANT_STATE names a file: there
// it leaves what it has done, and goes on from that. Each accepted mutant is written by
// every back end, the outputs of one of so many as $REFRACT_MUTANT_EVERY says are read by
// the other compilers, at level 0 or 1 in turn. After $REFRACT_MUTANT_SECONDS it ends.
func TestMutantSlices(t *testing.T) {
	file := os.Getenv("REFRACT_MUTANT_STATE")
	if file == "" {
		t.Skip("set REFRACT_MUTANT_STATE: see .ci/mutants")
	}
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	deadline := time.Now().Add(time.Duration(number("REFRACT_MUTANT_SECONDS", 400)) * time.Second)
	every := max(1, number("REFRACT_MUTANT_EVERY", 1))
	c := mutantCounts{Judged: map[string]int{}, Refused: map[string]int{}}
	if text, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
	}
	seeds := slices.DeleteFunc(mutationSeeds(t), func(s string) bool { return len(s) > 2500 })
	for time.Now().Before(deadline) {
		start := time.Now()
		c.Slices++
		x := &mutantFactory{seeds, rand.New(rand.NewPCG(uint64(c.Slices), 3)), 0, 0, map[string]string{}, map[string][]outsideRow{}}
		before := map[string]int{}
		for x.accepted < 1000 {
			for _, compiler := range mutantCompilers {
				before[compiler] = len(x.rows[compiler])
			}
			was := x.accepted
			x.next(t, c.Slices%2)
			if x.accepted > was && x.accepted%every != 0 {
				for _, compiler := range mutantCompilers {
					x.rows[compiler] = x.rows[compiler][:before[compiler]]
				}
			}
		}
		c.Inputs, c.Accepted = c.Inputs+x.tried, c.Accepted+x.accepted
		for _, compiler := range mutantCompilers {
			c.Judged[compiler] += len(x.rows[compiler])
			c.Refused[compiler] += x.judge(t, compiler, 2)
		}
		c.Processor += time.Since(start).Seconds()
		text, err := json.MarshalIndent(&c, "", "\t")
		if err == nil {
			err = os.WriteFile(file, text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d inputs, %d accepted; judged %v, refused %v", c.Inputs, c.Accepted, c.Judged, c.Refused)
}
