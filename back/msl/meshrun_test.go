package msl_test

// This file runs mesh functions of random pipelines as kernels, with a mesh that writes into a buffer, beside
// the reference engine.

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
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
)

// The buffer that stands for a mesh, in words: the number of primitives, records of vertices and primitives,
// and indices.
const (
	sinkRecord     = 64
	sinkVertices   = 64
	sinkPrimitives = sinkVertices + 256*sinkRecord
	sinkIndices    = sinkPrimitives + 256*sinkRecord
	sinkWords      = sinkIndices + 1024
)

// meshSink declares the mesh.
var meshSink = fmt.Sprintf(`
namespace metal {
enum class topology { point, line, triangle };
template<class V, class P, uint NV, uint NP, topology T> struct mesh {
  uint* sink;
  void set_primitive_count(uint count) const { sink[0] = count; }
  void set_vertex(uint i, V v) const { __builtin_memcpy(sink + %[1]d + i * %[4]d, &v, sizeof v); }
  void set_primitive(uint i, P p) const { __builtin_memcpy(sink + %[2]d + i * %[4]d, &p, sizeof p); }
  void set_index(uint i, uchar v) const { sink[%[3]d + i] = v; }
};
template<class V, uint NV, uint NP, topology T> struct mesh<V, void, NV, NP, T> : mesh<V, V, NV, NP, T> {};
}
`, sinkVertices, sinkPrimitives, sinkIndices, sinkRecord)

var (
	meshParameter = regexp.MustCompile(`mesh<([^>]*)> mesh_out,`)
	meshField     = regexp.MustCompile(`(?m)^    (\w+?)(\d?) \w+ \[\[(\w+)(?:\((?:locn)?(\d+)\))?`)
)

// asKernel makes a kernel of a mesh function.
func asKernel(text string) string {
	of := meshParameter.FindStringSubmatch(text)[1]
	head, body, _ := strings.Cut(text, "using namespace metal;")
	body = strings.Replace(body, "[[mesh]] void", "kernel void", 1)
	body = meshParameter.ReplaceAllString(body, "device uint* mesh_sink [[buffer(30)]],")
	at := strings.Index(body, "kernel void")
	body = body[:at] + strings.Replace(body[at:], ") {\n", ") {\n    mesh<"+of+"> mesh_out = {{ mesh_sink }};\n", 1)
	if !strings.Contains(of, "void") {
		body = strings.Replace(body, "{{ mesh_sink }}", "{ mesh_sink }", 1)
	}
	return head + strings.TrimSpace(meshSink) + "\nusing namespace metal;" + strings.ReplaceAll(body, " [[primitive_culled]]", "")
}

// field is a member of a struct of a vertex or primitive.
type field struct {
	attribute string
	location  uint32
	offset, n int // bytes; components
	bool      bool
}

// fields reads a struct of the text, as C++ lays it out.
func fields(text, name string) (list []field) {
	_, rest, ok := strings.Cut(text, "struct "+name+" {")
	if !ok {
		return nil
	}
	rest, _, _ = strings.Cut(rest, "};")
	at := 0
	for _, f := range meshField.FindAllStringSubmatch(rest, -1) {
		n := 1
		if f[2] != "" {
			n, _ = strconv.Atoi(f[2])
		}
		size := 4 * n
		if n == 3 {
			size = 16
		}
		if f[1] == "bool" {
			size = 1
		}
		at = (at + size - 1) / size * size
		l, _ := strconv.Atoi(f[4])
		list = append(list, field{f[3], uint32(l), at, n, f[1] == "bool"})
		at += size
	}
	return list
}

// TestMeshesRun runs mesh functions.
func TestMeshesRun(t *testing.T) {
	type job struct {
		Name       string                    `json:"name"`
		Source     string                    `json:"source"`
		Entry      string                    `json:"entry"`
		Workgroups [3]int                    `json:"workgroups"`
		Threads    [3]int                    `json:"threads"`
		Buffers    map[string]map[string]any `json:"buffers"`
	}
	var jobs []job
	var checks []func(sink, sums []byte) error
	compared := 0
	for seed := range uint64(sweep.Count(30)) {
		source := strings.ReplaceAll(strings.ReplaceAll(stagegen.New(seed, stagegen.Mesh).Shaders[0].Source, " bits(", " word("), "(bits(", "(word(")
		valid, err := refract.Check(t.Context(), "a.mesh", []byte(source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All},
			Parse: refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: ir.StageMesh, Preprocessor: pp.Options{Vulkan: true}}}}})
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
		stage, err := program.(exec.PrimitiveStager).PrimitiveStage(context.Background(), "main", ir.StageMesh, &resources, exec.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		batch := exec.PrimitiveBatch{Count: 1, Groups: [3]uint32{1, 1, 1}}
		if err := stage.Run(&batch); err != nil {
			t.Fatal(err)
		}
		if level := int(seed % 3); level > 0 {
			if valid, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Level: level, Strict: true}); err != nil {
				t.Fatal(err)
			}
		}
		o := msl.NewOptions()
		o.AdjustCoordinateSpace, o.Bounds = false, transform.BoundsOptions{}
		out, err := refract.Write(t.Context(), valid, refract.WriteOptions{Language: "msl", Options: refract.LanguageOptions{"msl": &o}})
		if err != nil {
			t.Fatal(err)
		}
		size := m.EntryPoints[0].WorkgroupSize
		jobs = append(jobs, job{fmt.Sprint(seed), asKernel(out.Text), "main_", [3]int{1, 1, 1}, [3]int{int(size[0]), int(size[1]), int(size[2])},
			map[string]map[string]any{"0": {"hex": strings.Repeat("00", 4*stagegen.Sums)}, "30": {"hex": strings.Repeat("00", 4*sinkWords)}}})
		outs := stage.Outputs()
		setup := stage.Setup().Mesh
		checks = append(checks, func(sink, gotSums []byte) error {
			word := func(at int) uint32 { return binary.LittleEndian.Uint32(sink[4*at:]) }
			count := len(batch.Indices) / setup.Output.Vertices()
			if int(word(0)) != count {
				return fmt.Errorf("%d primitives, not %d", word(0), count)
			}
			if string(gotSums) != string(sums.Data) {
				return fmt.Errorf("the sums differ")
			}
			for i, v := range batch.Indices {
				if word(sinkIndices+i) != v {
					return fmt.Errorf("index %d is %d, not %d", i, word(sinkIndices+i), v)
				}
			}
			records := func(base int, list []field, ports []exec.Port, words []uint32, each int) error {
				for k := range len(words) / max(1, each) {
					record := words[k*each:]
					for _, f := range list {
						for _, p := range ports {
							first, n := p.First, f.n
							switch {
							case p.Kind == ir.BindLocation && f.attribute == "user" && f.location >= p.Location && f.location < p.Location+m.Locations(p.Type):
								first += int(f.location-p.Location) * n
							case p.Kind == ir.BindBuiltIn && (p.BuiltIn == ir.BuiltInPosition && f.attribute == "position" || p.BuiltIn == ir.BuiltInPrimitiveIndex && f.attribute == "primitive_id"):
							default:
								continue
							}
							for c := range n {
								got := binary.LittleEndian.Uint32(sink[4*(base+k*sinkRecord)+f.offset+4*c:])
								compared++
								if got != record[first+c] {
									return fmt.Errorf("record %d, %s %d, component %d: %x, not %x", k, f.attribute, f.location, c, got, record[first+c])
								}
							}
						}
					}
				}
				return nil
			}
			if err := records(sinkVertices, fields(out.Text, "mainVertex"), outs.Vertex, batch.Out, outs.VertexWords); err != nil {
				return err
			}
			return records(sinkPrimitives, fields(out.Text, "mainPrimitive"), outs.Primitive, batch.Primitives, outs.PrimitiveWords)
		})
	}
	for i, v := range harness.Oracle(t, "msl-run", jobs) {
		if !v.OK {
			t.Fatalf("%s: %s\n%s", v.Name, v.Text(), jobs[i].Source)
		}
		sink, _ := hex.DecodeString(v.Buffers["30"])
		sums, _ := hex.DecodeString(v.Buffers["0"])
		if err := checks[i](sink, sums); err != nil {
			t.Errorf("pipeline %s: %v\n%s", v.Name, err, jobs[i].Source)
		}
	}
	t.Logf("%d mesh functions run, %d words of records compared", len(jobs), compared)
}
