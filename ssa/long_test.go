package ssa_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"refract/internal/harness"
	"refract/ssa"
)

// longShapes are texts of functions whose length grows with n, in each way that
// could make something take more than linear time.
var longShapes = []struct {
	name string
	text func(n int) string
}{
	{"straight", func(n int) string {
		return longText(n, func(b *strings.Builder, k int) { fmt.Fprintf(b, "%%%d = fadd.contract %%%d, %%0 : f32\n", k+1, k) }) +
			fmt.Sprintf("return %%%d\n}\n", n)
	}},
	{"one value", func(n int) string {
		return longText(n, func(b *strings.Builder, k int) { fmt.Fprintf(b, "%%%d = fadd %%0, %%0 : f32\n", k+1) }) + "return %0\n}\n"
	}},
	{"ifs", func(n int) string {
		return longText(n/4, func(b *strings.Builder, k int) {
			fmt.Fprintf(b, "if %%c {\n%%a%d = fneg %%0 : f32\n}\n", k)
		}) + "return %0\n}\n"
	}},
	{"breaks", func(n int) string {
		return longText(1, func(b *strings.Builder, _ int) {
			b.WriteString("loop {\n")
			for range n / 4 {
				b.WriteString("if %c {\nbreak\n}\n")
			}
			b.WriteString("}\n")
		}) + "return %0\n}\n"
	}},
	{"continues", func(n int) string {
		return longText(1, func(b *strings.Builder, _ int) {
			b.WriteString("loop {\n")
			for range n / 4 {
				b.WriteString("if %c {\ncontinue\n}\n")
			}
			b.WriteString("break\n} continue {\n}\n")
		}) + "return %0\n}\n"
	}},
	{"clauses", func(n int) string {
		return longText(1, func(b *strings.Builder, _ int) {
			b.WriteString("switch %s {\ndefault {\n}\n")
			for k := range n / 4 {
				fmt.Fprintf(b, "case %d {\n%%k%d = fneg %%0 : f32\n}\n", k, k)
			}
			b.WriteString("}\n")
		}) + "return %0\n}\n"
	}},
	{"a long phi", func(n int) string {
		return longText(1, func(b *strings.Builder, _ int) {
			b.WriteString("switch %s {\ndefault {\nb9:\n}\n")
			for k := range n / 4 {
				fmt.Fprintf(b, "case %d {\nb%d:\n}\n", k, k+10)
			}
			b.WriteString("}\n%p = phi ")
			for k := range n / 4 {
				fmt.Fprintf(b, "b%d: %%0, ", k+10)
			}
			b.WriteString("b9: %0 : f32\n")
		}) + "return %0\n}\n"
	}},
	{"variables", func(n int) string {
		return longText(n/4, func(b *strings.Builder, k int) {
			fmt.Fprintf(b, "var $v%d : f32 function_temp\n%%p%d = deref_var $v%d : ptr<function, f32>\nstore %%p%d, %%0\n", k, k, k, k)
		}) + "return %0\n}\n"
	}},
	{"constants", func(n int) string {
		return longText(n/4, func(b *strings.Builder, k int) {
			fmt.Fprintf(b, "%%k%d = const %d, 2, 3, 4 : vec4<f32>\n", k, k)
		}) + "return %0\n}\n"
	}},
	{"nested", func(n int) string {
		return longText(1, func(b *strings.Builder, _ int) {
			for range n / 1000 {
				b.WriteString(strings.Repeat("if %c {\n", 90) + strings.Repeat("}\n", 90))
			}
		}) + "return %0\n}\n"
	}},
}

func longText(n int, line func(b *strings.Builder, k int)) string {
	var b strings.Builder
	b.WriteString("func @f($x : f32) -> f32 {\n%0 = param index=0 : f32\n%c = const true : bool\n%s = const 1 : u32\n")
	for k := range n {
		line(&b, k)
	}
	return b.String()
}

// elapsed is how long a call takes, at best.
func elapsed(times int, f func()) time.Duration {
	best := time.Hour
	for range times {
		best = min(best, harness.CPUTime(f))
	}
	return best
}

// growth is how many times longer something takes that is ten times as large.
// What seems to take too long is measured again, as other programs run besides.
func growth(short, long func()) (g float64) {
	g = 1e9
	for try := 0; try < 6 && g > 70; try++ {
		g = min(g, float64(elapsed(1+try, long))/float64(elapsed(3, short)))
	}
	return g
}

// TestLong reads, prints, verifies, copies and encodes long functions. Ten times the length may
// take seventy times as long, caches being what they are; a quadratic step would
// take a hundred times as long.
func TestLong(t *testing.T) {
	for _, shape := range longShapes {
		var texts [2][]byte
		var shaders [2]*ssa.Shader
		var bytes [2][]byte
		for k, n := range [2]int{6_000, 60_000} {
			texts[k] = []byte(shape.text(n))
			s, err := ssa.Parse("long", texts[k])
			if err != nil {
				t.Fatalf("%s: %.300s", shape.name, err)
			}
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("%s: %.300s", shape.name, err)
			}
			shaders[k], bytes[k] = s, ssa.Encode(s)
		}
		steps := []struct {
			name string
			run  func(k int)
		}{
			{"parse", func(k int) { _, _ = ssa.Parse("long", texts[k]) }},
			{"print", func(k int) { ssa.Print(shaders[k]) }},
			{"verify", func(k int) { _ = ssa.Verify(shaders[k]) }},
			{"clone", func(k int) { shaders[k].Clone() }},
			{"encode", func(k int) { ssa.Encode(shaders[k]) }},
			{"decode", func(k int) { _, _ = ssa.Decode(bytes[k]) }},
		}
		line := ""
		for _, x := range steps {
			g := growth(func() { x.run(0) }, func() { x.run(1) })
			start := time.Now()
			x.run(1)
			line += fmt.Sprintf("  %s %.0fx %v", x.name, g, time.Since(start).Round(time.Microsecond))
			if g > 70 {
				t.Errorf("%s: %s takes %.0f times as long", shape.name, x.name, g)
			}
		}
		t.Log(shape.name + ":" + line)
	}
}
