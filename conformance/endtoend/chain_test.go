package endtoend

// This file runs chains of if and else if that are longer than anything nests.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
	"refract/shadertest"
)

// ifChain is the text of a chain of n clauses that compare x with 0 to n-1; clause makes
// the block of a value of x, last that of the else, "" where there is none.
func ifChain(n int, clause func(i int) string, last string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString("  else ")
		}
		fmt.Fprintf(&b, "if (x == %du) { %s }\n", i, clause(i))
	}
	if last != "" {
		b.WriteString("  else { " + last + " }\n")
	}
	return b.String()
}

// TestLongChains runs functions made of long chains as they are read, optimized, and
// written and read again in each language that is read.
func TestLongChains(t *testing.T) {
	type values struct{ V [4]uint32 }
	value := func(i int) uint32 { return uint32(7*i + 3) }
	returns := func(i int) string { return fmt.Sprintf("return %du;", value(i)) }
	stores := func(i int) string { return fmt.Sprintf("r = %du;", value(i)) }
	leaves := func(i int) string {
		return []string{"break;", "continue;", fmt.Sprintf("return %du;", value(i)), fmt.Sprintf("r += %du;", value(i))}[i%4]
	}
	for _, n := range []int{250, 251, 1200} {
		wgsl := "fn all(x: u32) -> u32 {\n" + ifChain(n, returns, "return 1u;") + "}\n" +
			"fn some(x: u32) -> u32 {\n  var r = 1u;\n" + ifChain(n, stores, "") + "  return r;\n}\n" +
			"fn loops(x: u32) -> u32 {\n  var r = 1u;\n  for (var i = 0; i < 3; i++) {\n" + ifChain(n, leaves, "break;") + "  r += 10000u;\n  }\n  return r;\n}\n" +
			"struct Values { v: array<u32, 4> }\n@group(0) @binding(0) var<storage, read_write> o: Values;\n" +
			"@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {\n" +
			"  let x = o.v[0]; o.v[1] = all(x); o.v[2] = some(x); o.v[3] = loops(x);\n}\n"
		want := func(x int) []uint32 {
			if x >= n {
				return []uint32{1, 1, 1}
			}
			loops := []uint32{1, 1, value(x), 1 + 3*(value(x)+10000)}[x%4]
			return []uint32{value(x), value(x), loops}
		}
		for name, source := range ways(t, wgsl) {
			shader, err := shadertest.Open(name, source, shadertest.Options{})
			if err != nil {
				t.Errorf("%d clauses, %s: %v", n, name, err)
				continue
			}
			for _, x := range []int{0, 1, 2, 3, 248, 249, 250, 251, 252, 253, 499, 500, 501, n - 1, n, n + 1} {
				run := shader.Run("main").Set("o", values{[4]uint32{uint32(x)}})
				if err := run.Dispatch(1, 1, 1); err != nil {
					t.Fatalf("%d clauses, %s: %v", n, name, err)
				}
				var got [4]uint32
				if err := run.Get("o", "v", &got); err != nil {
					t.Fatal(err)
				}
				if w := want(x); got[1] != w[0] || got[2] != w[1] || got[3] != w[2] {
					t.Errorf("%d clauses, %s, x = %d: got %d, want %d", n, name, x, got[1:], w)
				}
			}
		}
	}
}

// ways are the source and what it becomes, by name of a file.
func ways(t *testing.T, wgsl string) map[string]string {
	ways := map[string]string{"source.wgsl": wgsl}
	for level := range 2 {
		for extension, o := range map[string]refract.TranslateOptions{
			"wgsl":   {To: refract.WGSL},
			"spvasm": {To: refract.SPIRVAssembly},
			"comp":   {To: refract.GLSL, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.GLSL: vulkan()}}},
		} {
			o.Optimize.Level = level
			out, err := refract.Translate(context.Background(), "source.wgsl", []byte(wgsl), o)
			if err != nil {
				t.Errorf("to %s at -O%d: %v", extension, level, err)
				continue
			}
			ways[fmt.Sprintf("O%d.%s", level, extension)] = string(out.Bytes())
		}
	}
	return ways
}

// vulkan are options for GLSL whose resources keep their groups.
func vulkan() *glsl.Options {
	o := glsl.NewOptions()
	o.Vulkan = true
	return &o
}
