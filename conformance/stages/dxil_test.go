package stages_test

// This file draws with pipelines of all graphics stages as DXIL: Microsoft's validator takes each
// container, its signatures are those of DXC's container of the stage as HLSL, dxil-spirv makes SPIR-V of
// it, and pixels and buffers have to be those of the pipelines as refract's SPIR-V.

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strconv"
	"testing"

	"refract"
	dxilback "refract/back/dxil"
	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/harness"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

// asDXIL writes a shader with a level of optimization.
func asDXIL(t *testing.T, name string, v *refract.Valid, patch uint32, setup ir.Tessellation, level int) container {
	t.Helper()
	o := dxilback.NewOptions()
	o.AdjustCoordinateSpace = false
	o.PatchVertices, o.Domain, o.Spacing, o.Order = patch, dxilback.TessDomain(setup.Domain), dxilback.TessSpacing(setup.Spacing), dxilback.TessOrder(setup.Order)
	o.TessellatedPoints = setup.Points
	code, _, err := new(dxilback.Writer).Write(v.Module, v.Info, o, strictly(t, level))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return container{name, code, code}
}

// fromDXIL is SPIR-V of containers, which the validator accepts.
func fromDXIL(t *testing.T, list []container) [][]byte {
	t.Helper()
	type row struct {
		Name string `json:"name"`
		DXIL []byte `json:"dxil"`
	}
	var checked []row
	for _, c := range list {
		checked = append(checked, row{c.Name, c.Code})
	}
	for i, v := range harness.Oracle(t, "dxil", checked) {
		if !v.OK {
			t.Errorf("%s: %s", list[i].Name, v.Text())
		}
	}
	return spirvOf(t, list)
}

// sameDXILSignatures compares the signatures of two containers, in pipeline information too.
func sameDXILSignatures(t *testing.T, name string, own, other []byte) {
	t.Helper()
	var shaders [2]*dxil.Shader
	for k, data := range [][]byte{own, other} {
		c, err := dxbc.ReadContainer(data)
		if err == nil {
			shaders[k], err = dxil.ParseShader(c)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	a, b := shaders[0], shaders[1]
	elements := func(s *dxil.Signature) (list []dxil.Element) {
		for _, e := range s.Elements {
			// Optimizers differ about use, and compilers about whether a shader reads the primitive's number.
			if e.Register != dxil.NoRegister {
				list = append(list, dxil.Element{Semantic: e.Semantic, Index: e.Index, SystemValue: e.SystemValue, Type: e.Type, Register: e.Register, Mask: e.Mask, Stream: e.Stream})
			}
		}
		return list
	}
	none := &dxil.Signature{}
	for k, pair := range [][2]*dxil.Signature{{a.Inputs, b.Inputs}, {a.Outputs, b.Outputs}, {a.PatchConstants, b.PatchConstants}} {
		if (pair[0] == nil) != (pair[1] == nil) {
			t.Errorf("%s: signature %d: %v, DXC's %v", name, k, pair[0], pair[1])
			continue
		}
		if pair[0] == nil {
			pair = [2]*dxil.Signature{none, none}
		}
		if x, y := elements(pair[0]), elements(pair[1]); !slices.Equal(x, y) {
			t.Errorf("%s: signature %d is\n%v\nnot DXC's\n%v", name, k, x, y)
		}
	}
	facts := func(p *dxil.PipelineInfo) [12]uint32 {
		return [...]uint32{p.InputPoints, p.OutputPoints, p.Domain, p.OutputPrimitive, p.InputPrimitive, p.OutputTopology, p.StreamMask, uint32(p.MaxVertexCount),
			uint32(p.InputVectors), uint32(p.PatchVectors), uint32(p.MaxVertices)<<16 | uint32(p.MaxPrimitives), uint32(p.MeshTopology)<<16 | p.PayloadBytes}
	}
	if x, y := facts(a.Pipeline), facts(b.Pipeline); x != y || a.Pipeline.OutputVectors != b.Pipeline.OutputVectors {
		t.Errorf("%s: pipeline information has %v %v, DXC's %v %v", name, x, a.Pipeline.OutputVectors, y, b.Pipeline.OutputVectors)
	}
}

// TestPipelinesAsDXIL draws with pipelines as bytecode and as SPIR-V.
func TestPipelinesAsDXIL(t *testing.T) {
	d := vkrun.OpenRays(t)
	place := func(class byte, n uint32) uint32 {
		if class == 'u' {
			n += 200
		}
		return n
	}
	for i := range graphicsPipelines {
		p := &graphicsPipelines[i]
		isMesh := p.groups != [3]uint32{}
		var plain [][]byte
		var own []container
		var rows []hlslRow
		for _, s := range p.stages {
			name := p.name + "." + s.extension
			v, err := (&stageShader{name, s.source, ir.StageByName(s.extension), true}).check(t)
			if err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
			text, textErr := refract.Write(t.Context(), v, p.hlslOptions(false))
			if err := errors.Join(err, textErr); err != nil {
				t.Fatal(err)
			}
			plain = append(plain, spirv.AppendBytes(nil, out.Words))
			own = append(own, asDXIL(t, name, v, p.patch, ir.Tessellation{Domain: p.domain, Spacing: p.spacing, Order: p.order}, 0))
			rows = append(rows, hlslRow{name, text.Text, "main", hlslProfiles[ir.StageByName(s.extension)] + "_6_5", []string{}})
		}
		for k, c := range compiled(t, rows) {
			sameDXILSignatures(t, own[k].Name, own[k].Code, c.Code)
		}
		draw := func(shaders [][]byte, binding func(byte, uint32) uint32) (pixels, data []byte) {
			if isMesh {
				return p.onRaster(t, shaders, binding)
			}
			pixels, data, err := p.draw(d, shaders, binding)
			if err != nil {
				t.Fatalf("%s: %v", p.name, err)
			}
			return pixels, data
		}
		want, data := draw(plain, func(_ byte, n uint32) uint32 { return n })
		drawn := checkDrawn(t, p.name, want, data)
		got, other := draw(fromDXIL(t, own), place)
		if n := farPixels(want, got); n > 0 {
			t.Errorf("%s: %d of %d pixels differ", p.name, n, drawn)
		}
		if !bytes.Equal(data, other) {
			t.Errorf("%s: the buffer has\n%x\nnot\n%x", p.name, other, data)
		}
	}
}

// TestGeneratedPipelinesAsDXIL draws random pipelines on the CPU, as bytecode and as SPIR-V.
func TestGeneratedPipelinesAsDXIL(t *testing.T) {
	sweep.Only(t)
	var list []*generatedPipeline
	var containers []container
	var rows []hlslRow
	seed, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	left := 0
	for n := range uint64(sweep.Count(6)) {
		for k := range stagegen.NumKinds {
			p := newGenerated(t, seed+n, k)
			if p.texts == nil {
				left++
				continue
			}
			for i, v := range p.valid {
				patch := p.Patch
				if p.stages[i] == ir.StageTessellationEvaluation {
					patch = p.setup.Vertices
				}
				containers = append(containers, asDXIL(t, p.name, v, patch, p.setup, int(n)%3))
				rows = append(rows, hlslRow{p.name, p.texts[i], "main", hlslProfiles[p.stages[i]] + "_6_5", []string{}})
			}
			list = append(list, p)
		}
	}
	for i, c := range compiled(t, rows) {
		sameDXILSignatures(t, c.Name, containers[i].Code, c.Code)
	}
	words := fromDXIL(t, containers)
	same := 0
	for _, p := range list {
		if p.compare(t, words[:len(p.stages)], 200) {
			same++
		}
		words = words[len(p.stages):]
	}
	t.Logf("%d of %d pipelines are the same; %d refused", same, len(list), left)
}

// TestSystemValuesAsDXIL writes shaders of the stages with each set of five values that have elements of
// their own: the validator takes them, and signatures are those of DXC.
func TestSystemValuesAsDXIL(t *testing.T) {
	const (
		layers = "#extension GL_ARB_shader_viewport_layer_array : require\n"
		views  = "#extension GL_EXT_multiview : require\n"
	)
	var containers []container
	var rows []hlslRow
	for _, x := range []struct {
		extension, head, tail string
		values                [5]string
	}{
		{"frag", "layout(location = 0) flat in int a; layout(location = 2) flat in ivec2 b; layout(location = 0) out vec4 o;\nvoid main() {\no = vec4(a + b.x);\n", "}",
			[5]string{"o.x += float(gl_PrimitiveID);", "o.y += float(gl_Layer);", "o.z += float(gl_ViewportIndex);", "o.w += gl_FrontFacing ? 1.0 : 0.0;", "o.x *= gl_FragCoord.x;"}},
		{"geom", views + "layout(points) in; layout(triangle_strip, max_vertices = 3) out; layout(location = 1) flat out int k;\nvoid main() {\ngl_Position = gl_in[0].gl_Position; k = 1;\n", "EmitVertex(); }",
			[5]string{"gl_Layer = k;", "gl_ViewportIndex = 1;", "gl_PrimitiveID = gl_PrimitiveIDIn;", "gl_PointSize = 2.0;", "gl_ClipDistance[0] = float(gl_ViewIndex);"}},
		{"tese", layers + views + "layout(triangles) in; layout(location = 1) out vec2 k;\nvoid main() {\ngl_Position = gl_in[1].gl_Position; k = gl_TessCoord.yz;\n", "}",
			[5]string{"gl_Layer = gl_PrimitiveID;", "gl_ViewportIndex = 1;", "k.x *= gl_TessLevelInner[0];", "gl_PointSize = 2.0;", "gl_ClipDistance[0] = float(gl_ViewIndex);"}},
		{"mesh", "#extension GL_EXT_mesh_shader : require\n" + views + "layout(local_size_x = 4) in; layout(lines, max_vertices = 4, max_primitives = 2) out; layout(location = 3) out vec3 c[];\n" +
			"void main() {\nSetMeshOutputsEXT(4, 2);\nuint i = gl_LocalInvocationIndex; gl_MeshVerticesEXT[i].gl_Position = vec4(1.0); c[i] = vec3(i);\nif (i < 2u) { gl_PrimitiveLineIndicesEXT[i] = uvec2(i, 3u);\n", "} }",
			[5]string{"gl_MeshPrimitivesEXT[i].gl_Layer = 2;", "gl_MeshPrimitivesEXT[i].gl_ViewportIndex = int(i);", "gl_MeshPrimitivesEXT[i].gl_PrimitiveID = 7;",
				"gl_MeshPrimitivesEXT[i].gl_CullPrimitiveEXT = i == 1u;", "c[i + 2u] = vec3(gl_ViewIndex);"}},
	} {
		for set := range 32 {
			source := "#version 450\n" + x.head
			for k, v := range x.values {
				if set>>k&1 != 0 {
					source += v + "\n"
				}
			}
			name := "set " + strconv.Itoa(set) + "." + x.extension
			v, err := (&stageShader{name, source + x.tail, ir.StageByName(x.extension), true}).check(t)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			setup := ir.Tessellation{Domain: ir.TessTriangles}
			containers = append(containers, asDXIL(t, name, v, 3, setup, set%3))
			p := &graphicsPipeline{patch: 3, domain: ir.TessTriangles}
			text, err := refract.Write(t.Context(), v, p.hlslOptions(false))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			rows = append(rows, hlslRow{name, text.Text, "main", hlslProfiles[ir.StageByName(x.extension)] + "_6_5", []string{}})
		}
	}
	for i, c := range compiled(t, rows) {
		sameDXILSignatures(t, c.Name, containers[i].Code, c.Code)
	}
	fromDXIL(t, containers)
}

// TestUnwrittenVertices writes geometry shaders that emit no vertex, or none to one of their streams.
func TestUnwrittenVertices(t *testing.T) {
	const head = "#version 450\nlayout(points) in;\nlayout(points, max_vertices = 2) out;\n"
	var list []container
	for name, source := range map[string]string{
		"none":    head + "layout(location = 0) out vec3 color;\nvoid main() { color = vec3(1); }",
		"ended":   head + "layout(location = 0) out vec4 color;\nvoid main() { if (gl_in[0].gl_Position.x > 0.0) return; EndPrimitive(); }",
		"streams": head + "layout(location = 0, stream = 0) out vec4 a;\nlayout(location = 1, stream = 1) out ivec2 b;\nvoid main() { a = vec4(1); EmitStreamVertex(0); EndStreamPrimitive(1); }",
	} {
		v, err := (&stageShader{name + ".geom", source, ir.StageGeometry, true}).check(t)
		if err != nil {
			t.Fatal(err)
		}
		for level := range 3 {
			list = append(list, asDXIL(t, name, v, 0, ir.Tessellation{}, level))
		}
	}
	fromDXIL(t, list)
}
