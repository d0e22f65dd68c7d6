package sections

import (
	"strings"
	"testing"

	"refract/ir"
)

const retro = "#version 450\n#pragma name X\nvec4 both;\n#pragma stage vertex\nvertex 1\n#pragma stage fragment\nfragment 1\n# pragma  stage vertex // again\nvertex 2\n"

const sokol = "@ctype mat4 m\n@block util\nutil 1\n@end\n@vs a\nvertex a\n@include_block util\n@end\n@fs b\nfragment b\n@end\n@fs c\nfragment c\n@end\n@cs d\ncompute d\n@end\n@program one a b\n@program two a c\n@program three d\n"

// TestText: the text of a stage has its own lines where they are in the file.
func TestText(t *testing.T) {
	for _, c := range []struct {
		name, text, program string
		stage               ir.Stage
		want                string // lines that aren't blank, joined
		stages              int
	}{
		{"vertex", retro, "", ir.StageVertex, "1 #version 450|2 #pragma name X|3 vec4 both;|5 vertex 1|9 vertex 2", 2},
		{"fragment", retro, "", ir.StageFragment, "1 #version 450|2 #pragma name X|3 vec4 both;|7 fragment 1", 2},
		{"program one", sokol, "one", ir.StageFragment, "10 fragment b", 2},
		{"program two", sokol, "two", ir.StageFragment, "13 fragment c", 2},
		{"a block", sokol, "two", ir.StageVertex, "6 vertex a|7 #include \"@util\"", 2},
		{"program three", sokol, "three", ir.StageCompute, "16 compute d", 1},
		{"a stage", sokol, "c", ir.StageFragment, "13 fragment c", 1},
	} {
		f, err := Of(c.text)
		if err != nil || f == nil {
			t.Fatal(c.name, f, err)
		}
		stages, err := f.Stages(c.program)
		if err != nil || len(stages) != c.stages {
			t.Errorf("%s: stages %v, %v", c.name, stages, err)
		}
		text, err := f.Text(c.program, c.stage)
		if err != nil || len(text) != len(c.text) {
			t.Fatalf("%s: %q, %v", c.name, text, err)
		}
		if got := shown(text); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	f, _ := Of(sokol)
	if text, ok := f.Block("@util"); !ok || shown(text) != "3 util 1" {
		t.Errorf("the block is %q", shown(text))
	}
	if _, ok := f.Block("util"); ok {
		t.Error("a file is taken for a block")
	}
}

func shown(text string) string {
	var lines []string
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, string(rune('0'+(i+1)/10))+string(rune('0'+(i+1)%10))+" "+line)
		}
	}
	return strings.ReplaceAll(strings.TrimPrefix(strings.Join(lines, "|"), "0"), "|0", "|")
}

// TestOf: other files are one stage; what is wrong has a place.
func TestOf(t *testing.T) {
	for _, text := range []string{"", "#version 450\nvoid main() {}\n", "#pragma shader_stage(vertex)\n", "// @vs a\n", "#pragma stage geometry\n", "@group(0) @binding(0) var a: u32;", "@vertex fn f() {}", "@end"} {
		if f, err := Of(text); f != nil || err != nil {
			t.Errorf("%q: %v, %v", text, f, err)
		}
	}
	for text, says := range map[string]string{
		"@vs a\n@fs b\n@end\n": `@end is missing`, "@vs a\n": `@end of "a" is missing`, "@vs\n@end": "needs one name", "@vs a\n@end\n@end\n": "@end without",
		"@vs a\n@end\n@program\n": "needs a name",
	} {
		if _, err := Of(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, says := range map[string]string{
		sokol: "one must be chosen", "@vs a\n@end\n@program p a b\n": `the stage "b"`, "@vs a\n@end\n@vs b\n@end\n": "several stages of a kind",
	} {
		f, err := Of(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Stages(""); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
	f, _ := Of(sokol)
	if _, err := f.Stages("four"); err == nil || !strings.Contains(err.Error(), "one, two, three") {
		t.Error(err)
	}
}

func FuzzOf(f *testing.F) {
	f.Add(retro, "")
	f.Add(sokol, "one")
	f.Add("@vs a\r\n@include_block x\r\n@end", "a")
	f.Add("@block x\n@include_block x\n@end\n@cs c\n@end", "")
	f.Fuzz(func(t *testing.T, text, program string) {
		file, err := Of(text)
		if file == nil || err != nil {
			return
		}
		stages, err := file.Stages(program)
		if err != nil {
			return
		}
		for _, s := range stages {
			part, err := file.Text(program, s)
			if err != nil || len(part) != len(text) {
				t.Fatalf("%q: %q, %v", text, part, err)
			}
		}
		for i := range file.parts {
			if b, ok := file.Block("@" + file.parts[i].name); ok && len(b) != len(text) {
				t.Fatalf("%q: %q", text, b)
			}
		}
	})
}
