package msl_test

// This file runs control stages of random pipelines as Metal's kernels, beside the reference engine, and has
// a compiler check evaluation stages.

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"refract"
	"refract/back/msl"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
)

// tessPatches is how many patches a test has.
const tessPatches = 3

// isPort reports whether a resource of an output is the buffer of a port.
func isPort(r *reflection.MappedResource, p *exec.Port) bool {
	names := map[ir.BuiltIn]string{ir.BuiltInPosition: "gl_Position", ir.BuiltInPointSize: "gl_PointSize", ir.BuiltInTessLevelOuter: "gl_TessLevelOuter",
		ir.BuiltInTessLevelInner: "gl_TessLevelInner"}
	if p.Kind == ir.BindBuiltIn {
		return r.Name == names[p.BuiltIn]
	}
	return !strings.HasPrefix(r.Name, "gl_") && r.Space == p.Location
}

// element appends the words of a value in the layout of memory.
func element(b []byte, m *ir.Module, t ir.TypeID, words []uint32) ([]byte, []uint32) {
	ty := m.Types.At(t)
	if ty.Kind == ir.TypeArray {
		for range ty.Length {
			b, words = element(b, m, ty.Base, words)
		}
		return b, words
	}
	n := max(1, m.Types.ComponentCount(t))
	for _, w := range words[:n] {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	if n == 3 {
		b = append(b, 0, 0, 0, 0)
	}
	return b, words[n:]
}

// padding has zeros for the bytes of a value that hold nothing.
func masked(m *ir.Module, t ir.TypeID, b []byte) []byte {
	ty := m.Types.At(t)
	base := t
	if ty.Kind == ir.TypeArray {
		base = ty.Base
	}
	if m.Types.ComponentCount(base) == 3 {
		for at := 12; at+4 <= len(b); at += 16 {
			copy(b[at:], "\x00\x00\x00\x00")
		}
	}
	return b
}

// tessOptions are options of the writer.
func tessOptions(vertices uint32, domain ir.TessDomain) *msl.Options {
	o := msl.NewOptions()
	o.PatchVertices, o.Domain, o.AdjustCoordinateSpace, o.Bounds = vertices, msl.TessDomain(domain), false, transform.BoundsOptions{}
	return &o
}

// TestControlStages runs control stages of random pipelines.
func TestControlStages(t *testing.T) {
	type job struct {
		Name       string                    `json:"name"`
		Source     string                    `json:"source"`
		Entry      string                    `json:"entry"`
		Workgroups [3]int                    `json:"workgroups"`
		Threads    [3]int                    `json:"threads"`
		Buffers    map[string]map[string]any `json:"buffers"`
	}
	var jobs []job
	var wants []map[string][]byte
	var modules []*ir.Module
	var types []map[string]ir.TypeID
	for seed := range uint64(sweep.Count(40)) {
		p := stagegen.New(seed, stagegen.Tessellation)
		source := ""
		for _, s := range p.Shaders {
			if s.Stage == ir.StageTessellationControl {
				source = strings.ReplaceAll(s.Source, " bits(", " word(") // the checker's library has a name bits
				source = strings.ReplaceAll(source, "(bits(", "(word(")
			}
		}
		domain := [...]ir.TessDomain{ir.TessTriangles, ir.TessQuads}[seed%2]
		valid, err := refract.Check(t.Context(), "a.tesc", []byte(source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All},
			Parse: refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: ir.StageTessellationControl, Preprocessor: pp.Options{Vulkan: true}}}}})
		if err != nil {
			t.Fatal(err)
		}
		m := valid.Module
		program, err := interp.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		sums := exec.NewBuffer(4 * stagegen.Sums)
		var resources exec.Resources
		resources.Bind(0, 0, sums)
		stage, err := program.(exec.PrimitiveStager).PrimitiveStage(context.Background(), "main", ir.StageTessellationControl, &resources, exec.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		level := int(seed % 3)
		optimized := valid
		if level > 0 {
			if optimized, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Level: level, Strict: true}); err != nil {
				t.Fatal(err)
			}
		}
		out, err := refract.Write(t.Context(), optimized, refract.WriteOptions{Language: "msl", Options: refract.LanguageOptions{"msl": tessOptions(p.Patch, domain)}})
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		mapping := out.Mapping()
		slot := func(class string, port *exec.Port) string {
			for i := range mapping.Resources {
				if r := &mapping.Resources[i]; r.Class == class && isPort(r, port) {
					return fmt.Sprint(r.Slot.Value())
				}
			}
			return ""
		}
		j := job{Name: fmt.Sprint(seed), Source: out.Text, Entry: mapping.EntryPoints[0].Text, Workgroups: [3]int{tessPatches, 1, 1},
			Threads: [3]int{int(stage.Setup().Tessellation.Vertices), 1, 1}, Buffers: map[string]map[string]any{}}
		want, kinds := map[string][]byte{}, map[string]ir.TypeID{}
		in, outs := stage.Inputs(), stage.Outputs()
		inputs := map[string][]byte{}
		r := rand.New(rand.NewPCG(seed, 3))
		add := func(to map[string][]byte, class string, ports []exec.Port, records []uint32, words int) {
			for k := range ports {
				at := slot(class, &ports[k])
				if at == "" {
					continue
				}
				kinds[at] = ports[k].Type
				for ; len(records) >= words && words > 0; records = records[words:] {
					to[at], _ = element(to[at], m, ports[k].Type, records[ports[k].First:])
				}
			}
		}
		each := func(to map[string][]byte, class string, ports []exec.Port, records []uint32, words int) {
			for k := range ports {
				add(to, class, ports[k:k+1], records, words)
			}
		}
		for k := range uint32(tessPatches) {
			batch := exec.PrimitiveBatch{Count: 1, VertexCount: int(p.Patch), Primitive: k, Vertices: make([]uint32, int(p.Patch)*in.VertexWords)}
			for v := range int(p.Patch) {
				for _, port := range in.Vertex {
					for i, s := range port.Scalars {
						w := uint32(r.IntN(200))
						if s.IsFloat() {
							w = math.Float32bits(float32(r.IntN(400)-200) / 16)
						}
						batch.Vertices[v*in.VertexWords+port.First+i] = w
					}
				}
			}
			if err := stage.Run(&batch); err != nil {
				t.Fatal(err)
			}
			each(inputs, "patch_input", in.Vertex, batch.Vertices, in.VertexWords)
			each(want, "patch_output", outs.Vertex, batch.Out, outs.VertexWords)
			each(want, "patch_output", outs.Patch, batch.PatchOut, outs.PatchWords)
		}
		for at, b := range inputs {
			j.Buffers[at] = map[string]any{"hex": hex.EncodeToString(b)}
		}
		for at, b := range want {
			j.Buffers[at] = map[string]any{"hex": strings.Repeat("00", len(b))}
		}
		for i := range mapping.Resources {
			switch x := &mapping.Resources[i]; x.Class {
			case "buffer":
				at := fmt.Sprint(x.Slot.Value())
				j.Buffers[at], want[at] = map[string]any{"hex": strings.Repeat("00", 4*stagegen.Sums)}, sums.Data
			case "tess_factors":
				j.Buffers[fmt.Sprint(x.Slot.Value())] = map[string]any{"size": tessPatches * 12}
			}
		}
		jobs, wants, modules, types = append(jobs, j), append(wants, want), append(modules, m), append(types, kinds)
	}
	for i, v := range harness.Oracle(t, "msl-run", jobs) {
		if !v.OK {
			t.Fatalf("%s: %s\n%s", v.Name, v.Text(), jobs[i].Source)
		}
		for at, want := range wants[i] {
			got, err := hex.DecodeString(v.Buffers[at])
			if err != nil {
				t.Fatal(err)
			}
			if kind := types[i][at]; kind != 0 {
				got, want = masked(modules[i], kind, got), masked(modules[i], kind, want)
			}
			if string(got) != string(want) {
				t.Fatalf("pipeline %s, buffer %s:\ngot  %x\nwant %x\n%s", v.Name, at, got, want, jobs[i].Source)
			}
		}
	}
}

// TestEvaluationStages has a compiler check evaluation stages of random pipelines.
func TestEvaluationStages(t *testing.T) {
	var rows []meshRow
	refused := 0
	for seed := range uint64(sweep.Count(60)) {
		for _, s := range stagegen.New(seed, stagegen.Tessellation).Shaders {
			if s.Stage != ir.StageTessellationEvaluation {
				continue
			}
			out, err := refract.Translate(context.Background(), "a.tese", []byte(s.Source), refract.TranslateOptions{To: "msl", From: refract.GLSL,
				Validate: refract.ValidateOptions{Capabilities: validate.All}, Optimize: refract.OptimizeOptions{Level: int(seed % 3)},
				Parse: refract.ParseOptions{Options: refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: s.Stage, Preprocessor: pp.Options{Vulkan: true}}}},
				Write: refract.WriteOptions{Options: refract.LanguageOptions{"msl": tessOptions(4, 0)}}})
			if err != nil {
				if !strings.Contains(err.Error(), "the tessellation of isolines") && !strings.Contains(err.Error(), "the tessellation of points") {
					t.Fatalf("%v\n%s", err, s.Source)
				}
				refused++
				continue
			}
			if !strings.Contains(out.Text, "[[patch(") {
				t.Errorf("no patch:\n%s", out.Text)
			}
			rows = append(rows, meshRow{fmt.Sprint(seed), out.Text})
		}
	}
	t.Logf("%d stages, %d refused", len(rows), refused)
	for i, v := range harness.Oracle(t, "msl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", rows[i].Name, v.Text(), rows[i].Source)
		}
	}
}

// TestTessellationOptions looks at the options that tessellation stages need.
func TestTessellationOptions(t *testing.T) {
	const control = "#version 460\nlayout(vertices = 3) out; void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; }"
	for _, c := range []struct {
		name, source string
		options      *msl.Options
		want         string
	}{
		{"a.tesc", control, tessOptions(0, ir.TessTriangles), "set msl.patch_vertices"},
		{"a.tesc", control, tessOptions(3, ir.NoTessDomain), "set msl.domain"},
		{"a.tesc", control, tessOptions(3, ir.TessQuads), ""},
		{"a.tese", "#version 460\nlayout(triangles) in; void main() { gl_Position = gl_in[0].gl_Position; }", tessOptions(0, 0), "set msl.patch_vertices"},
		{"a.tese", "#version 460\nlayout(isolines) in; void main() { gl_Position = vec4(gl_TessCoord, 1.0); }", tessOptions(3, 0), "the tessellation of isolines"},
		{"a.tese", "#version 460\nlayout(triangles) in; void main() { gl_Position = vec4(gl_TessCoord, 1.0); }", tessOptions(0, 0), ""},
	} {
		_, err := refract.Translate(context.Background(), c.name, []byte(c.source), refract.TranslateOptions{To: "msl", Validate: refract.ValidateOptions{Capabilities: validate.All},
			Write: refract.WriteOptions{Options: refract.LanguageOptions{"msl": c.options}}})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, not %q", c.source, err, c.want)
		}
	}
}
