package stagegen_test

// This file links the shaders of random pipelines.

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"refract"
	front "refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

var (
	between = regexp.MustCompile(`\b(in|out)_([a-z]\d+(?:_\d+)?)\b`)
)

// byName gives variables between stages one name in both, and no locations where no block is in
// the way: the members of one are not variables of these names.
func byName(p *stagegen.Pipeline) (sources []string, open bool) {
	open = true
	for _, s := range p.Shaders {
		open = open && !strings.Contains(s.Source, "Block {")
	}
	for i, s := range p.Shaders {
		var lines []string
		for _, line := range strings.Split(s.Source, "\n") {
			declares := strings.HasPrefix(line, "layout(location = ") && between.MatchString(line)
			line = between.ReplaceAllStringFunc(line, func(name string) string {
				m := between.FindStringSubmatch(name)
				k := i
				if m[1] == "out" {
					k++
				}
				return fmt.Sprintf("at%d_%s", k, m[2])
			})
			if declares && open {
				_, line, _ = strings.Cut(line, ") ")
			}
			lines = append(lines, line)
		}
		sources = append(sources, strings.Join(lines, "\n"))
	}
	return sources, open
}

// TestLinked draws random pipelines whose shaders are linked, from each of their files, as one module.
// They leave the same sums and pixels as shaders that glslang compiles.
func TestLinked(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	count, named := 0, 0
	for seed := range uint64(sweep.Sample(6)) {
		for k := range stagegen.NumKinds {
			p := stagegen.New(seed, k)
			sources, open := byName(p)
			linked(t, d, p, p, sources, seed)
			count++
			if open {
				named++
			}
		}
	}
	t.Logf("%d pipelines ran, %d without locations", count, named)
}

// TestLinkedPassthrough links pipelines whose geometry shaders pass primitives through: they still do.
func TestLinkedPassthrough(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	for seed := range uint64(sweep.Sample(8)) {
		passing, plain := stagegen.NewPassthrough(seed)
		var sources []string
		for _, s := range passing.Shaders {
			sources = append(sources, s.Source)
		}
		if m := linked(t, d, passing, plain, sources, seed); !transform.PassesPrimitives(m) {
			t.Errorf("pipeline %d passes no primitives any more", seed)
		}
	}
}

// linked draws a pipeline whose sources are linked, from one of its files by the seed, and another by glslang,
// and returns the module.
func linked(t *testing.T, d *vkrun.Device, p, plain *stagegen.Pipeline, sources []string, seed uint64) *ir.Module {
	t.Helper()
	code := make([][]byte, len(plain.Shaders))
	for i, s := range plain.Shaders {
		code[i] = glslang(t, []byte(s.Source), s.Stage)
	}
	want := draw(t, d, plain, code)
	first := int(seed) % len(sources)
	options := &front.Options{Stage: p.Shaders[first].Stage, Preprocessor: pp.Options{Vulkan: true}}
	for i, s := range sources {
		if i != first {
			options.Link = append(options.Link, front.Linked{Name: fmt.Sprint(p.Shaders[i].Stage), Text: s, Stage: p.Shaders[i].Stage})
		}
	}
	valid, err := refract.Check(t.Context(), "first", []byte(sources[first]), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All},
		Parse: refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: options}}})
	if err == nil && seed%3 > 0 {
		valid, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Level: int(seed % 3), Strict: true, LinkStages: true, Verify: true})
	}
	if err == nil && seed%2 > 0 {
		valid, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Passes: "link-stages{packing}", Strict: true, Verify: true})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, strings.Join(sources, "\n"))
	}
	module := write(t, valid, refract.SPIRV)
	list := make([]vkrun.Shader, len(sources))
	for i, s := range p.Shaders {
		list[i] = vkrun.Shader{SPIRV: module, Entry: s.Stage.String() + "_main"}
	}
	if got := drawShaders(t, d, p, list); got.sums != want.sums || !bytes.Equal(got.pixels, want.pixels) {
		t.Errorf("pipeline %d: sums differ: %t, pixels differ: %t\n%s", seed, got.sums != want.sums, !bytes.Equal(got.pixels, want.pixels),
			strings.Join(sources, "\n"))
	}
	return valid.Module
}
