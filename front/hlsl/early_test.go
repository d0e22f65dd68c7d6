package hlsl_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/hlsl"
	"refract/ir"
)

// earlyBodies are bodies of functions of x that return in several places. IN is x, interpolated where it
// is anyway; the functions that have it are inlined.
var earlyBodies = []string{
	"if (x.x > 3) return IN * 2; return IN + 1;",
	"if (x.x > 3) { return IN; } else if (x.y > 1) { return IN.yx; } return 5;",
	"if (x.x > 3) return IN; else return -IN;",
	"float2 r = IN; for (int i = 0; i < 9; i++) { if (r.x > 4.2) return r * 10; r += 1; } return r;",
	"float2 r = IN; for (int i = 0; i < 4; i++) { for (int k = 0; k < 4; k++) { if (k == i && r.x > 3) return r + float2(i, k); if (k > 2) break; r += 0.5; } if (r.y > 9) continue; r.y += 3; } return r;",
	"float2 r = IN; int n = 0; while (true) { if (r.x > 6) return float2(n, r.y); n++; r.x += 1.5; }",
	"float2 r = IN; do { r += 1; if (r.y > 2.2) return r; } while (r.x < 5); return -r;",
	"switch (int(x.x)) { case 0: return IN; case 1: if (x.y > 1) return 7; break; case 2: { return IN * 3; } default: break; } return IN * 9;",
	"for (int i = 0; i < 3; i++) { switch (int(x.x) + i) { case 2: return IN + i; case 3: continue; default: break; } if (x.y > 2.1) return i; } return IN;",
	"[branch] if (x.x > 1) { [loop] for (int i = 0; i < 3; i++) { if (i == 1) { return IN * i; } } } return x;",
	"{ if (x.x > 2) return IN; } { return IN.yy; }",
	"if (x.x > 2) return g(x); return g(x).yx + IN;",
	"float2 y = x; y.x += 1; if (y.y > 1) return y + IN; y.y *= 2; return y;",
}

// TestEarlyReturns draws with each function inlined, and with the same function called.
func TestEarlyReturns(t *testing.T) {
	drawn := func(source string) (pictures [][]uint32) {
		t.Helper()
		v, err := readRow(new(hlsl.Reader), "a.hlsl", source, hlsl.Options{Profile: "ps_6_0"})
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		for level := range 3 {
			o, err := refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range []exec.Engine{interp.Engine{}, wasm.Auto{}} {
				p, err := e.Load(o.Module, exec.LoadOptions{})
				if err != nil {
					t.Fatal(err)
				}
				picture := make([]uint32, 8*4*4)
				grid := exec.FragmentGrid{Width: 8, Height: 4,
					Input: func(x, y int, b ir.Binding, v exec.View) error {
						if b.Kind == ir.BindLocation {
							binary.LittleEndian.PutUint32(v.Data, math.Float32bits(float32(x)))
							binary.LittleEndian.PutUint32(v.Data[4:], math.Float32bits(float32(y)))
						}
						return nil
					},
					Output: func(x, y int, _ ir.Binding, v exec.View) error {
						for k := range 4 {
							picture[4*(8*y+x)+k] = binary.LittleEndian.Uint32(v.Data[4*k:])
						}
						return nil
					}}
				if _, err := p.Fragments(t.Context(), "main", grid, &exec.Resources{}, exec.RunOptions{}); err != nil {
					t.Fatalf("%v\n%s", err, source)
				}
				pictures = append(pictures, picture)
			}
		}
		return pictures
	}
	for _, body := range earlyBodies {
		source := "float2 g(float2 x) { if (x.x < 1) return IN; return IN * 0.5; }\nfloat2 f(float2 x) { " + body +
			" }\nfloat4 main(float2 a : A) : SV_Target { return float4(f(a), f(a).yx + 1); }"
		if !strings.Contains(body, "g(") {
			source = source[strings.Index(source, "\n")+1:]
		}
		want := drawn(strings.ReplaceAll(source, "IN", "x"))
		snapped := strings.ReplaceAll(source, "IN", "EvaluateAttributeSnapped(x, int2(0, 0))")
		for k, got := range drawn(snapped) {
			if !slices.Equal(got, want[0]) {
				t.Errorf("drawing %d differs:\n%s", k, snapped)
			}
		}
	}
}
