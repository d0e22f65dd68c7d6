package endtoend

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"refract/internal/harness"
)

// generated are families of large shaders, by size.
var generated = []struct {
	name string
	size int // at which it is measured
	make func(n int) string
}{
	{"functions", 10_000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "fn f_%d(x: f32) -> f32 { var y = x * %d.5; if y > 2.0 { y = sqrt(y); } return y + 1.0; }\n", i, i)
		}
		return b.String()
	}},
	{"statements", 12_000, func(n int) string {
		var b strings.Builder
		b.WriteString("@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;\n@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {\n\tvar v = vec4f(f32(id.x));\n")
		for i := range n {
			fmt.Fprintf(&b, "\tv = v.yzwx * %d.25 + vec4f(1.0, 2.0, 3.0, f32(id.y + %du));\n\tout[id.x + %du] = normalize(v);\n", i%97, i, i)
		}
		b.WriteString("}\n")
		return b.String()
	}},
	{"sum", 20_000, func(n int) string {
		return "fn f(a: f32) -> f32 { return a" + strings.Repeat(" + a", n) + "; }"
	}},
	{"constant sum", 20_000, func(n int) string {
		return "const a = 1" + strings.Repeat(" + 1", n) + "; fn f() -> i32 { return a; }"
	}},
	{"nested blocks", 120, func(n int) string {
		return "fn f() {" + strings.Repeat(" if true {", n) + strings.Repeat(" }", n) + " }"
	}},
	{"else if", 900, func(n int) string {
		var b strings.Builder
		b.WriteString("fn f(a: i32) -> i32 { if a == -1 { return 0; }")
		for i := range n {
			fmt.Fprintf(&b, " else if a == %d { return %d; }", i, i)
		}
		return b.String() + " return 1; }"
	}},
	{"chained constants", 10_000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "const c%d = c%d + 1;\n", i, i+1)
		}
		fmt.Fprintf(&b, "const c%d = 0;\n", n)
		return b.String()
	}},
	{"chained calls", 10_000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "fn f_%d() -> i32 { return f_%d() + 1; }\n", i, i+1)
		}
		fmt.Fprintf(&b, "fn f_%d() -> i32 { return 0; }\n", n)
		return b.String()
	}},
	{"arrays", 50_000, func(n int) string {
		const most = 2000 // elements of one; the limit of WGSL is 2047
		var b strings.Builder
		for i := 0; i*most < n; i++ {
			fmt.Fprintf(&b, "const a%d = array(%s2.0); fn f%d(i: i32) -> f32 { return a%d[i]; }\n", i, strings.Repeat("1.5, ", min(most, n-i*most)), i, i)
		}
		return b.String()
	}},
	{"cases", 20_000, func(n int) string {
		const most = 1000 // cases of one switch; the limit of WGSL is 1023 selectors
		var b strings.Builder
		for i := range n {
			if i%most == 0 {
				fmt.Fprintf(&b, "fn f%d(a: i32) -> i32 { switch a {", i/most)
			}
			fmt.Fprintf(&b, " case %d: { return %d; }", i, i+1)
			if i%most == most-1 || i == n-1 {
				b.WriteString(" default: { return 0; } } }\n")
			}
		}
		return b.String()
	}},
	{"structs", 3_000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "struct S%d { a: vec3f, b: mat4x4f, c: array<i32, %d> }\n@group(%d) @binding(%d) var<uniform> u%d: S%d;\nfn f_%d() -> f32 { return u%d.b[1].y; }\n", i, 4*(i%100)+4, i/1000, i%1000, i, i, i, i)
		}
		return b.String()
	}},
}

// TestScaling translates large generated shaders: each takes less than a second,
// and twice the size takes about twice the time.
func TestScaling(t *testing.T) {
	var x translator
	for _, g := range generated {
		measure := func(n int) (best time.Duration, size int) {
			src := g.make(n)
			for range 3 {
				d := harness.CPUTime(func() {
					if got := x.run(t, src); got != "written" {
						t.Fatalf("%s %d: %s", g.name, n, got)
					}
				})
				if best == 0 || d < best {
					best = d
				}
			}
			return best, len(src)
		}
		// Whatever else the machine does can spoil a measurement: try again.
		var half, full time.Duration
		var size int
		for range 5 {
			half, _ = measure(g.size / 2)
			full, size = measure(g.size)
			if full < time.Second && full < 4*half {
				break
			}
		}
		t.Logf("%-18s %6d: %8d bytes in %8v, %5.1f MB/s, %.1f times the time of half the size", g.name, g.size, size, full.Round(time.Microsecond), float64(size)/full.Seconds()/1e6, full.Seconds()/half.Seconds())
		if full > time.Second {
			t.Errorf("%s: %v", g.name, full)
		}
		if full > 4*half && full > 20*time.Millisecond {
			t.Errorf("%s: not linear: %v for half the size, %v for the whole", g.name, half, full)
		}
	}
}
