package spirv

// This file writes NonSemantic.Shader.DebugInfo.100: sources, functions, lines,
// and local variables with their types. All numbers in it are ids of constants.

import (
	"refract/diag"
	"refract/ir"
	"refract/spirv"
)

// nonSemantic is the state of the non-semantic debug information.
type nonSemantic struct {
	set        id
	sources    map[string]id
	unit       id // the compilation unit
	expression id // the empty expression
	types      map[ir.TypeID]id
	function   id // the scope of the function being written
}

// debugVersion and dwarfVersion are the numbers that the set's specification requires.
const (
	debugVersion = 100
	dwarfVersion = 4
)

func (w *Writer) openNonSemantic() {
	if w.version < version16 {
		w.out.Extension("SPV_KHR_non_semantic_info")
	}
	d := &w.debug
	d.set = w.out.Import(spirv.DebugInfoImport)
	d.sources, d.types = map[string]id{}, map[ir.TypeID]id{}
}

// debugInfo writes an instruction of the set at module scope.
func (w *Writer) debugInfo(op spirv.DebugInfoOp, operands ...id) id {
	return w.debugInfoIn(&w.out.Globals, op, operands...)
}

func (w *Writer) debugInfoIn(s *spirv.Stream, op spirv.DebugInfoOp, operands ...id) id {
	void := w.void()
	r := w.out.NewID()
	s.Begin(spirv.OpExtInst)
	s.Words(void, r, w.debug.set, uint32(op))
	s.Words(operands...)
	s.End()
	return r
}

// nonSemanticSource writes a source; the first one is the compilation unit's.
func (w *Writer) nonSemanticSource(name, text string) {
	chunk := text[:min(len(text), sourceChunk)]
	source := w.debugInfo(spirv.DebugInfoSource, w.stringID(name), w.writeString(chunk))
	for text = text[len(chunk):]; text != ""; text = text[len(chunk):] {
		chunk = text[:min(len(text), sourceChunk)]
		w.debugInfo(spirv.DebugInfoSourceContinued, w.writeString(chunk))
	}
	w.debug.sources[name] = source
	if w.debug.unit == 0 {
		w.debug.unit = w.debugInfo(spirv.DebugInfoCompilationUnit, w.u32(debugVersion), w.u32(dwarfVersion), source,
			w.u32(uint32(w.opts.SourceLanguage.number())))
	}
}

// place is the source, line and column of a span; the start of the first source
// for one that has no position.
func (w *Writer) debugPlace(s diag.Span) (source, line, column id) {
	p, ok := w.m.Sources.Position(s.Start)
	if !ok {
		p.File, p.Line, p.Column = "", 1, 1
		if w.m.Sources.Len() > 0 {
			p.File, _ = w.m.Sources.File(0)
		}
	}
	return w.debug.sources[p.File], w.u32(uint32(p.Line)), w.u32(uint32(p.Column))
}

// nonSemanticFunction declares a function and its local variables, and makes it the current
// scope.
func (w *Writer) nonSemanticFunction(function id, f *ir.Function) {
	d := &w.debug
	if d.unit == 0 { // there is no source at all
		return
	}
	signature := []id{w.u32(0), w.void()}
	if f.Result != 0 {
		signature[1] = w.debugType(f.Result)
	}
	for i := range f.Args {
		signature = append(signature, w.debugType(f.Args[i].Type))
	}
	source, line, column := w.debugPlace(f.Span)
	ty := w.debugInfo(spirv.DebugInfoTypeFunction, signature...)
	d.function = w.debugInfo(spirv.DebugInfoFunction, w.stringID(f.Name), ty, source, line, column, d.unit,
		w.stringID(f.Name), w.u32(0), line)
	w.debugInfoIn(&w.prologue, spirv.DebugInfoScope, d.function)
	w.debugInfoIn(&w.prologue, spirv.DebugInfoFunctionDefinition, d.function, function)
}

// nonSemanticLocal ties a local variable to its declaration.
func (w *Writer) nonSemanticLocal(l *ir.Local, variable id) {
	d := &w.debug
	if d.kind != DebugNonSemantic || d.unit == 0 || l.Name == "" {
		return
	}
	if d.expression == 0 {
		d.expression = w.debugInfo(spirv.DebugInfoExpression)
	}
	source, line, column := w.debugPlace(l.Span)
	v := w.debugInfo(spirv.DebugInfoLocalVariable, w.stringID(l.Name), w.debugType(l.Type), source, line, column,
		d.function, w.u32(0))
	w.debugInfoIn(&w.prologue, spirv.DebugInfoDeclare, v, variable, d.expression)
}

// nonSemanticLine sets the source position of instructions. The scope ends with the block,
// so it is set anew in each.
func (w *Writer) nonSemanticLine(p diag.Position, s diag.Span) {
	d := &w.debug
	source := d.sources[p.File]
	if source == 0 {
		return
	}
	if d.block != w.block {
		w.debugInfoIn(&w.code, spirv.DebugInfoScope, d.function)
	}
	end, ok := w.m.Sources.Position(s.End)
	if !ok || end.File != p.File {
		end = p
	}
	w.debugInfoIn(&w.code, spirv.DebugInfoLine, source, w.u32(uint32(p.Line)), w.u32(uint32(end.Line)),
		w.u32(uint32(p.Column)), w.u32(uint32(end.Column)))
}

// Encodings of basic types (enumeration DebugBaseTypeAttributeEncoding).
var debugEncodings = [...]uint32{ir.BoolKind: 2, ir.FloatKind: 3, ir.SintKind: 4, ir.UintKind: 6}

// debugStructure is the tag of a struct (enumeration DebugCompositeType).
const debugStructure = 1

// debugType describes a type.
func (w *Writer) debugType(t ir.TypeID) id {
	if v := w.debug.types[t]; v != 0 {
		return v
	}
	v := w.describeType(t)
	w.debug.types[t] = v
	return v
}

func (w *Writer) describeType(t ir.TypeID) id {
	ty := *w.m.Types.At(t)
	zero := w.u32(0)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		bits := max(8, ty.Scalar.Bits())
		if ty.Scalar == ir.Bool {
			bits = 32
		}
		return w.debugInfo(spirv.DebugInfoTypeBasic, w.stringID(ty.Scalar.String()), w.u32(uint32(bits)),
			w.u32(debugEncodings[ty.Scalar.Kind()]), zero)
	case ir.TypeVector:
		return w.debugInfo(spirv.DebugInfoTypeVector, w.debugType(ir.ScalarTypeOf(ty.Scalar)), w.u32(uint32(ty.Rows)))
	case ir.TypeMatrix:
		return w.debugInfo(spirv.DebugInfoTypeMatrix, w.debugType(ir.VectorOf(ty.Scalar, int(ty.Rows))),
			w.u32(uint32(ty.Columns)), w.constant(ir.Bool, 1))
	case ir.TypeArray:
		if ty.LengthExpr == 0 {
			return w.debugInfo(spirv.DebugInfoTypeArray, w.debugType(ty.Base), w.u32(ty.Length))
		}
	case ir.TypePointer:
		return w.debugType(ty.Base) // as a reference; DebugTypePointer is for basic types only
	case ir.TypeStruct:
		return w.describeStruct(&w.m.Structs[ty.Struct])
	}
	// A type without a description is a basic type of no size and encoding.
	return w.debugInfo(spirv.DebugInfoTypeBasic, w.stringID(w.m.TypeName(t)), zero, zero, zero)
}

func (w *Writer) describeStruct(s *ir.Struct) id {
	offset := func(bytes uint32) id { return w.u32(8 * bytes) }
	info, err := w.layouts.Of(s.Type, ir.NoLayout)
	offsets := w.layouts.Offsets(s.Type, ir.NoLayout)
	source, line, column := w.debugPlace(s.Span)
	operands := []id{w.stringID(s.Name), w.u32(debugStructure), source, line, column, w.debug.unit,
		w.stringID(s.Name), offset(info.Size), w.u32(0)}
	for i := range s.Members {
		m := &s.Members[i]
		at, size := uint32(0), uint32(0)
		if err == nil {
			at = offsets[i]
			if member, err := w.layouts.Of(m.Type, ir.NoLayout); err == nil {
				size = member.Size
			}
		}
		source, line, column := w.debugPlace(m.Span)
		operands = append(operands, w.debugInfo(spirv.DebugInfoTypeMember, w.stringID(m.Name), w.debugType(m.Type),
			source, line, column, offset(at), offset(size), w.u32(0)))
	}
	return w.debugInfo(spirv.DebugInfoTypeComposite, operands...)
}
