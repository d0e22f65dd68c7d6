package direct3d_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strconv"
	"testing"

	"refract/back/dxbc"
	"refract/back/dxil"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/back"
	parts "refract/internal/dxbc"
	root "refract/internal/dxil"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// parse reads a shader.
func parse(t *testing.T, src string) (*ir.Module, *validate.Info) {
	t.Helper()
	list := new(diag.List)
	m := wgsl.Parse(src, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, list)
	if m == nil || list.HasErrors() {
		t.Fatalf("%s isn't read", src)
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		t.Fatal(err)
	}
	return m, info
}

// rootOptions are options of both languages.
type rootOptions struct {
	entry, text string
	derive      bool
}

// written is a container of each language, DXIL first.
func written(t *testing.T, m *ir.Module, info *validate.Info, o rootOptions) (list [2][]byte, failed [2]error) {
	t.Helper()
	a := dxil.NewOptions()
	a.EntryPoint, a.RootSignature, a.DeriveRootSignature = o.entry, o.text, o.derive
	list[0], _, failed[0] = dxil.Write(m, info, a)
	b := dxbc.NewOptions()
	b.Profile = dxbc.Profile51
	b.EntryPoint, b.RootSignature, b.DeriveRootSignature = o.entry, o.text, o.derive
	list[1], _, failed[1] = dxbc.Write(m, info, b)
	return list, failed
}

// rootOf is the part RTS0 of a container, or nil.
func rootOf(t *testing.T, data []byte) []byte {
	t.Helper()
	c, err := parts.ReadContainer(data)
	if err != nil || !parts.Verify(data) {
		t.Fatal("the container is wrong", err)
	}
	chunk, _ := c.Chunk(root.PartRTS0)
	return chunk
}

const stages = `struct U { m: mat4x4f, n: u32 }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var t: texture_2d<f32>;
@group(0) @binding(2) var s: sampler;
@group(1) @binding(0) var<storage> lights: array<vec4f>;
@group(1) @binding(1) var<storage, read_write> hits: atomic<u32>;
@group(1) @binding(2) var<storage, read_write> slots: array<u32, 16>;
@group(1) @binding(3) var<storage> table: array<u32, 16>;
var<immediate> k: vec4f;
struct V { @builtin(position) p: vec4f, @location(0) uv: vec2f }
@vertex fn vs(@location(0) p: vec4f) -> V { return V(u.m * p + k, p.xy); }
@fragment fn fs(v: V) -> @location(0) vec4f { atomicAdd(&hits, table[4]); slots[u.n] = 2; return textureSample(t, s, v.uv) * lights[u.n]; }
@compute @workgroup_size(64) fn cs(@builtin(num_workgroups) n: vec3u) { slots[3] = n.x; }
`

// derived are entry points, and the texts of the root signatures that are made of their resources.
var derived = []struct{ source, entry, want string }{
	{stages, "vs", "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), RootConstants(num32BitConstants = 4, b0, space = 2), CBV(b0), SRV(t3, space = 1), UAV(u1, space = 1), " +
		"DescriptorTable(SRV(t1), SRV(t0, space = 1), UAV(u2, space = 1)), DescriptorTable(Sampler(s2))"},
	{stages, "fs", "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), RootConstants(num32BitConstants = 4, b0, space = 2), CBV(b0), SRV(t3, space = 1), UAV(u1, space = 1), " +
		"DescriptorTable(SRV(t1), SRV(t0, space = 1), UAV(u2, space = 1)), DescriptorTable(Sampler(s2))"},
	{stages, "cs", "RootConstants(num32BitConstants = 3, b0, space = 3), UAV(u2, space = 1)"},
	{"@compute @workgroup_size(1) fn main() {}", "main", ""},
	{"@vertex fn main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i)); }", "main", ""},
	{`enable wgpu_binding_array;
@group(0) @binding(0) var a: binding_array<texture_2d<f32>, 3>; @group(0) @binding(4) var<storage, read_write> o: f32;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { o = textureLoad(a[i], vec2u(), 0).x; }`, "main",
		"UAV(u4), DescriptorTable(SRV(t0, numDescriptors = 3))"},
}

// TestDerivedRoot has the root signatures of resources.
func TestDerivedRoot(t *testing.T) {
	for _, c := range derived {
		m, info := parse(t, c.source)
		list, failed := written(t, m, info, rootOptions{entry: c.entry, derive: true})
		for k := range list {
			if failed[k] != nil {
				t.Errorf("%s: %v", c.entry, failed[k])
				continue
			}
			s, err := root.ParseRootSignature(rootOf(t, list[k]))
			if err != nil || s.String() != c.want {
				t.Errorf("%s:\n%v, %v, instead of\n%s", c.entry, s, err, c.want)
			}
		}
	}
}

// manyBuffers is a shader with n uniform buffers.
func manyBuffers(n int) string {
	text, sum := "@group(1) @binding(0) var<storage, read_write> o: u32;\n", "0u"
	for k := range n {
		name := "b" + strconv.Itoa(k)
		text += "@group(0) @binding(" + strconv.Itoa(k) + ") var<uniform> " + name + ": u32;\n"
		sum += " + " + name
	}
	return text + "@compute @workgroup_size(1) fn main() { o = " + sum + "; }"
}

// TestRootOfManyBuffers has a table for buffers that exceed the 64 words of a root signature.
func TestRootOfManyBuffers(t *testing.T) {
	m, info := parse(t, manyBuffers(40))
	list, failed := written(t, m, info, rootOptions{derive: true})
	for k := range list {
		if failed[k] != nil {
			t.Fatal(failed[k])
		}
		s, err := root.ParseRootSignature(rootOf(t, list[k]))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.Parameters); n != 32 || len(s.Parameters[31].Ranges) != 10 {
			t.Errorf("%d parameters: %v", n, s)
		}
	}
}

// TestRootText has texts of root signatures, and errors.
func TestRootText(t *testing.T) {
	m, info := parse(t, stages)
	const all = "RootConstants(num32BitConstants=4, b0, space=2), CBV(b0), DescriptorTable(SRV(t1), SRV(t0, numDescriptors=4, space=1), UAV(u1, space=1, numDescriptors=unbounded))"
	const texture = "CBV(b0), SRV(t1), SRV(t0, space=1), SRV(t3, space=1), UAV(u1, space=1), UAV(u2, space=1), StaticSampler(s2)"
	for _, c := range []struct{ entry, text, want string }{
		{"vs", all, ""},
		{"fs", all + ", StaticSampler(s2)", ""},
		{"fs", all + ", StaticSampler(s2, visibility=SHADER_VISIBILITY_PIXEL)", ""},
		{"fs", all, "root_signature: the fragment stage doesn't get the resource s, at register s2 of space 0: expected DescriptorTable(Sampler(s2))"},
		{"fs", all + ", StaticSampler(s2, visibility=SHADER_VISIBILITY_VERTEX)", "root_signature: the fragment stage doesn't get the resource s, at register s2 of space 0: expected DescriptorTable(Sampler(s2))"},
		{"vs", "CBV(b0)", "root_signature: the vertex stage doesn't get the resource k, at register b0 of space 2: expected CBV(b0, space = 2)"},
		{"vs", "RootFlags(DENY_VERTEX_SHADER_ROOT_ACCESS), " + all, "root_signature: the vertex stage doesn't get the resource u, at register b0 of space 0: expected CBV(b0)"},
		{"fs", texture, "root_signature: the resource t, at register t1 of space 0, is no buffer, so it can't be a root descriptor: expected DescriptorTable(SRV(t1))"},
		{"vs", "CBV(t0)", `root_signature: offset 4: expected a member, found "t0"`},
		{"vs", "CBV(b0), DescriptorTable(CBV(b0, numDescriptors=2))", "root_signature: two parameters bind the register b0 of space 0"},
		{"vs", "RootConstants(num32BitConstants=63, b0), CBV(b1)", "root_signature: the root signature takes 65 words of 32 bits, of which there are at most 64"},
	} {
		list, failed := written(t, m, info, rootOptions{entry: c.entry, text: c.text})
		for k, language := range []string{"dxil", "dxbc"} {
			if c.want != "" {
				var option *back.OptionError
				if want := language + "." + c.want; !errors.As(failed[k], &option) || failed[k].Error() != want {
					t.Errorf("%s: %v instead of %s", c.text, failed[k], want)
				}
				continue
			}
			if failed[k] != nil {
				t.Errorf("%s: %v", c.text, failed[k])
				continue
			}
			s, err := root.ParseRootSignatureText(c.text, root.RootVersion11)
			if err != nil || !bytes.Equal(s.Bytes(), rootOf(t, list[k])) {
				t.Errorf("%s: other bytes, %v", c.text, err)
			}
		}
	}
	_, failed := written(t, m, info, rootOptions{entry: "vs", text: all, derive: true})
	if want := "dxil.derive_root_signature: the option root_signature is set as well"; failed[0] == nil || failed[0].Error() != want {
		t.Errorf("%v instead of %s", failed[0], want)
	}
	list, failed := written(t, m, info, rootOptions{entry: "vs"})
	for k := range list {
		if failed[k] != nil || rootOf(t, list[k]) != nil {
			t.Error("a root signature without options", failed[k])
		}
	}
}

// TestRootsAreValid has Microsoft's validator judge containers with root signatures, and its DLL
// read those of DXBC.
func TestRootsAreValid(t *testing.T) {
	var rows [2][]map[string]string
	add := func(name, source string, o rootOptions) {
		m, info := parse(t, source)
		list, failed := written(t, m, info, o)
		for k := range list {
			if failed[k] != nil {
				t.Fatal(name, failed[k])
			}
			rows[k] = append(rows[k], map[string]string{"name": name, []string{"dxil", "dxbc"}[k]: base64.StdEncoding.EncodeToString(list[k])})
		}
	}
	for _, c := range derived {
		add(c.entry, c.source, rootOptions{entry: c.entry, derive: true})
	}
	add("many", manyBuffers(40), rootOptions{derive: true})
	add("text", stages, rootOptions{entry: "vs", text: "CBV(b0), CBV(b0, space=2, visibility=SHADER_VISIBILITY_VERTEX)"})
	m, info := parse(t, stages)
	list, _ := written(t, m, info, rootOptions{entry: "vs", derive: true})
	box, err := parts.ReadContainer(list[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range box.Chunks { // of another shader
		if box.Chunks[i].Kind == root.PartRTS0 {
			box.Chunks[i].Data = (&root.RootSignature{Version: root.RootVersion11}).Bytes()
		}
	}
	other := []map[string]string{{"dxil": base64.StdEncoding.EncodeToString(box.Bytes())}}
	if v := harness.Oracle(t, "dxil", other)[0]; v.OK {
		t.Error("the validator takes a root signature that lacks the resources")
	}
	for k, name := range []string{"dxil", "dxbc"} {
		for i, v := range harness.Oracle(t, name, rows[k]) {
			if !v.OK {
				t.Errorf("%s, %s: %s", name, rows[k][i]["name"], v.Text())
			}
		}
	}
}
