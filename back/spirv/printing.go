package spirv

// This file writes statements that print, as instructions of NonSemantic.DebugPrintf, which validation
// layers of Vulkan carry out and drivers skip.

import (
	"refract/ir"
	"refract/spirv"
)

// printed is a value as the set takes it: bools are 1 or 0.
func (w *Writer) printed(v id, t ir.TypeID) id {
	if w.m.Types.ScalarOf(t) != ir.Bool {
		return v
	}
	return w.convert(w.m.Types.WithScalar(t, ir.U32), t, v)
}

// printText prints values in a format.
func (w *Writer) printText(format string, args []id) {
	if w.version < version16 {
		w.out.Extension("SPV_KHR_non_semantic_info")
	}
	set, text, void := w.out.Import(spirv.DebugPrintfImport), w.writeString(format[:min(len(format), sourceChunk)]), w.void()
	w.code.Begin(spirv.OpExtInst)
	w.code.Words(void, w.out.NewID(), set, uint32(spirv.DebugPrintf), text)
	w.code.Words(args...)
	w.code.End()
}
