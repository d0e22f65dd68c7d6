package wasm_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/ir"
)

// TestSelectUnderPressure has a choice of floats by an index among more values than
// there are registers.
func TestSelectUnderPressure(t *testing.T) {
	m := readModule(t, `
struct S { a1: vec2f, a2: mat4x3f }
struct T { a1: mat4x3f }
@group(0) @binding(0) var<storage, read_write> result: array<f32, 16>;
@group(0) @binding(1) var<storage, read> inp: T;
var<private> p0: mat2x2f;
var<private> p2: S;
fn floors(m: mat4x3f) -> mat4x3f { return mat4x3f(floor(m[0]), floor(m[1]), m[2], m[3]); }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) gid: vec3u) {
  var n = 0u;
  loop {
    if n >= 1u { break; }
    p2.a2 = floors(inp.a1 - p2.a2);
    continuing {
      n++;
      p0 = p0 - mat2x2f(p0[gid.z], p2.a1);
    }
  }
  result[2] = p0[0][0];
  result[1] = p2.a2[3].z;
}`)
	in := make([]byte, 0, 64)
	for k := range 16 {
		in = binary.LittleEndian.AppendUint32(in, math.Float32bits(float32(k+1)))
	}
	both(t, m, in)
}

// TestCompareWithAnd has comparisons of zero, on either side, with the result of an
// and.
func TestCompareWithAnd(t *testing.T) {
	m := readModule(t, `
@group(0) @binding(0) var<storage, read_write> o: array<u32, 16>;
@group(0) @binding(1) var<storage, read> inp: array<i32, 4>;
@compute @workgroup_size(1) fn main() {
  let x = inp[0]; let y = inp[1]; let u = u32(x); let v = u32(y);
  if 0 < (x & y) { o[0] = 1; }
  if 0 <= (x & y) { o[1] = 1; }
  if (x & y) < 0 { o[2] = 1; }
  if (x & y) <= 0 { o[3] = 1; }
  if 0u < (u & v) { o[4] = 1; }
  if 0u >= (u & v) { o[5] = 1; }
  o[6] = select(2u, 3u, 0 < (x & y));
  o[7] = u32(min(0, x & y));
  o[8] = u32(max(0, x & y));
  o[9] = min(0u, u & v);
  o[10] = max(0u, u & v);
  o[11] = u32(clamp(0, x & y, y & 3));
  o[12] = u32(0 == (x & y));
  o[13] = u32(0 != (x & y));
}`)
	for _, x := range []int32{0, 1, 2, -1, -2, math.MinInt32} {
		in := binary.LittleEndian.AppendUint32(nil, uint32(x))
		in = binary.LittleEndian.AppendUint32(in, uint32(0x80000003))
		both(t, m, append(in, make([]byte, 8)...))
	}
}

// both runs a module of two buffers on both engines.
func both(t *testing.T, m *ir.Module, in []byte) {
	t.Helper()
	var out [2][]byte
	for k, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		p, err := e.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		out[k] = make([]byte, 64)
		if err := runKernel(p, [3]uint32{1, 1, 1}, [][]byte{out[k], in}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(out[0], out[1]) {
		t.Errorf("%x, not %x", out[1], out[0])
	}
}

// TestBitselectUnderPressure has vectors that change places in loops, selected by masks
// among more of them than there are registers.
func TestBitselectUnderPressure(t *testing.T) {
	m := readModule(t, `
var<private> here: u32;
var<private> sum: u32;
var<private> kept: vec3<i32>;
@group(0) @binding(0) var<storage, read_write> result: array<u32, 16>;
@group(0) @binding(1) var<storage, read> other: array<u32, 4>;
fn note(x: u32) { sum = (sum ^ x) + 1u; }
@compute @workgroup_size(2, 1, 3)
fn main(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) wid: vec3u) {
  here = gid.z * 2u;
  var n = 0u;
  loop {
    for (var i = 0; i < 1; i++) {
      var a = vec3i(wid);
      var b = array<vec3i, 3>(vec3i(5, 2, 0), vec3i(0, 1, 1), vec3i(0))[1];
      for (var k = 0u; k < 1u; k++) {
        let c = b;
        note(1u);
        b = a;
        a = kept;
        kept = c;
      }
      note(0u);
      note(u32(b.x));
      note(u32(b.z));
    }
    continuing {
      n += 1;
      break if n >= 2u || lid >= n;
    }
  }
  note(bitcast<u32>(kept[1u]) + other[0]);
  result[(here + gid.x) * 2u] = sum;
}`)
	both(t, m, make([]byte, 16))
}
