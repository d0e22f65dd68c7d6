package ssatest

import (
	"strings"
	"testing"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/ssa"
	"refract/ssa/op"
)

const source = `
struct Pair { a: i32, b: vec2f }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<uniform> pair: Pair;

fn sum(n: u32, step: i32) -> i32 {
  var s = 0;
  var x = 1;
  for (var i = 0u; i < n % 10u; i++) {
    let y = x;
    x = s + step;
    s = y;
  }
  return s - x;
}
fn scale(p: ptr<function, vec3f>, by: f32) { *p = *p * by; }
fn swap(p: Pair) -> Pair { return Pair(pair.a, p.b.yx); }
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
  out[id.x] = out[id.x] ^ u32(sum(id.x, pair.a));
}
`

func shader(t *testing.T) *ssa.Shader {
	t.Helper()
	var list diag.List
	m := wgsl.Parse(source, 1, wgsl.Options{}, &list)
	if list.HasErrors() {
		t.Fatal(list.Sorted()[0].Message)
	}
	return fromir.Module(m, fromir.Options{Strict: true})
}

func TestSame(t *testing.T) {
	before, after := shader(t), shader(t)
	lower.VarsToSSA.Run(after)
	if n := Same(t, before, after); n != 4 {
		t.Errorf("%d functions ran, not 4", n)
	}
}

// TestDifferent changes one operation in each of the functions.
func TestDifferent(t *testing.T) {
	for _, x := range []struct {
		function string
		from, to op.Op
		want     string
	}{
		{"sum", op.ISub, op.IAdd, "the result"},
		{"scale", op.FMul, op.FAdd, "parameter 0"},
		{"main", op.IXor, op.IOr, "buffer out"},
	} {
		before, after := shader(t), shader(t)
		changed := 0
		for _, f := range after.Funcs[1:] {
			if f.Name != x.function {
				continue
			}
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == x.from {
						f.SetOp(i, x.to)
						changed++
					}
				}
			}
		}
		if changed != 1 {
			t.Fatalf("%s: %d instructions changed", x.function, changed)
		}
		if _, d := Compare(before, after); !strings.Contains(d, x.function+", ") || !strings.Contains(d, x.want) {
			t.Errorf("%s: Compare says %q, not that %s differs", x.function, d, x.want)
		}
	}
}
