package glsl_test

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ir/layout"
	"refract/ir"
)

// TestReferences runs a shader that follows references, compares and moves them.
func TestReferences(t *testing.T) {
	const src = `#version 460
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { int value; bool odd; Node next; vec3 at; };
layout(buffer_reference, buffer_reference_align = 4) readonly buffer Ints { int i; };
struct Head { Node first; Ints table; };
layout(std140, binding = 0) buffer Out { int sum, count; uvec2 bits; float z; int far, back, same; };
layout(std140, binding = 1) uniform In { Head head; Node more[2]; };
int total(Node n) {
	int s = 0;
	for (int i = 0; i < 2; i++, n = n.next) {
		s += n.value;
		count++;
		if (n.odd) n.at.z += float(n.value);
	}
	return s;
}
void grow(inout Ints p, int by) { p += by; }
void main() {
	Node list[2] = Node[2](head.first, more[1]);
	sum = total(list[0]) + list[1].value;
	bits = uvec2(more[1]);
	z = Node(bits).at.z;
	Ints p = head.table;
	far = p[3].i + (p + 1)[1].i;
	grow(p, 4);
	p--;
	back = int(p - head.table) * 10 + p.i;
	same = int(uint64_t(list[0]) == uint64_t(head.first)) + int(more[0] == head.first) * 2;
	atomicAdd(list[1].value, 5);
}`
	m, diags, sources := read("a.comp", src, "compute", true)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Err(sources))
	}
	for i := range m.Globals {
		if info, err := layout.New(m).Of(m.Globals[i].Type, m.Globals[i].Layout); i > 0 && m.Globals[i].Name == "in" && (err != nil || info.Size != 48) {
			t.Error(info, err)
		}
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	a, b, table, out, in := make([]byte, 32), make([]byte, 32), make([]byte, 64), make([]byte, 48), make([]byte, 48)
	const atA, atB, atTable = 0x10000000100, 0x200, 0x300
	le.PutUint32(a, 7)
	le.PutUint64(a[8:], atB)
	le.PutUint32(b, 100)
	le.PutUint32(b[4:], 1)
	le.PutUint64(b[8:], atA)
	for i := range 16 {
		le.PutUint32(table[4*i:], uint32(10*i))
	}
	le.PutUint64(in, atA)
	le.PutUint64(in[8:], atTable)
	le.PutUint64(in[16:], atB)
	le.PutUint64(in[32:], atB)
	var r exec.Resources
	for address, data := range map[uint64][]byte{atA: a, atB: b, atTable: table} {
		r.Place(address, &exec.Buffer{Data: data})
	}
	r.Bind(0, 0, &exec.Buffer{Data: out})
	r.Bind(0, 1, &exec.Buffer{Data: in})
	if report, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{Check: exec.CheckBounds}); err != nil || report.Findings != nil {
		t.Fatal(err, report)
	}
	for i, want := range []uint32{207, 2, atB, 0, 0x42C80000, 50, 60, 1} {
		if got := le.Uint32(out[4*i:]); got != want {
			t.Errorf("word %d: %#x, not %#x", i, got, want)
		}
	}
	if got := le.Uint32(b); got != 105 {
		t.Errorf("after atomicAdd: %d", got)
	}
}

// TestReferenceErrors: what can't be done with references.
func TestReferenceErrors(t *testing.T) {
	for body, want := range map[string]string{
		"R r; r.x;":     `has no member "x"`,
		"R r; r + 1;":   "needs GL_EXT_buffer_reference2",
		"R r; r * r;":   "doesn't take R and R",
		"R r; r.v = 1;": "can only be read",
		"S s; s.v;":     "isn't defined yet",
		"R r = R(1.5);": "R can't be made of float",
		"S s; R r = s;": "must be R, found S",
	} {
		src := "#version 450\n#extension GL_EXT_buffer_reference : require\nlayout(local_size_x = 1) in;\n" +
			"layout(buffer_reference) readonly buffer R { int v; };\nlayout(buffer_reference) buffer S;\nvoid main() { " + body + " }"
		_, diags, sources := read("a.comp", src, "compute", true)
		if !diags.HasErrors() || !strings.Contains(diags.Err(sources).Error(), want) {
			t.Errorf("%s: %v, not %q", body, diags.Err(sources), want)
		}
	}
}

// TestInterpolations: what is interpolated elsewhere lies where the input does.
func TestInterpolations(t *testing.T) {
	const src = `#version 450
layout(location = 3) in vec4 a;
in vec2 b[2];
in Block { layout(location = 9) mat3 m; vec3 v; } block;
flat in float f;
layout(location = 0) out vec4 color;
float deep() { return interpolateAtSample(a.xy, 2).y; }
void main() {
	color.x = interpolateAtCentroid(a).x + deep();
	color.yz = interpolateAtOffset(b[1], vec2(0.25)) + interpolateAtCentroid(block.m[2]).xy;
	color.w = interpolateAtCentroid(block.v.z) + interpolateAtCentroid(f) + interpolateAtCentroid(block.v[1]);
}`
	m, diags, sources := read("a.frag", src, "fragment", false)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Err(sources))
	}
	var got []string
	entry := m.Functions[m.EntryPoints[0].Function]
	for _, f := range m.Functions[1:] {
		for x := f.Next(0, ir.Kinds(ir.KindInterpolate)); x != 0; x = f.Next(x, ir.Kinds(ir.KindInterpolate)) {
			v := f.Interpolate(x)
			if in, ok := m.InputAt(entry, v.Location, v.Component); ok {
				got = append(got, v.Op.String()+" "+entry.Args[in.Arg].Name)
			}
		}
	}
	slices.Sort(got)
	const want = "centroid a, centroid block_m_2, centroid block_v, offset b_1, sample a"
	if s := strings.Join(slices.Compact(got), ", "); s != want {
		t.Errorf("%s\nnot %s", s, want)
	}
}
