package wasm_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/ir"
	"refract/ir/validate"
)

// printing are shaders that print, with numbers of every kind.
var printing = []struct{ file, source string }{
	{"a.comp", `#version 460
#extension GL_EXT_debug_printf : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 3, local_size_y = 5) in;
layout(binding = 0) buffer B { uint n[]; };
shared uint s[16];
void show(float x) { debugPrintfEXT("x %.2f", x); }
void main() {
  uint i = gl_LocalInvocationIndex;
  s[i] = i * i;
  barrier();
  if (i % 2 == 1) {
    debugPrintfEXT("%u: %v3f \"%d\" %u", s[14 - i], vec3(i, 0.5, -1.0), -int(i), i == 7u);
    show(float(i) * 0.25);
  }
  for (uint k = 0u; k < i; k++) if (k == 6u) { debugPrintfEXT("six of %u, %lu %f %v2f", i, uint64_t(i) << 33, double(i) / 3.0, f16vec2(-3, i)); break; }
  if (gl_WorkGroupID.x == 1u && i == 0u) debugPrintfEXT("all the same");
}
`},
	{"b.comp", `#version 460
#extension GL_EXT_debug_printf : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint n[]; };
void main() { n[0] += 1u; debugPrintfEXT("%u %f", gl_WorkGroupID.x, float(n[0])); }
`},
}

// linesOf are the lines that a shader prints in an engine, sorted, with their invocations.
func linesOf(t *testing.T, e exec.Engine, m *ir.Module) (list []string) {
	t.Helper()
	p, err := e.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var r exec.Resources
	r.Bind(0, 0, &exec.Buffer{Data: make([]byte, 64)})
	_, err = p.Dispatch(context.Background(), "main", [3]uint32{2, 1, 1}, &r, exec.RunOptions{Workers: 4, Print: func(p *exec.Printed) {
		list = append(list, fmt.Sprintf("%d:%d %v %s", p.Position.Line, p.Position.Column, p.Invocation, p.Text))
	}})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// TestPrinting compares printed lines with the lines of the reference engine.
func TestPrinting(t *testing.T) {
	for _, c := range printing {
		v, err := refract.Check(t.Context(), c.file, []byte(c.source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Fatal(err)
		}
		want, got := linesOf(t, interp.Engine{}, v.Module), linesOf(t, wasm.Engine{}, v.Module)
		if len(want) < 2 || !slices.Equal(want, got) {
			t.Errorf("%s prints\n%q, not\n%q", c.file, got, want)
		}
	}
}
