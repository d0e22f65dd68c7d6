package spirv

// This file reads the module's information about its source: OpSource and OpLine, and the
// instructions of NonSemantic.Shader.DebugInfo. Lines become spans in texts that are added
// to the sources; if the module has the lines only and not the text, there is nothing to
// show, and spans stay empty.

import (
	"strings"

	"refract/diag"
	"refract/spirv"
)

// debugInfo is the facts about the source.
type debugInfo struct {
	span  diag.Span // of the current line
	files []sourceFile
	set   uint32 // the id of the imported NonSemantic.Shader.DebugInfo; 0: there is none
}

// sourceFile is a source whose text the module carries.
type sourceFile struct {
	name  uint32 // id of the OpString with its name
	debug uint32 // id of its DebugSource; 0: it has none
	base  uint32
	lines []uint32 // offset of each line
	size  uint32
}

// isDebug reports whether an extended instruction has no influence on the computation.
func (r *reader) isDebug(inst spirv.Inst) bool {
	switch r.context.ExtSet(inst[3]) {
	case spirv.ExtSetGLSL:
		return false
	}
	d := &r.defs[inst[3]]
	if d.op != spirv.OpExtInstImport {
		return false
	}
	name, _ := spirv.String(r.inst(int(d.offset))[2:])
	return strings.HasPrefix(name, "NonSemantic.") || name == "DebugInfo" || name == "OpenCL.DebugInfo.100"
}

// readDebugInfo collects the texts of sources.
func (r *reader) readDebugInfo() {
	if r.sources == nil {
		return
	}
	var file uint32
	var text strings.Builder
	flush := func() {
		if file != 0 && text.Len() > 0 {
			r.addSource(file, 0, text.String())
		}
		file = 0
		text.Reset()
	}
	for _, at := range r.strings {
		inst := r.inst(int(at))
		switch inst.Op() {
		case spirv.OpSource:
			flush()
			if len(inst) > 4 {
				file = inst[3]
				s, _ := spirv.String(inst[4:])
				text.WriteString(s)
			}
		case spirv.OpSourceContinued:
			s, _ := spirv.String(inst[1:])
			text.WriteString(s)
		}
	}
	flush()
	r.readDebugSources()
}

// Instructions of NonSemantic.Shader.DebugInfo.100.
const (
	debugSource          = 35
	debugSourceContinued = 102
	debugLine            = 103
	debugNoLine          = 104
)

func (r *reader) readDebugSources() {
	for _, at := range r.module {
		inst := r.inst(int(at))
		if inst.Op() != spirv.OpExtInst || !r.isShaderDebug(inst) {
			continue
		}
		switch inst[4] {
		case debugSource:
			if len(inst) > 6 {
				r.addSource(inst[5], inst[2], r.stringAt(inst[6]))
			}
		case debugSourceContinued:
			if n := len(r.debug.files); n > 0 && len(inst) > 5 {
				// The text was added: one that goes on is added again as a whole.
				f := r.debug.files[n-1]
				_, before := r.sources.File(r.sources.Len() - 1)
				r.debug.files = r.debug.files[:n-1]
				r.addSource(f.name, f.debug, before+r.stringAt(inst[5]))
			}
		}
	}
}

func (r *reader) isShaderDebug(inst spirv.Inst) bool {
	if r.debug.set == 0 {
		d := &r.defs[inst[3]]
		if d.op != spirv.OpExtInstImport {
			return false
		}
		name, _ := spirv.String(r.inst(int(d.offset))[2:])
		if name != "NonSemantic.Shader.DebugInfo.100" {
			return false
		}
		r.debug.set = inst[3]
	}
	return r.debug.set == inst[3]
}

// stringAt is the text of an OpString, or "".
func (r *reader) stringAt(id uint32) string {
	if d := &r.defs[id]; d.op == spirv.OpString {
		s, _ := spirv.String(r.inst(int(d.offset))[2:])
		return s
	}
	return ""
}

// maxSources bounds how many texts a module adds.
const maxSources = 256

func (r *reader) addSource(name, debug uint32, text string) {
	file := r.stringAt(name)
	if text == "" || r.opts.Positions != nil || len(r.debug.files) >= maxSources || len(text) > r.sources.Room()/2 {
		return
	}
	f := sourceFile{name: name, debug: debug, base: r.sources.Add(file, text), size: uint32(len(text)), lines: []uint32{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			f.lines = append(f.lines, uint32(i+1))
		}
	}
	r.debug.files = append(r.debug.files, f)
}

// line notes an instruction that sets the current line.
func (r *reader) line(inst spirv.Inst) {
	if len(r.debug.files) == 0 {
		return
	}
	switch inst.Op() {
	case spirv.OpLine:
		r.setLine(inst[1], 0, inst[2], inst[3])
	case spirv.OpNoLine:
		r.debug.span = diag.Span{}
	case spirv.OpExtInst:
		if !r.isShaderDebug(inst) {
			return
		}
		switch {
		case inst[4] == debugLine && len(inst) >= 10:
			line, ok := r.literal(inst[6])
			column, ok2 := r.literal(inst[8])
			if ok && ok2 {
				r.setLine(0, inst[5], line, column)
			}
		case inst[4] == debugNoLine:
			r.debug.span = diag.Span{}
		}
	}
}

// literal is the value of a constant that a debug instruction names.
func (r *reader) literal(id uint32) (uint32, bool) {
	if d := &r.defs[id]; d.op == spirv.OpConstant {
		return r.words[d.offset+3], true
	}
	return 0, false
}

func (r *reader) setLine(name, debug, line, column uint32) {
	r.debug.span = diag.Span{}
	for i := range r.debug.files {
		f := &r.debug.files[i]
		if name != 0 && f.name != name || debug != 0 && f.debug != debug {
			continue
		}
		if line == 0 || int(line) > len(f.lines) {
			return
		}
		start := f.lines[line-1]
		end := f.size
		if int(line) < len(f.lines) {
			end = f.lines[line] - 1
		}
		at := min(start+max(column, 1)-1, end)
		r.debug.span = diag.Span{Start: f.base + at, End: f.base + at}
		return
	}
}
