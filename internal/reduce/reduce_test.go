package reduce

import (
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/front/wgsl"
)

// valid reports whether the front end accepts a source.
func valid(src string) bool {
	var list diag.List
	return wgsl.Parse(src, 1, wgsl.Options{}, &list) != nil
}

const large = `
struct S { a: i32, b: vec3f, }
const unused = 5;
@group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;
fn other(x: i32) -> i32 { return x + 1; }
fn f(x: i32, y: u32, z: f32) -> u32 {
	if (x > 3) { return y; }
	let q = S(x, vec3f(z));
	for (var i = 0; i < 4; i++) {
		if (i == x) { continue; }
		out[1] += reverseBits(y * 7u) + u32(q.a);
	}
	return y;
}
@compute @workgroup_size(1)
fn main() {
	var t = 0u;
	switch other(3) {
		case 1: { t = 4; }
		case 2, 3: { t = f(1, 2u, 3f); }
		default { t = 9; }
	}
	out[0] = t;
}
`

func TestSource(t *testing.T) {
	tries := 0
	got := Source(large, func(src string) bool {
		tries++
		return valid(src) && strings.Contains(src, "reverseBits") && strings.Contains(src, "@compute")
	}, time.Minute)
	if want := 8; strings.Count(got, "\n") > want || !valid(got) || !strings.Contains(got, "reverseBits") {
		t.Errorf("after %d tries:\n%s", tries, got)
	}
}

// TestInvalid: what can't be parsed stays.
func TestInvalid(t *testing.T) {
	if got := Source("fn f( {", func(string) bool { return true }, time.Minute); got != "fn f( {\n" {
		t.Errorf("%q", got)
	}
}
