package glsl

// This file leaves out the functions that only other entry points reach, where one of
// several is written. What the text of one depends on in the others is settled by their
// signatures and by the resources that they use, if their names don't meet and the module
// has nothing that makes stages depend on each other otherwise.

import (
	"strings"

	"refract/ir"
	"refract/ir/compact"
)

// others is what copyReached asks for that may leave functions out, or nil.
func (w *Writer) others(src *ir.Module) *compact.Alone {
	o := &w.opts
	if w.alone == nil || o.Vulkan || o.Minify || w.isLoose() || o.ForcePointSize || hasSpecial(src) {
		return nil
	}
	a := &w.apart
	a.Entry = -1
	for i := range src.EntryPoints {
		if e := &src.EntryPoints[i]; e.Function == w.alone.Function && e.Stage == w.alone.Stage && e.Name == w.alone.Name {
			a.Entry = i
		} else if takesInstance(src, e) {
			return nil // which adds a uniform
		}
	}
	if a.Entry < 0 {
		return nil
	}
	for t := ir.FirstModuleType; int(t) < src.Types.Len(); t++ {
		switch ty := src.Types.At(t); ty.Kind {
		case ir.TypePointer:
			if ty.Space == ir.SpacePhysical {
				return nil
			}
		case ir.TypeArray, ir.TypeStruct:
		case ir.TypeImage:
			if ty.Class == ir.ImageExternal || ty.Dim == ir.DimSubpass {
				return nil
			}
		default:
			return nil
		}
	}
	a.Kept = a.Kept[:0]
	a.Fits = func(a *compact.Alone) bool { return w.fits(src, a) }
	return a
}

// takesInstance reports whether an entry point takes the number of its instance.
func takesInstance(m *ir.Module, e *ir.EntryPoint) bool {
	is := func(b *ir.Binding) bool { return b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInInstanceIndex }
	for i := range m.Functions[e.Function].Args {
		arg := &m.Functions[e.Function].Args[i]
		if is(&arg.Binding) {
			return true
		}
		if s := m.StructOf(arg.Type); s != nil {
			for j := range s.Members {
				if is(&s.Members[j].Binding) {
					return true
				}
			}
		}
	}
	return false
}

// isBuffer reports whether a global is memory that a host sees.
func isBuffer(g *ir.Global) bool {
	return g.Space == ir.SpaceUniform || g.Space == ir.SpaceStorage || g.Space == ir.SpaceImmediate
}

// fits reports whether the text comes out the same without the functions that only others
// reach.
func (w *Writer) fits(m *ir.Module, a *compact.Alone) bool {
	// Textures, which get their samplers by what all functions do.
	var own, others bool
	for g := 1; g < len(m.Globals); g++ {
		if m.Globals[g].Space == ir.SpaceHandle {
			own, others = own || a.Own[g] != 0, others || a.Others[g] != 0
		}
	}
	if own && others {
		return false
	}
	for i, f := range m.Functions {
		if i == 0 {
			continue
		}
		if f.MayHaveStmt(ir.StmtDemote) && w.outlasts(m, a) {
			return false
		}
		if a.Functions[i] != 0 {
			continue
		}
		for j := range f.Args {
			switch m.Types.At(f.Args[j].Type).Kind {
			case ir.TypePointer, ir.TypeImage, ir.TypeSampler:
				return false
			}
		}
	}
	// Structs that are blocks here and values there.
	blocks := w.List[:0] // types of blocks
	for g := 1; g < len(m.Globals); g++ {
		if v := &m.Globals[g]; isBuffer(v) && m.StructOf(v.Type) != nil {
			blocks = append(blocks, ir.ExprID(v.Type))
		}
	}
	w.List = blocks
	for t := ir.FirstModuleType; int(t) < len(a.Types); t++ {
		if k := m.Types.At(t).Kind; a.Types[t] == 0 || k != ir.TypeStruct && k != ir.TypeArray {
			continue
		}
		for _, b := range blocks {
			if holds(m, t, ir.TypeID(b), 0) {
				return false
			}
		}
	}
	return w.differ(m, a)
}

// outlasts reports whether the text may tell whether an invocation was discarded, which all
// functions do where one discards and another takes derivatives.
func (w *Writer) outlasts(m *ir.Module, a *compact.Alone) bool {
	for g := 1; g < len(m.Globals); g++ {
		v := &m.Globals[g]
		if a.Own[g] != 0 && (v.Space == ir.SpaceHandle || v.Space == ir.SpaceStorage && v.Access&ir.AccessWrite != 0) {
			return true
		}
	}
	return w.alone.Stage == ir.StageFragment
}

// differ reports whether what may be missing has names that nothing else asks for.
func (w *Writer) differ(m *ir.Module, a *compact.Alone) bool {
	w.startNames()
	names := w.shared.taken
	blocks := func(t ir.TypeID) bool { // of what isn't missing
		for g := 1; g < len(m.Globals); g++ {
			if isBuffer(&m.Globals[g]) && m.Globals[g].Type == t {
				return true
			}
		}
		return false
	}
	missing := func(g int) bool { return m.Globals[g].Space == ir.SpaceHandle && a.Own[g] == 0 }
	for g := 1; g < len(m.Globals); g++ {
		v := &m.Globals[g]
		if !missing(g) {
			names[baseName(v.Name, "global")] = true
			if isBuffer(v) {
				names[baseName(blockName(v.Name), "Block")] = true
			}
		}
	}
	for i := 1; i < len(m.Structs); i++ {
		if s := &m.Structs[i]; blocks(s.Type) {
			names[baseName(s.Name, "Struct")] = true
		}
	}
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		for j := range f.Args {
			w.interfaceNames(m, f.Args[j].Name, f.Args[j].Type)
		}
		w.interfaceNames(m, "", f.Result)
	}
	add := func(name string) bool {
		if names[name] || isMade(name) {
			return false
		}
		names[name] = true
		return true
	}
	for i := 1; i < len(m.Structs); i++ {
		if s := &m.Structs[i]; !blocks(s.Type) && !add(baseName(s.Name, "Struct")) {
			return false
		}
	}
	pairs := 0
	for g := 1; g < len(m.Globals); g++ {
		if !missing(g) {
			continue
		}
		v := &m.Globals[g]
		if !add(baseName(v.Name, "global")) {
			return false
		}
		if m.Types.At(v.Type).Kind != ir.TypeImage {
			continue
		}
		for s := 1; s < len(m.Globals); s++ {
			if m.Types.At(m.Globals[s].Type).Kind == ir.TypeSampler && missing(s) {
				if pairs++; pairs > 64 || !add(baseName(v.Name+"_"+m.Globals[s].Name, "global")) {
					return false
				}
			}
		}
	}
	return true
}

// isMade reports whether a name is one that inputs and outputs without a name may get.
func isMade(name string) bool {
	rest := strings.TrimRight(name, "0123456789_")
	return rest == "varying" || rest == "color" || rest == "out"
}

// interfaceNames notes the names of what an entry point takes or returns.
func (w *Writer) interfaceNames(m *ir.Module, name string, t ir.TypeID) {
	w.shared.taken[baseName(name, "varying")] = true
	w.shared.taken[apart(name, "varying")] = true
	if s := m.StructOf(t); s != nil {
		for i := range s.Members {
			w.shared.taken[baseName(s.Members[i].Name, "varying")] = true
			w.shared.taken[apart(s.Members[i].Name, "varying")] = true
		}
	}
}
