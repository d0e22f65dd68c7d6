package spirv

// This file writes debug information: the sources' text and the positions of instructions,
// by OpLine or by NonSemantic.Shader.DebugInfo.100 (debug_nonsemantic.go).

import (
	"refract/diag"
	"refract/ir"
	"refract/spirv"
)

// debugState is the debug information written so far.
type debugState struct {
	kind    DebugInfo
	strings map[string]id // OpString by text
	last    diag.Span     // the position that was said last, in block
	block   id

	nonSemantic
}

// openDebug writes the sources.
func (w *Writer) openDebug() {
	w.debug = debugState{}
	if w.opts.Debug == DebugNone || w.m.Sources == nil {
		return
	}
	w.debug.kind = w.opts.Debug
	w.debug.strings = map[string]id{}
	if w.debug.kind == DebugNonSemantic {
		w.openNonSemantic()
	}
	for i := range w.m.Sources.Len() {
		name, text := w.m.Sources.File(i)
		if w.debug.kind == DebugNonSemantic {
			w.nonSemanticSource(name, text)
		} else {
			w.writeSource(w.stringID(name), text)
		}
	}
}

// stringID is the OpString of a text.
func (w *Writer) stringID(text string) id {
	if v := w.debug.strings[text]; v != 0 {
		return v
	}
	v := w.writeString(text)
	w.debug.strings[text] = v
	return v
}

func (w *Writer) writeString(text string) id {
	v := w.out.NewID()
	s := &w.out.Strings
	s.Begin(spirv.OpString)
	s.Word(v)
	s.String(text)
	s.End()
	return v
}

// sourceChunk is how many bytes of text one instruction holds: fewer than fit
// its length in words (section 2.3).
const sourceChunk = 4 * (spirv.MaxInstructionWords - 8)

// writeSource writes the text of a file, in as many instructions as it takes.
func (w *Writer) writeSource(file id, text string) {
	s := &w.out.Strings
	chunk := text[:min(len(text), sourceChunk)]
	s.Begin(spirv.OpSource)
	s.Words(uint32(w.opts.SourceLanguage.number()), 0, file)
	s.String(chunk)
	s.End()
	for text = text[len(chunk):]; text != ""; text = text[len(chunk):] {
		chunk = text[:min(len(text), sourceChunk)]
		s.Begin(spirv.OpSourceContinued)
		s.String(chunk)
		s.End()
	}
}

// line sets the source position of the block's next instructions.
func (w *Writer) line(s diag.Span) {
	if w.debug.kind == DebugNone || s.IsZero() || s == w.debug.last && w.block == w.debug.block {
		return
	}
	p, ok := w.m.Sources.Position(s.Start)
	if !ok {
		return
	}
	if w.debug.kind == DebugNonSemantic {
		w.nonSemanticLine(p, s)
	} else {
		w.code.Op3(spirv.OpLine, w.stringID(p.File), uint32(p.Line), uint32(p.Column))
	}
	w.debug.last, w.debug.block = s, w.block
}

// openFunctionDebug begins the debug information of a function.
func (w *Writer) openFunctionDebug(function id, f *ir.Function) {
	w.debug.last, w.debug.block = diag.Span{}, 0
	if w.debug.kind == DebugNonSemantic {
		w.nonSemanticFunction(function, f)
	}
}
