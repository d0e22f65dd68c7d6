package msl_test

// Inputs that are interpolated elsewhere, of random shaders, have a compiler check their text.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract"
	"refract/back/msl"
	"refract/internal/harness"
)

// randomInterpolations is a fragment shader with calls of interpolations.
func randomInterpolations(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	types := []string{"float", "vec2", "vec3", "vec4"}
	var b, body strings.Builder
	b.WriteString("#version 450\nlayout(location = 0) out vec4 color;\nlayout(location = 9) flat in int k;\n")
	n := 1 + r.IntN(4)
	at := func(i int) string {
		switch r.IntN(3) {
		case 0:
			return fmt.Sprintf("interpolateAtCentroid(i%d)", i)
		case 1:
			return fmt.Sprintf("interpolateAtSample(i%d, %s)", i, pick("k", "0", "gl_SampleID", "k + 1"))
		}
		return fmt.Sprintf("interpolateAtOffset(i%d, %s)", i, pick("vec2(0.25, -0.5)", "vec2(k)", "vec2(0.1) * k"))
	}
	for i := range n {
		t := types[r.IntN(len(types))]
		fmt.Fprintf(&b, "layout(location = %d) %s%sin %s i%d;\n", i, pick("", "", "noperspective "), pick("", "centroid ", "sample "), t, i)
		fmt.Fprintf(&b, "%s f%d() { return %s; }\n", t, i, at(i))
		part := map[string]string{"float": "", "vec2": ".y", "vec3": ".z", "vec4": ".w"}[t]
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&body, "\tcolor[%d] += %s%s;\n", r.IntN(4), pick(at(i), fmt.Sprintf("f%d()", i), fmt.Sprintf("i%d", i)), part)
		}
	}
	return b.String() + "void main() {\n\tcolor = vec4(0.0);\n" + body.String() + "}\n"
}

// TestInterpolants has a compiler check inputs that are interpolated elsewhere.
func TestInterpolants(t *testing.T) {
	type row struct {
		Name   string `json:"name"`
		Source string `json:"source"`
	}
	var rows []row
	found := 0
	for seed := range uint64(40) {
		source := randomInterpolations(rand.New(rand.NewPCG(seed, 1)))
		level := int(seed % 3)
		out, err := refract.Translate(context.Background(), "a.frag", []byte(source), refract.TranslateOptions{To: refract.MSL, Optimize: refract.OptimizeOptions{Level: level}})
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		found += strings.Count(out.Text, "interpolant<")
		rows = append(rows, row{fmt.Sprint(seed), out.Text})
	}
	if found < 40 {
		t.Errorf("%d inputs are interpolated elsewhere", found)
	}
	wrong := strings.Replace(rows[0].Source, ".interpolate_at_", ".interpolate_anywhere_", 1)
	for i, v := range harness.Oracle(t, "msl", append(rows, row{"wrong", wrong})) {
		if wrong := i == len(rows); v.OK == wrong {
			t.Errorf("%d: valid: %v\n%v\n%s", i, v.OK, v.Messages, rows[min(i, len(rows)-1)].Source)
		}
	}

	old := refract.TranslateOptions{To: refract.MSL, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.MSL: &msl.Options{Version: 202}}}}
	if _, err := refract.Translate(context.Background(), "a.frag", []byte(randomInterpolations(rand.New(rand.NewPCG(0, 1)))), old); err == nil || !strings.Contains(err.Error(), "interpolated elsewhere") {
		t.Errorf("Metal 2.2: %v", err)
	}
}
