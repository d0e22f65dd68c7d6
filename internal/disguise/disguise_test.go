package disguise

import (
	"math/rand/v2"
	"strings"
	"testing"

	"refract/diag"
	"refract/front/wgsl"
)

const plain = `
struct S { a: f32, b: vec2u }
@group(0) @binding(0) var<storage, read_write> o: array<u32, 16>;
fn f(a: u32, p: ptr<function, u32>) -> u32 {
    var t: u32 = a;
    if a > 3u { t += 2u; } else if a == 1u { return 4u; } else { t--; }
    *p = *p + t;
    return t;
}
@compute @workgroup_size(1) fn main() {
    var n: u32 = 0u;
    for (var i: u32 = 0u; i < 8u; i++) {
        switch i { case 2u: { continue; } case 5u, 6u: { n ^= 3u; } default: { n = n * 2u + f(i, &n); } }
        let q = n + i;
        o[i] = q;
    }
    loop { n++; continuing { break if n > 40u; } }
    while n % 7u != 0u { n += 1u; if n > 1000u { break; } }
    o[9] = n;
}
`

// TestEdited edits a source again and again: most edits are valid, each kind of statement
// comes out of them, and the same numbers give the same text.
func TestEdited(t *testing.T) {
	words := map[string]bool{"zq_yes(": false, "zq_W": false, "zq_f": false, "zq_p": false, "zq_c": false, "break if": false, "continue;": false, "var<private> zq_v": false, "array(": false}
	valid, invalid := 0, 0
	for seed := range uint64(60) {
		s, twin := New(plain, rand.New(rand.NewPCG(seed, 1)), seed%3 > 0), New(plain, rand.New(rand.NewPCG(seed, 1)), seed%3 > 0)
		for range 12 {
			text := s.Edited()
			if again := twin.Edited(); again != text {
				t.Fatalf("two texts of the same numbers:\n%s\n%s", text, again)
			}
			if text == "" {
				continue
			}
			if text == s.Text() {
				t.Errorf("seed %d: an edit without a change", seed)
			}
			var diags diag.List
			if wgsl.Parse(text, 0, wgsl.Options{}, &diags); diags.HasErrors() {
				invalid++
				continue
			}
			valid++
			s.Keep(text)
			twin.Keep(text)
		}
		for w := range words {
			words[w] = words[w] || strings.Contains(s.Text(), w)
		}
	}
	if invalid*5 > valid {
		t.Errorf("%d edits are valid, %d aren't", valid, invalid)
	}
	for w, found := range words {
		if !found {
			t.Errorf("no text has %q", w)
		}
	}
}
