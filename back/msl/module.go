package msl

// This file writes the declarations at module scope, in the order that C++ needs:
// definitions before uses.

import (
	"slices"

	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/reuse"
	"refract/ir"
)

// module writes all declarations.
func (w *Writer) module(output *Output) {
	m := w.M
	late := w.overridesNameConstants()
	if !late {
		w.overrideDecls(output)
	}
	w.types()
	w.constantDecls()
	if late {
		w.overrideDecls(output)
	}
	w.sizesDecl(output)
	w.groupDecls()
	w.helperDecls()
	w.output = output
	w.Share(w.order, w.Function, w.newPart)
	w.output = nil
	if len(m.EntryPoints) > 1 { // they were written in the order of their functions
		type key struct {
			name  string
			stage ir.Stage
		}
		at := make(map[key]int, len(m.EntryPoints))
		for i := range m.EntryPoints {
			at[key{m.EntryPoints[i].Name, m.EntryPoints[i].Stage}] = i
		}
		slices.SortStableFunc(output.EntryPoints, func(a, b EntryPoint) int {
			return at[key{a.Name, a.Stage}] - at[key{b.Name, b.Stage}]
		})
	}
}

// finish fills in the facts that are known at the end only.
func (w *Writer) finish(output *Output) {
	j := 0
	for i := range output.EntryPoints { // in the order of the module's
		e := &output.EntryPoints[i]
		for ; j < len(w.M.EntryPoints); j++ {
			if ep := &w.M.EntryPoints[j]; ep.Name == e.Name && ep.Stage == e.Stage {
				e.Function = w.Out.TextOf(w.entries[j])
				break
			}
		}
	}
}

// types declares the types that functions, globals and constants use.
func (w *Writer) types() {
	m := w.M
	for i := 1; i < len(m.Constants); i++ {
		w.need(m.Constants[i].Type, 0)
	}
	for i := 1; i < len(m.Globals); i++ {
		w.need(m.Globals[i].Type, 0)
	}
	// The module's structs come in the author's order.
	w.usedTypes = reuse.Zeroed(w.usedTypes, m.Types.Len())
	used := w.usedTypes
	for _, id := range w.order {
		f := m.Func(id)
		if !w.isWritable(f) {
			continue
		}
		used[f.Result] = true
		for i := range f.Args {
			used[f.Args[i].Type] = true
		}
		for i := range f.Locals {
			used[f.Locals[i].Type] = true
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			used[f.TypeOf(x)] = true
		}
	}
	for i := 1; i < len(m.Structs); i++ {
		if used[m.Structs[i].Type] {
			w.need(m.Structs[i].Type, 0)
		}
	}
	for t, is := range used {
		if is && t > 0 && m.Types.At(ir.TypeID(t)).Kind != ir.TypePointer {
			w.need(ir.TypeID(t), 0)
		} else if is && t > 0 {
			if base := m.Types.At(ir.TypeID(t)).Base; m.Types.At(base).Kind == ir.TypeArray || m.Types.At(base).Kind == ir.TypeStruct {
				w.need(base, 0)
			}
		}
	}
}

// overridesNameConstants reports whether the initial value of an override names a constant,
// which has to come first then.
func (w *Writer) overridesNameConstants() bool {
	if len(w.M.Overrides) == 1 || len(w.M.Constants) == 1 {
		return false
	}
	ex := &w.M.Consts
	used := make([]bool, ex.ExprCount())
	for i := 1; i < len(w.M.Overrides); i++ {
		used[w.M.Overrides[i].Init] = true
	}
	var ops []ir.ExprID
	for x := len(used) - 1; x > 0; x-- { // operands come first
		if !used[x] {
			continue
		}
		if ex.Kind(ir.ExprID(x)) == ir.KindConstant {
			return true
		}
		ops = ex.Operands(ir.ExprID(x), ops[:0])
		for _, o := range ops {
			used[o] = true
		}
	}
	return false
}

// overrideDecls writes overrides as function constants (section 5.8). One that has an
// initial value takes two: the function constant, and its resulting value.
func (w *Writer) overrideDecls(output *Output) {
	o, m := &w.Out, w.M
	taken := map[uint32]bool{}
	for i := 1; i < len(m.Overrides); i++ {
		if v := &m.Overrides[i]; v.HasID {
			taken[uint32(v.ID)] = true
		}
	}
	next := uint32(0)
	type functionConstant struct {
		name text.Name
		ty   ir.TypeID
	}
	byID := map[uint16]functionConstant{} // overrides may share an id
	for i := 1; i < len(m.Overrides); i++ {
		v := &m.Overrides[i]
		w.since(102, "function constants", v.Span)
		index := uint32(v.ID)
		if !v.HasID {
			for taken[next] {
				next++
			}
			index = next
			taken[index] = true
		}
		shared, twin := byID[v.ID]
		if twin = twin && v.HasID; !twin {
			output.Constants = append(output.Constants, Constant{v.Name, v.HasID, v.ID, index})
		}
		if i == 1 || v.Doc != "" {
			o.Blank()
		}
		w.Doc(v.Doc)
		name := w.Overrides[i]
		if twin {
			name = shared.name
		} else {
			if v.Init != 0 {
				name = w.moduleName(v.Name+"_constant", "constant", false)
			}
			if v.HasID {
				byID[v.ID] = functionConstant{name, v.Type}
			}
			o.Str("constant ")
			w.typeName(v.Type)
			o.Byte(' ')
			o.Declare(name)
			o.Str(" [[function_constant(")
			o.Uint(uint64(index))
			o.Str(")]];")
			o.End()
			shared = functionConstant{name, v.Type}
		}
		if v.Init == 0 && !twin {
			continue
		}
		o.Str("constant ")
		w.typeName(v.Type)
		o.Byte(' ')
		o.Declare(w.Overrides[i])
		o.Infix("=")
		if v.Init != 0 {
			o.Word(word("is_function_constant_defined"))
			o.Byte('(')
			o.Name(name)
			o.Byte(')')
			o.Infix("?")
		}
		if shared.ty != v.Type {
			w.typeName(v.Type)
			o.Byte('(')
			o.Name(name)
			o.Byte(')')
		} else {
			o.Name(name)
		}
		if v.Init != 0 {
			o.Infix(":")
			w.ModuleExpr(v.Init, anyForm)
		}
		o.Byte(';')
		o.End()
	}
}

func (w *Writer) constantDecls() {
	done := make([]bool, len(w.M.Constants))
	first := true
	for i := 1; i < len(done); i++ {
		w.constantDecl(ir.ConstantID(i), done, &first, 0)
	}
}

// constantDecl writes a constant after the ones that it names.
func (w *Writer) constantDecl(id ir.ConstantID, done []bool, first *bool, depth int) {
	if done[id] || depth > clike.MaxConstDepth {
		return
	}
	done[id] = true
	c := &w.M.Constants[id]
	w.named(ir.ExprID(c.Init), done, first, depth)
	o := &w.Out
	if *first || c.Doc != "" {
		o.Blank()
	}
	*first = false
	w.Doc(c.Doc)
	o.Str("constant ")
	w.typeName(c.Type)
	o.Byte(' ')
	o.Declare(w.Constants[id])
	o.Infix("=")
	w.ModuleExpr(c.Init, anyForm)
	o.Byte(';')
	o.End()
}

// named writes the constants that an expression names.
func (w *Writer) named(e ir.ExprID, done []bool, first *bool, depth int) {
	if depth > clike.MaxConstDepth {
		return
	}
	ex := &w.M.Consts
	if ex.Kind(e) == ir.KindConstant {
		w.constantDecl(ex.ConstantRef(e), done, first, depth+1)
		return
	}
	var few [8]ir.ExprID
	for _, o := range ex.Operands(e, few[:0]) {
		w.named(o, done, first, depth+1)
	}
}

// sizesDecl declares the struct by which the host passes the sizes of buffers.
func (w *Writer) sizesDecl(output *Output) {
	if len(w.sized) == 0 {
		return
	}
	o := &w.Out
	w.sizesType = w.moduleName("BufferSizes", "", false)
	o.Blank()
	if !w.opts.Minify {
		o.Str("// Sizes in bytes, set by the host.")
		o.Line()
	}
	w.startStruct(w.sizesType)
	for i, g := range w.sized {
		o.Line()
		o.Str("uint ")
		o.Str(w.sizeName(i))
		o.Byte(';')
		at, is := w.pulledAt(g)
		output.Sizes = append(output.Sizes, SizedBuffer{w.M.Globals[g].Name, w.M.Globals[g].Binding, is, at})
	}
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}

func (w *Writer) sizeName(i int) string { return w.sizeNames[i] }
