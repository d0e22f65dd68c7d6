package pipeline_test

import (
	"testing"

	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// deadText never takes its second branch: there the index may become 7, as the condition
// says, and is in bounds all the same, as the number of invocations says.
const deadText = `
@group(0) @binding(0) var<storage, read_write> o: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> buf: array<vec2u, 2>;
@group(0) @binding(2) var<uniform> uni: array<mat4x4f, 2>;
@group(0) @binding(3) var<storage, read_write> all: array<array<u32, 2>>;
struct S { a: array<vec2u, 2>, m: mat2x2f }
var<private> store: array<u32, 2>;
var<private> deep: array<S, 2>;
var<workgroup> wide: array<u32, 2>;
const table = array(5u, 6u);
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) lid: u32) {
	var local = array<u32, 2>(lid, o[0]);
	var s: S;
	var m = mat2x2f();
	var v = vec2f();
	let value = array(v, v);
	wide[lid] = lid;
	store[lid] = lid;
	deep[lid].a[lid][lid] = o[0];
	if lid == 7 {
		o[1] = store[lid] + local[lid] + table[lid] + wide[lid] + deep[lid].a[lid][lid] + s.a[lid].x;
		o[2] = u32(m[lid].x) + u32(v[lid]) + buf[lid].x + u32(uni[lid][0][0]) + buf[lid][lid] + u32(value[lid][lid]);
		store[lid] = 3;
		let kept = local;
		local[lid] = 1;
		wide[lid] = 4;
		o[lid] = 5;
		v[lid] = 3;
		m[lid][lid] = 3;
		buf[lid][lid] = 7;
		all[lid][lid] = all[lid][1] + all[1][lid];
		s.a[lid][lid] = kept[lid];
		s.m[lid] = v;
		deep[lid] = s;
		store[0] = store[lid];
		o[lid] = store[0] + o[lid];
	}
	o[3] = local[0] + store[1] + u32(v.x + m[0][1]) + deep[0].a[1].x + s.a[1].y;
}`

// TestDeadIndices runs each pass, and each level, on code that never runs where known
// indices lie out of bounds that a flag says they lie within.
func TestDeadIndices(t *testing.T) {
	shader := func() *ssa.Shader {
		s := fromWGSL(t, []byte(deadText))
		f := s.Funcs[1]
		seven := ssa.Value(0)
		marked := 0
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch o := f.Op(i); {
				case o == op.Const && f.Comps(i) == 1 && f.ConstBits(i, 0) == 7 && f.Type(i) == ir.TypeU32 && seven == 0:
					seven = i
				case o == op.DerefArray || o == op.ExtractDynamic || o == op.InsertDynamic:
					k := 1
					if o == op.InsertDynamic {
						k = 2
					}
					if x := f.Arg(i, k); f.Op(x) != op.Param || b == f.FirstBlock() {
						continue
					}
					src := ssa.Whole(seven)
					if o != op.DerefArray {
						src = ssa.Src{Value: seven, Comps: 1}
					}
					f.SetSrc(i, k, src)
					f.SetFlags(i, f.Flags(i)|ir.FlagInBounds)
					marked++
				}
			}
		}
		if marked < 25 {
			t.Fatalf("%d indices are known\n%s", marked, s)
		}
		return s
	}
	for _, p := range pipeline.All() {
		for _, level := range []int{0, 1} { // as it is, and with values for variables
			s := shader()
			before, err := pipeline.Level(level)
			if err == nil && level != 0 {
				before, err = pipeline.Parse("vars-to-ssa, cse")
			}
			if err == nil {
				_, err = pipeline.Run(s, append(before, pipeline.Of(p)...), pipeline.Options{Verify: true, Establish: true})
			}
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
	for _, level := range pipeline.Levels() {
		p, err := pipeline.Level(level)
		if err == nil {
			_, err = pipeline.Run(shader(), p, pipeline.Options{Verify: true})
		}
		if err != nil {
			t.Errorf("%s: %v", pipeline.LevelName(level), err)
		}
	}
}
