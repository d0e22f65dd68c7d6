package refract_test

// Mutants that are accepted all the same, in the eyes of other compilers: what is
// written of them is valid. A mutant changes a program in ways that nobody would write,
// which is where writers meet what their tests never had.

import (
	"encoding/base64"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

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
	type row struct {
		Name    string   `json:"name"`
		Source  string   `json:"source,omitempty"`
		SPIRV   string   `json:"spirv,omitempty"`
		Env     string   `json:"env,omitempty"`
		Stage   string   `json:"stage,omitempty"`
		Entry   string   `json:"entry,omitempty"`
		Profile string   `json:"profile,omitempty"`
		Args    []string `json:"args,omitempty"`
	}
	rows := map[string][]row{}
	seeds := mutationSeeds(t)
	r := rand.New(rand.NewPCG(seed, 2))
	sources := map[string]string{}
	accepted, tried := 0, 0
	for ; accepted < want && tried < 100*want; tried++ {
		src := seeds[r.IntN(len(seeds))]
		for range 1 + r.IntN(3) {
			if r.IntN(6) == 0 {
				src = mutate(r, src)
			} else {
				src = reword(r, src)
			}
		}
		v, err := refract.Check("m.wgsl", []byte(src), refract.CheckOptions{Parse: refract.ParseOptions{Budget: *fuzzBudget}})
		noFault(t, err)
		if err != nil {
			continue
		}
		accepted++
		name := strconv.Itoa(accepted)
		sources[name] = src
		for level := range 2 {
			o := refract.OptimizeOptions{Level: level}
			name := name + " at level " + strconv.Itoa(level)
			better, err := refract.Optimize(v, o)
			noFault(t, err)
			if err != nil {
				continue
			}
			write := func(l refract.Language) []*refract.Output {
				out, err := refract.WriteEach(better, refract.WriteOptions{Language: l})
				noFault(t, err)
				return out
			}
			for _, out := range write(refract.SPIRV) {
				rows["spirv"] = append(rows["spirv"], row{Name: name, SPIRV: base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, out.Words)), Env: "vulkan1.1"})
			}
			for _, out := range write(refract.WGSL) {
				if out.Text != "" {
					rows["tint"] = append(rows["tint"], row{Name: name, Source: out.Text})
				}
			}
			for _, out := range write(refract.GLSL) {
				stage := map[string]string{"vertex": "vert", "fragment": "frag", "compute": "comp"}[out.Mapping().EntryPoints[0].Stage]
				if stage != "" && out.EntryPoint != "" {
					rows["glsl"] = append(rows["glsl"], row{Name: name, Source: out.Text, Stage: stage})
				}
			}
			for _, out := range write(refract.HLSL) {
				for _, e := range out.Mapping().EntryPoints {
					profile := map[string]string{"vertex": "vs_6_0", "fragment": "ps_6_0", "compute": "cs_6_0"}[e.Stage]
					rows["hlsl"] = append(rows["hlsl"], row{Name: name + " " + e.Name, Source: out.Text, Entry: e.Text, Profile: profile})
				}
			}
		}
	}
	t.Logf("%d of %d mutants accepted", accepted, tried)
	for _, oracle := range []string{"spirv", "tint", "glsl", "hlsl"} {
		t.Run(oracle, func(t *testing.T) {
			bad := 0
			for i, verdict := range harness.Oracle(t, oracle, rows[oracle]) {
				if verdict.OK {
					continue
				}
				if bad++; bad <= 5 {
					number, _, _ := strings.Cut(verdict.Name, " ")
					t.Errorf("%s: %s\nof\n%s\nwas made\n%s", verdict.Name, verdict.Text(), sources[number], rows[oracle][i].Source)
				}
			}
			t.Logf("%d of %d valid", len(rows[oracle])-bad, len(rows[oracle]))
		})
	}
}
