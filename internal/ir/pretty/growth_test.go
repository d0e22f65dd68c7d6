package pretty_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir"
)

// growing are families of functions with n of something.
var growing = []struct {
	name string
	make func(n int) string
}{
	{"values", body("var x = b[0];", "b[1] = x;", func(i int) string { return fmt.Sprintf("x = x * %du + b[%d];", i+3, i%97) })},
	{"branches", body("var x = b[0];", "b[1] = x;", func(i int) string {
		return fmt.Sprintf("if (x > %du && b[x] < x) || x == b[%d] { x += b[%d]; } else { x ^= %du; }", i, i%97, i%89, i)
	})},
	{"arms that jump", body("var x = b[0];", "b[1] = x;", func(i int) string {
		return fmt.Sprintf("loop { if b[x] > %du { x += %du; break; } else { x ^= b[%d]; } if x > 7u { continue; } b[%d] = x; }", i, i, i%97, i%31)
	})},
	{"loops", body("var x = b[0];", "b[1] = x;", func(i int) string {
		return fmt.Sprintf("for (var i = 0u; i < b[%d]; i++) { x += b[i]; }", i%13)
	})},
	{"variables", body("", "", func(i int) string {
		return fmt.Sprintf("var v%d = b[%d]; if v%d > %du { v%d -= 1u; } b[%d] = v%d;", i, i, i/2, i, i, i, i)
	})},
	{"variables that live long", func(n int) string {
		all := func(format string) string {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.NewReplacer("$I", fmt.Sprint(i), "$J", fmt.Sprint((i*7+1)%n)).Replace(format))
			}
			return b.String()
		}
		return body(all("var v$I = b[$I];\n")+all("if v$J > $Iu { v$J += v$I; }\n"), all("b[$I] = v$I;\n"), func(int) string { return "" })(1)
	}},
	{"parts", body("var v = vec4u(b[0]);", "b[1] = v.x + v.y + v.z + v.w;", func(i int) string {
		return fmt.Sprintf("if b[%d] > %du { v.%c = b[%d] + v.%c; }", i%97, i, "xyzw"[i%4], i%89, "yzwx"[i%4])
	})},
	{"nested blocks", body("var x = b[0];", "b[1] = x;", func(i int) string {
		return strings.Repeat(fmt.Sprintf("if b[x] > %du { x += b[%d];", i, i%97), 10) + strings.Repeat("}", 10)
	})},
	{"clauses", body("var x = b[0]; switch b[1] {", "default: {} } b[2] = x;", func(i int) string {
		return fmt.Sprintf("case %du: { x = x * %du; }", i, i+7)
	})},
}

// body is a shader whose entry point does the same n times, with other numbers.
func body(first, last string, each func(i int) string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString("@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n@compute @workgroup_size(1) fn main() {\n" + first)
		for i := range n {
			b.WriteString("\n" + each(i))
		}
		return b.String() + "\n" + last + "\n}\n"
	}
}

// plain is a shader's module as it leaves the SSA form after a level of optimization.
func plain(t *testing.T, source string, level int) *ir.Module {
	t.Helper()
	var list diag.List
	m := wgsl.Parse(source, 1, wgsl.Options{}, &list)
	if list.HasErrors() {
		t.Fatal(list.Sorted()[0].Message)
	}
	s := fromir.Module(m, fromir.Options{})
	p, err := pipeline.TextLevel(level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pipeline.Run(s, p, pipeline.Options{}); err != nil {
		t.Fatal(err)
	}
	lower.LeaveSSA.Run(s)
	back, err := toir.Plain(s)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// TestGrowth: ten times the function takes each transform about ten times as long and
// ten times the memory, give or take what the sizes of caches cost.
func TestGrowth(t *testing.T) {
	const size = 100
	for _, g := range growing {
		for level := range 2 {
			modules := [2]*ir.Module{plain(t, g.make(size), level), plain(t, g.make(10*size), level)}
			for name, transform := range transforms {
				measure := func(k int) (time.Duration, uint64) {
					m := modules[k].Clone()
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					d := harness.CPUTime(func() { transform(m) })
					runtime.ReadMemStats(&after)
					return d, after.TotalAlloc - before.TotalAlloc
				}
				const floor, most = 3 * time.Millisecond, 30
				short, shortBytes := measure(0)
				long, longBytes := measure(1)
				for range 6 { // what seems to take too long is measured again
					if long < floor || long < most*short || long > 2*time.Second {
						break
					}
					again, _ := measure(0)
					longer, _ := measure(1)
					short, long = min(short, again), min(long, longer)
				}
				if testing.Verbose() {
					t.Logf("%-24s -O%d %-8s %5.1fx %10v %5.1fx %6d KB", g.name, level, name, float64(long)/float64(short), long.Round(time.Microsecond),
						float64(longBytes)/float64(shortBytes+1), longBytes/1024)
				}
				if long >= floor && long >= most*short {
					t.Errorf("%s at -O%d: %s takes %v, and %v for a tenth of the size", g.name, level, name, long, short)
				}
				if longBytes > 1<<20 && longBytes > 25*shortBytes {
					t.Errorf("%s at -O%d: %s takes %d bytes, and %d for a tenth of the size", g.name, level, name, longBytes, shortBytes)
				}
			}
		}
	}
}
