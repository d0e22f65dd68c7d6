package endtoend

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/internal/harness"
)

// sequence is a shader whose entry point has n statements in a row, between others.
func sequence(declare, first, last string, each func(i int) string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString("@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n" + declare)
		b.WriteString("@compute @workgroup_size(1) fn main() {\n" + first)
		for i := range n {
			b.WriteString(each(i))
		}
		b.WriteString(last + "}\n")
		return b.String()
	}
}

// optimized are families of large shaders for the optimizer, by size.
var optimized = []struct {
	name string
	size int // at which it is measured
	make func(n int) string
}{
	{"sums", 4000, sequence("", "var x = b[0];\n", "b[1] = x;\n", func(i int) string {
		return fmt.Sprintf("x = x * %du + b[%d];\n", i+3, i%97)
	})},
	{"ifs", 2000, sequence("", "var x = b[0];\n", "b[1] = x;\n", func(i int) string {
		return fmt.Sprintf("if (x & %du) != 0u { x = x * %du + b[%d]; }\n", i, i, i%97)
	})},
	{"ifs with else", 2000, sequence("", "var x = b[0]; var y = 1u;\n", "b[1] = x + y;\n", func(i int) string {
		return fmt.Sprintf("if b[%d] > %du { x += y; } else { y ^= %du; }\n", i, i, i)
	})},
	{"loops", 1000, sequence("", "var x = b[0];\n", "b[1] = x;\n", func(i int) string {
		return fmt.Sprintf("for (var i = 0u; i < %du; i++) { x += b[i]; }\n", i%13+2)
	})},
	{"variables", 2000, sequence("", "", "", func(i int) string {
		return fmt.Sprintf("var v%d = b[%d]; if v%d > %du { v%d -= 1u; } b[%d] = v%d;\n", i, i, i/2, i, i, i, i)
	})},
	{"variables that live long", 600, func(n int) string {
		var b strings.Builder
		b.WriteString("@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n@compute @workgroup_size(1) fn main() {\n")
		for i := range n {
			fmt.Fprintf(&b, "var v%d = b[%d];\n", i, i)
		}
		for i := range n {
			fmt.Fprintf(&b, "if v%d > %du { v%d += v%d; }\n", (i*7+1)%n, i, (i*7+1)%n, i)
		}
		for i := range n {
			fmt.Fprintf(&b, "b[%d] = v%d;\n", i, i)
		}
		b.WriteString("}\n")
		return b.String()
	}},
	{"private variables", 1000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "var<private> p%d: vec4f;\nfn f%d() { p%d.x = p%d.y + 1.0; }\n", i, i, i, i/2)
		}
		b.WriteString("@group(0) @binding(0) var<storage, read_write> b: vec4f;\n@compute @workgroup_size(1) fn main() {\n")
		for i := range n {
			fmt.Fprintf(&b, "f%d();\n", i)
		}
		return b.String() + fmt.Sprintf("b = p%d; }\n", n-1)
	}},
	{"calls", 2000, func(n int) string {
		var b strings.Builder
		b.WriteString("@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n")
		for i := range n {
			fmt.Fprintf(&b, "fn f%d(x: u32) -> u32 { if x > %du { return x - 1u; } return b[x]; }\n", i, i)
		}
		b.WriteString("@compute @workgroup_size(1) fn main() {\n")
		for i := range n {
			fmt.Fprintf(&b, "b[%d] = f%d(b[%d]);\n", i, i, i)
		}
		return b.String() + "}\n"
	}},
	{"entry points", 3000, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "@group(%d) @binding(%d) var<storage, read_write> b%d: array<u32, 64>;\n", i/1000, i%1000, i)
			fmt.Fprintf(&b, "@compute @workgroup_size(64) fn main%d(@builtin(local_invocation_index) x: u32) { b%d[x] += %du; }\n", i, i, i)
		}
		return b.String()
	}},
	{"cases", 1000, sequence("", "var x = b[0];\nswitch b[1] {\n", "default: {}\n}\nb[2] = x;\n", func(i int) string {
		return fmt.Sprintf("case %du: { x = x * %du; }\n", i, i+7)
	})},
	{"structs", 1000, sequence("struct S { a: vec4f, b: array<vec2u, 3>, c: mat3x3f }\n", "", "", func(i int) string {
		return fmt.Sprintf("var s%d: S; s%d.b[1].x = b[%d]; s%d.c[2] = vec3f(2.0); b[%d] = s%d.b[1].x + u32(s%d.c[2].y);\n", i, i, i, i, i, i, i)
	})},
	{"nested loops", 12, func(n int) string {
		return "@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n@compute @workgroup_size(1) fn main() { var x = 0u;" +
			strings.Repeat(" for (var i = 0u; i < b[x]; i++) { x += i;", n) + strings.Repeat(" }", n) + " b[0] = x; }"
	}},
}

// TestScalingOptimized optimizes large generated shaders: twice the size takes
// about twice the time.
func TestScalingOptimized(t *testing.T) {
	for _, g := range optimized {
		for _, to := range []refract.Language{refract.SPIRV, refract.HLSL} {
			measure := func(n int) (best time.Duration) {
				src := []byte(g.make(n))
				for range 2 {
					d := harness.CPUTime(func() {
						if _, err := refract.Translate(context.Background(), "test.wgsl", src, refract.TranslateOptions{To: to, Optimize: refract.OptimizeOptions{Level: 1}}); err != nil {
							t.Fatalf("%s %d to %v: %v", g.name, n, to, err)
						}
					})
					if best == 0 || d < best {
						best = d
					}
				}
				return best
			}
			// Whatever else the machine does can spoil a measurement: try again.
			var half, full time.Duration
			for range 6 {
				half, full = measure(g.size/2), measure(g.size)
				if full < 4*half {
					break
				}
			}
			t.Logf("%-24s %5d %-5v in %8v, %.1f times the time of half the size", g.name, g.size, to, full.Round(time.Microsecond), full.Seconds()/half.Seconds())
			if full > 5*half && full > 50*time.Millisecond {
				t.Errorf("%s to %v: not linear: %v for half the size, %v for the whole", g.name, to, half, full)
			}
		}
	}
}

// TestManyEntryPoints optimizes modules of entry points that have a workgroup's memory or
// inputs of their own: none looks at all instructions of the others.
func TestManyEntryPoints(t *testing.T) {
	const size = 6000
	measure := func(n int) (best time.Duration) {
		var b strings.Builder
		for i := range n / 2 {
			fmt.Fprintf(&b, "@group(%d) @binding(%d) var<storage, read_write> b%d: array<u32, 64>;\nvar<workgroup> w%d: array<u32, 64>;\n", i/1000, i%1000, i, i)
			fmt.Fprintf(&b, "@compute @workgroup_size(64) fn comp%d(@builtin(local_invocation_index) x: u32) { w%d[x] = b%d[x]; workgroupBarrier(); b%d[x] = w%d[63 - x]; }\n", i, i, i, i, i)
			fmt.Fprintf(&b, "@fragment fn frag%d(@location(0) x: f32) -> @location(0) f32 { return x + %d.0; }\n", i, i)
		}
		for range 2 {
			d := harness.CPUTime(func() {
				if _, err := refract.Translate(context.Background(), "test.wgsl", []byte(b.String()), refract.TranslateOptions{To: refract.SPIRV, Optimize: refract.OptimizeOptions{Level: 1}}); err != nil {
					t.Fatal(err)
				}
			})
			if best == 0 || d < best {
				best = d
			}
		}
		return best
	}
	var part, full time.Duration
	for range 4 {
		part, full = measure(size/6), measure(size)
		if full < 24*part {
			break
		}
	}
	t.Logf("%d in %v, a sixth of them in %v", size, full.Round(time.Microsecond), part.Round(time.Microsecond))
	if full > 30*part { // the square would be 36 times
		t.Errorf("not linear: %v for a sixth, %v for the whole", part, full)
	}
}
