package wgsl

import (
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
)

// TestFilters reads each place where an attribute can set a diagnostic filter,
// and writes it. All hold calls that are errors without the filter, so that one
// that gets lost is found by reading again, and by Tint.
func TestFilters(t *testing.T) {
	const sample = "c += textureSample(t, s, at);"
	rows := []row{}
	for _, c := range []struct{ name, body, want string }{
		{"block", "if c.x > 0 { @diagnostic(off, derivative_uniformity) { " + sample + " c.x = 1; } c.y = 2; }",
			"    if c.x > 0.0 {\n        @diagnostic(off, derivative_uniformity) {\n            c += textureSample(t, s, at);\n            c.x = 1.0;\n        }\n        c.y = 2.0;\n    }\n"},
		{"if", "@diagnostic(off, derivative_uniformity) if c.x > 0 { " + sample + " } else if c.y > 0 { c.x = 1; }",
			"    @diagnostic(off, derivative_uniformity)\n    if c.x > 0.0 {\n        c += textureSample(t, s, at);\n    } else if c.y > 0.0 {\n        c.x = 1.0;\n    }\n"},
		{"accept", "if c.x > 0 @diagnostic(off, derivative_uniformity) { " + sample + " }",
			"    if c.x > 0.0 @diagnostic(off, derivative_uniformity) {\n        c += textureSample(t, s, at);\n    }\n"},
		{"reject", "if c.x > 0 { c.y = 1; } else @diagnostic(warning, derivative_uniformity) { " + sample + " }",
			"    if c.x > 0.0 {\n        c.y = 1.0;\n    } else @diagnostic(warning, derivative_uniformity) {\n        c += textureSample(t, s, at);\n    }\n"},
		{"if in else", "if c.x > 0 { c.y = 1; } else { @diagnostic(off, derivative_uniformity) if c.z > 0 { " + sample + " } }",
			"    if c.x > 0.0 {\n        c.y = 1.0;\n    } else {\n        @diagnostic(off, derivative_uniformity)\n        if c.z > 0.0 {\n            c += textureSample(t, s, at);\n        }\n    }\n"},
		{"nested", "if c.x > 0 @diagnostic(off, derivative_uniformity) { " + sample + " @diagnostic(error, derivative_uniformity) @diagnostic(off, subgroup_uniformity) { c.y = 1; c.z = 1; } }",
			"    if c.x > 0.0 @diagnostic(off, derivative_uniformity) {\n        c += textureSample(t, s, at);\n        @diagnostic(error, derivative_uniformity) @diagnostic(off, subgroup_uniformity) {\n            c.y = 1.0;\n            c.z = 1.0;\n        }\n    }\n"},
		{"switch", "@diagnostic(off, derivative_uniformity) switch i32(c.x) { case 1: { " + sample + " } default: {} }",
			"    @diagnostic(off, derivative_uniformity)\n    switch i32(c.x) {\n        case 1: {\n            c += textureSample(t, s, at);\n        }\n        default: {}\n    }\n"},
		{"switch body", "switch i32(c.x) @diagnostic(off, derivative_uniformity) { case 1: { " + sample + " } default @diagnostic(info, derivative_uniformity) { " + sample + " } }",
			"    switch i32(c.x) {\n        case 1: @diagnostic(off, derivative_uniformity) {\n            c += textureSample(t, s, at);\n        }\n        default: @diagnostic(info, derivative_uniformity) {\n            c += textureSample(t, s, at);\n        }\n    }\n"},
		{"loop", "@diagnostic(off, derivative_uniformity) loop { if c.x > 1 { break; } " + sample + " }",
			"    @diagnostic(off, derivative_uniformity)\n    loop {\n        if c.x > 1.0 {\n            break;\n        }\n        c += textureSample(t, s, at);\n    }\n"},
		{"loop body", "loop @diagnostic(off, derivative_uniformity) { if c.x > 1 { break; } continuing { " + sample + " } }",
			"    @diagnostic(off, derivative_uniformity)\n    loop {\n        if c.x > 1.0 {\n            break;\n        }\n        continuing {\n            c += textureSample(t, s, at);\n        }\n    }\n"},
		{"continuing", "loop { if c.x > 1 { break; } continuing @diagnostic(off, derivative_uniformity) { " + sample + " } }",
			"    loop {\n        if c.x > 1.0 {\n            break;\n        }\n        continuing {\n            @diagnostic(off, derivative_uniformity) {\n                c += textureSample(t, s, at);\n            }\n        }\n    }\n"},
		{"break if", "loop { continuing @diagnostic(off, derivative_uniformity) { let k = textureSample(t, s, at).x; c.x += 1; break if k > c.x; } }",
			"    @diagnostic(off, derivative_uniformity)\n    loop {\n        continuing {\n            let k = textureSample(t, s, at).x;\n            c.x += 1.0;\n            break if k > c.x;\n        }\n    }\n"},
		{"while", "@diagnostic(off, derivative_uniformity) while textureSample(t, s, at).x > c.x { c.x += 1; }",
			"    @diagnostic(off, derivative_uniformity)\n    while textureSample(t, s, at).x > c.x {\n        c.x += 1.0;\n    }\n"},
		{"while body", "while c.x < 1 @diagnostic(off, derivative_uniformity) { " + sample + " }",
			"    while c.x < 1.0 @diagnostic(off, derivative_uniformity) {\n        c += textureSample(t, s, at);\n    }\n"},
		{"for", "@diagnostic(off, derivative_uniformity) for (var i = c.x; i < textureSample(t, s, at).x; i += 1) { c.y += i; }",
			"    @diagnostic(off, derivative_uniformity)\n    for (var i = c.x; i < textureSample(t, s, at).x; i += 1.0) {\n        c.y += i;\n    }\n"},
		{"for body", "for (var i = c.x; i < 9; i += 1) @diagnostic(off, derivative_uniformity) { " + sample + " }",
			"    for (var i = c.x; i < 9.0; i += 1.0) @diagnostic(off, derivative_uniformity) {\n        c += textureSample(t, s, at);\n    }\n"},
		{"for without a variable", "@diagnostic(off, derivative_uniformity) for (; c.x < 9; c.x += 1) { " + sample + " }",
			"    @diagnostic(off, derivative_uniformity)\n    for (; c.x < 9.0; c.x += 1.0) {\n        c += textureSample(t, s, at);\n    }\n"},
	} {
		src := "@group(0) @binding(0) var t: texture_2d<f32>;\n@group(0) @binding(1) var s: sampler;\n" +
			"@fragment fn main(@location(0) at: vec2f) -> @location(0) vec4f {\n\tvar c = vec4f(at, at);\n" + c.body + "\n\treturn c;\n}\n"
		want := "@group(0) @binding(0) var t: texture_2d<f32>;\n@group(0) @binding(1) var s: sampler;\n\n" +
			"@fragment\nfn main(@location(0) at: vec2f) -> @location(0) vec4f {\n    var c = vec4f(at, at);\n" + c.want + "    return c;\n}\n"
		for again := range 2 {
			var list diag.List
			m := front.Parse(src, 1, front.Options{}, &list)
			if m == nil {
				t.Errorf("%s: reading %d: %s%s", c.name, again, src, messages(&list))
				break
			}
			if back, err := ir.ParseString(c.name, ir.Print(m)); err != nil || !ir.Equal(m, back, ir.EqualOptions{}) {
				t.Errorf("%s: the text form differs: %v %s", c.name, err, ir.Print(m))
			}
			if n := m.Clone(); !ir.Equal(m, n, ir.EqualOptions{}) {
				t.Errorf("%s: the clone differs", c.name)
			}
			for _, minify := range []bool{true, false} {
				text, _, err := Write(m, nil, Options{Minify: minify})
				if err != nil {
					t.Fatal(err)
				}
				rows = append(rows, row{c.name, text})
				src = text
			}
			if src != want {
				t.Errorf("%s: got\n%s\nwant\n%s", c.name, src, want)
			}
		}
	}
	for i, v := range harness.Oracle(t, "tint", rows) {
		if !v.OK {
			t.Errorf("%s: Tint: %s\n%s", rows[i].Name, v.Text(), rows[i].Source)
		}
	}
}

// TestFiltersDiffer checks that Equal sees filters.
func TestFiltersDiffer(t *testing.T) {
	read := func(attributes string) *ir.Module {
		return front.Parse("fn f() { var a = 1; "+attributes+" if a > 0 { a = 2; } }", 1, front.Options{}, new(diag.List))
	}
	a, b, c := read("@diagnostic(off, derivative_uniformity)"), read("@diagnostic(info, derivative_uniformity)"), read("")
	if ir.Equal(a, b, ir.EqualOptions{}) || ir.Equal(a, c, ir.EqualOptions{}) || !ir.Equal(a, a.Clone(), ir.EqualOptions{}) {
		t.Error("filters that differ are equal, or equal ones differ")
	}
}
