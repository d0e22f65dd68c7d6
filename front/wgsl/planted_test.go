package wgsl

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
)

// TestPlanted reads sources with several mistakes each. All are found, each once,
// at the narrowest place, and none causes another.
func TestPlanted(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`
struct Inner { x: f32 }
struct Light {
    colour: vec4f,
    @align(4) position: vec3f,
    @size(2) power: f32,
    list: array<Inner>,
    last: u32,
}
struct Sampled { a: u32, b: sampler }
@group(0) @binding(0) var<uniform> flags: array<bool, 4>;
@group(0) @binding(1) var<storage> counter: atomic<u32>;
var<private> half: f16;
var<private> other_half: f16 = 1h;
`, `invalid-attribute at 4
invalid-attribute at 2
invalid-type at array<Inner>
invalid-type at sampler
invalid-type at array<bool, 4>
invalid-type at atomic<u32>
extension-not-enabled at f16`},
		{`
struct Light { colour: vec4f }
@group(0) @binding(0) var<storage, read_write> lights: array<Light>;
fn brightest(count: u32) -> vec3f {
    var best = vec3f(0, 0);
    for (var i = 0u; i < count; i++) {
        let l = lights[i].color;
        best = max(best, l.rgb);
        if best.x > 1 { continue; }
    }
    let scale: i32 = 1.5;
    best *= scale;
    lights[0].colour = best;
    return best.xyzw;
}
fn use_it() -> bool {
    let a = brightest();
    let b = brightest(1, 2) + 1u;
    const c = 1 / 0;
    let d = c + 2;
    return 1;
}
`, `no-matching-overload at vec3f(0, 0)
no-such-member at color
type-mismatch at 1.5
wrong-argument-count at brightest()
wrong-argument-count at brightest(1, 2)
constant-evaluation at 1 / 0
type-mismatch at 1`},
		{`
@vertex fn vs(@builtin(position) p: vec4f) -> vec4f { return p; }
@fragment fn fs(@location(0) a: f32, @location(0) b: f32) -> @location(0) vec4f { return vec4f(a + c); }
@compute fn cs() { textureSampel(); }
@compute @workgroup_size(0) fn cs2() {}
`, `io-missing-binding at vs
unresolved-identifier at c
invalid-entry-point at cs
unresolved-identifier at textureSampel
invalid-entry-point at 0`},
	} {
		var list diag.List
		Parse(c.src, 1, Options{}, &list)
		var got []string
		for _, d := range list.Sorted() {
			got = append(got, fmt.Sprintf("%s at %s", d.Code, c.src[d.Span.Start-1:d.Span.End-1]))
		}
		if s := strings.Join(got, "\n"); s != c.want {
			t.Errorf("%s\ngot\n%s\nwant\n%s\n%s", c.src, s, c.want, messages(&list))
		}
	}
}
