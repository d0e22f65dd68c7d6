// Package sections splits files of GLSL that hold several stages, as two tools have them:
//
//   - RetroArch's: text after "#pragma stage vertex" or "#pragma stage fragment" is of that
//     stage, and text before the first of them is of both.
//   - sokol-shdc's: "@vs NAME", "@fs NAME" and "@cs NAME" begin a stage and "@block NAME" a text
//     for "@include_block NAME"; "@end" ends them. "@program NAME VS FS" and "@program NAME CS"
//     list which belong together.
//
// The text of a stage is the file with all else made blank, so that positions in it are those
// in the file.
package sections

import (
	"errors"
	"fmt"
	"strings"

	"refract/ir"
)

// A File is a text that holds several stages.
type File struct {
	text     string
	marked   bool // by lines that begin with @
	parts    []part
	programs []program
}

// An Error is a mistake in the split of a file.
type Error struct {
	At      int // offset in the text
	Message string
}

func (e *Error) Error() string { return e.Message }

// A part is the text of a stage or of a block, or, of RetroArch's, of some stage.
type part struct {
	stage       ir.Stage // NoStage: a block
	name        string
	first, last int // offsets of the text
}

type program struct {
	name   string
	stages []string
	at     int
}

// Of returns the stages of a file; nil: it is one stage as any file.
func Of(text string) (*File, error) {
	if strings.Contains(text, "@") {
		if f, err := marked(text); f != nil || err != nil {
			return f, err
		}
	}
	if !strings.Contains(text, "#pragma") || !strings.Contains(text, "stage") {
		return nil, nil
	}
	return pragmas(text), nil
}

// words are those of the line that begins at an offset, and the offset of the next line.
func words(text string, at int) (list []string, next int) {
	line := text[at:]
	next = len(text)
	if k := strings.IndexByte(line, '\n'); k >= 0 {
		line, next = line[:k], at+k+1
	}
	if line = strings.TrimLeft(line, " \t"); line == "" || line[0] != '#' && line[0] != '@' {
		return nil, next
	}
	line, _, _ = strings.Cut(line, "//")
	return strings.Fields(line), next
}

// pragmaStage is the stage that a word of #pragma stage names, or NoStage.
func pragmaStage(word string) ir.Stage {
	switch word {
	case "vertex":
		return ir.StageVertex
	case "fragment":
		return ir.StageFragment
	case "compute":
		return ir.StageCompute
	}
	return ir.NoStage
}

// pragmas splits a file of RetroArch's.
func pragmas(text string) *File {
	f := &File{text: text}
	for at := 0; at < len(text); {
		list, next := words(text, at)
		if len(list) == 4 && list[0] == "#" { // "# pragma"
			list = append([]string{"#" + list[1]}, list[2:]...)
		}
		if len(list) == 3 && list[0] == "#pragma" && list[1] == "stage" {
			if stage := pragmaStage(list[2]); stage != ir.NoStage {
				f.close(at)
				f.parts = append(f.parts, part{stage: stage, first: next, last: len(text)})
			}
		}
		at = next
	}
	if len(f.parts) == 0 {
		return nil
	}
	return f
}

// close ends the last part.
func (f *File) close(at int) {
	if n := len(f.parts); n > 0 {
		f.parts[n-1].last = at
	}
}

// mark is the stage whose text a line begins, NoStage for a block; false: it begins none.
func mark(word string) (stage ir.Stage, begins bool) {
	switch word {
	case "@vs":
		return ir.StageVertex, true
	case "@fs":
		return ir.StageFragment, true
	case "@cs":
		return ir.StageCompute, true
	case "@block":
		return ir.NoStage, true
	}
	return ir.NoStage, false
}

// marked splits a file of sokol-shdc's.
func marked(text string) (*File, error) {
	f, open, at, stages := &File{text: text, marked: true}, false, 0, 0
	wrong := func(format string, args ...any) (*File, error) {
		return nil, &Error{at, fmt.Sprintf(format, args...)}
	}
	for at < len(text) {
		list, next := words(text, at)
		if len(list) > 0 && list[0][0] == '@' {
			stage, begins := mark(list[0])
			switch {
			case begins && open:
				return wrong("%s within %q: @end is missing", list[0], f.parts[len(f.parts)-1].name)
			case begins && len(list) != 2:
				return wrong("%s needs one name", list[0])
			case begins:
				f.parts = append(f.parts, part{stage: stage, name: list[1], first: next, last: len(text)})
				open = true
				if stage != ir.NoStage {
					stages++
				}
			case list[0] == "@end" && !open && stages > 0:
				return wrong("@end without @vs, @fs, @cs or @block")
			case list[0] == "@end":
				f.close(at)
				open = false
			case list[0] == "@program" && len(list) < 3:
				return wrong("@program needs a name and its stages")
			case list[0] == "@program":
				f.programs = append(f.programs, program{list[1], list[2:], at})
			}
		}
		at = next
	}
	switch {
	case stages == 0:
		return nil, nil
	case open:
		x := &f.parts[len(f.parts)-1]
		return nil, &Error{max(x.first-1, 0), fmt.Sprintf("@end of %q is missing", x.name)}
	}
	return f, nil
}

// Programs are the names of the programs that @program lists, or, if it lists none, "".
func (f *File) Programs() []string {
	names := make([]string, 0, 1)
	for i := range f.programs {
		names = append(names, f.programs[i].name)
	}
	if len(names) == 0 {
		names = append(names, "")
	}
	return names
}

// IsVulkan reports whether the stages are of Vulkan's GLSL 450 without a #version.
func (f *File) IsVulkan() bool { return f.marked }

// Stages are the stages of a program, each once; the name "" stands for the only program, or,
// without @program, for all stages of the file.
func (f *File) Stages(name string) ([]ir.Stage, error) {
	parts, err := f.chosen(name)
	if err != nil {
		return nil, err
	}
	var list []ir.Stage
	for _, s := range []ir.Stage{ir.StageVertex, ir.StageFragment, ir.StageCompute} {
		for _, p := range parts {
			if p.stage == s {
				list = append(list, s)
				break
			}
		}
	}
	return list, nil
}

// chosen are the parts of a program.
func (f *File) chosen(name string) (list []part, err error) {
	if !f.marked {
		return f.parts, nil
	}
	var names []string
	for i := range f.programs {
		p := &f.programs[i]
		names = append(names, p.name)
		if p.name != name && (name != "" || len(f.programs) > 1) {
			continue
		}
		for _, s := range p.stages {
			found := false
			for _, x := range f.parts {
				if x.name == s && x.stage != ir.NoStage {
					list, found = append(list, x), true
				}
			}
			if !found {
				return nil, &Error{p.at, fmt.Sprintf("the program %s has the stage %q, which the file lacks", p.name, s)}
			}
		}
		return list, nil
	}
	switch {
	case name != "":
		for _, x := range f.parts { // a stage on its own
			if x.name == name && x.stage != ir.NoStage {
				return []part{x}, nil
			}
		}
		return nil, fmt.Errorf("the file has no program or stage %q; it has %s", name, strings.Join(names, ", "))
	case len(f.programs) > 1:
		return nil, fmt.Errorf("the file has %d programs, %s: one must be chosen", len(names), strings.Join(names, ", "))
	}
	seen := map[ir.Stage]bool{}
	for _, x := range f.parts {
		if x.stage == ir.NoStage {
			continue
		}
		if seen[x.stage] {
			return nil, errors.New("the file has several stages of a kind, and no @program that lists those that belong together")
		}
		seen[x.stage] = true
		list = append(list, x)
	}
	return list, nil
}

// blockPrefix begins the names by which Text includes blocks.
const blockPrefix = "@"

// Text is the text of a stage of a program. It includes the blocks that it needs by names that
// Block takes.
func (f *File) Text(name string, stage ir.Stage) (string, error) {
	parts, err := f.chosen(name)
	if err != nil {
		return "", err
	}
	b := blank(f.text)
	if !f.marked {
		copy(b, f.text[:f.head()])
		f.hideMarks(b, 0, f.head())
	}
	for _, p := range parts {
		if p.stage == stage {
			copy(b[p.first:], f.text[p.first:p.last])
			f.hideMarks(b, p.first, p.last)
		}
	}
	return string(b), nil
}

// head is the end of the text that is common to all stages.
func (f *File) head() int {
	at := f.parts[0].first
	if at > 0 {
		at = strings.LastIndexByte(f.text[:at-1], '\n') + 1
	}
	return at
}

// hideMarks makes lines that begin with @ blank, and includes of those that include blocks.
func (f *File) hideMarks(b []byte, first, last int) {
	if !f.marked {
		return
	}
	for at := first; at < last; {
		list, next := words(f.text, at)
		if len(list) > 0 && list[0][0] == '@' {
			end := min(next, last)
			hide(b[at:end])
			if list[0] == "@include_block" && len(list) == 2 {
				copy(b[at:end], fmt.Sprintf("#include \"%s%s\"", blockPrefix, list[1])) // shorter than what it replaces
			}
		}
		at = next
	}
}

// Block is the text of the block that an #include of Text names; false: the name is another
// file's.
func (f *File) Block(name string) (string, bool) {
	name, is := strings.CutPrefix(name, blockPrefix)
	if !is || !f.marked {
		return "", false
	}
	for _, p := range f.parts {
		if p.name == name && p.stage == ir.NoStage {
			b := blank(f.text)
			copy(b[p.first:], f.text[p.first:p.last])
			f.hideMarks(b, p.first, p.last)
			return string(b), true
		}
	}
	return "", false
}

// blank is a text without anything but the ends of its lines.
func blank(text string) []byte {
	b := []byte(text)
	hide(b)
	return b
}

func hide(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}
