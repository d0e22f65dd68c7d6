package endtoend

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/diag"
)

// TestDropped: what WGSL leaves out is a warning, of whichever function writes.
func TestDropped(t *testing.T) {
	const src = "#version 450\nlayout(location = 0) in vec4 p;\nvoid main() {\n\tgl_Position = p;\n\tgl_PointSize = p.x;\n}\n"
	var found []string
	warn := func(d *diag.Diagnostics) {
		for _, x := range d.Items {
			at, _ := d.Sources.Position(x.Span.Start)
			found = append(found, fmt.Sprintf("%s %d:%d", x.Code, at.Line, at.Column))
		}
	}
	for level := range 3 {
		out, err := refract.Translate(context.Background(), "a.vert", []byte(src), refract.TranslateOptions{To: refract.WGSL, Warn: warn, Optimize: refract.OptimizeOptions{Level: level}})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.Text, "@builtin(point_size)") || !strings.Contains(out.Text, "@builtin(position)") {
			t.Error(out.Text)
		}
	}
	if v, err := refract.Check(context.Background(), "a.vert", []byte(src), refract.CheckOptions{}); err != nil {
		t.Error(err)
	} else if _, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.WGSL, Warn: warn}); err != nil {
		t.Error(err)
	}
	const once = "dropped-in-target 5:2"
	if got := strings.Join(found, ", "); got != strings.Join([]string{once, once, once, once}, ", ") {
		t.Error(got)
	}
}

// TestPushConstantsAtOffset: blocks that begin further inside, with a matrix behind.
func TestPushConstantsAtOffset(t *testing.T) {
	const src = `#version 450
layout(push_constant) uniform P { layout(offset = 64) vec4 c; float k[2]; mat3 m; } pc;
layout(location = 0) out vec4 o;
void main() { o = pc.c * pc.k[1] + vec4(pc.m[1], 0); }`
	for l, want := range map[refract.Language]string{refract.WGSL: "@size(64) pad: u32", refract.MSL: "[64];", refract.HLSL: "pc[4]", refract.GLSL: "vec4 c;", refract.SPIRVAssembly: "Offset 64"} {
		out, err := refract.Translate(context.Background(), "a.frag", []byte(src), refract.TranslateOptions{To: l})
		if err != nil {
			t.Error(l, err)
		} else if !strings.Contains(out.Text, want) {
			t.Errorf("%v lacks %q:\n%s", l, want, out.Text)
		}
	}
}

// TestVolatileWorkgroup: a variable of the workgroup that is volatile, for which GLSL has
// no word.
func TestVolatileWorkgroup(t *testing.T) {
	const src = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpName %v "v"
%void = OpTypeVoid
%ft = OpTypeFunction %void
%u = OpTypeInt 32 0
%p = OpTypePointer Workgroup %u
%v = OpVariable %p Workgroup
%main = OpFunction %void None %ft
%l = OpLabel
%x = OpLoad %u %v Volatile
%y = OpIAdd %u %x %x
OpStore %v %y Volatile
OpReturn
OpFunctionEnd
`
	var found []string
	warn := func(d *diag.Diagnostics) {
		for _, x := range d.Items {
			found = append(found, string(x.Code)+": "+x.Message)
		}
	}
	out, err := refract.Translate(context.Background(), "a.spvasm", []byte(src), refract.TranslateOptions{To: refract.GLSL, Warn: warn})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.Text, "\nshared uint v;") {
		t.Error(out.Text)
	}
	if len(found) != 1 || !strings.Contains(found[0], "dropped-in-target") || !strings.Contains(found[0], "volatile") {
		t.Errorf("warnings: %q", found)
	}
}
