package glsl

// This file makes names for the text's declarations at module scope.

import (
	"slices"
	"strconv"

	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

// moduleName makes a name of module scope.
func (w *Writer) moduleName(want, otherwise string) text.Name {
	return w.Out.ModuleName(apart(want, otherwise), otherwise, false)
}

// fixedName makes a name that hosts or other stages look up, as linkName gives it: other
// names make way for it.
func (w *Writer) fixedName(name, otherwise string) text.Name {
	s := name
	for n := 1; w.fixed[s]; n++ {
		s = name + "_" + strconv.Itoa(n)
	}
	if w.fixed == nil {
		w.fixed, w.wholes, w.declaredWhole = map[string]bool{}, map[string]text.Name{}, map[text.Name]bool{}
	}
	w.fixed[s] = true
	return w.Out.ModuleName(s, otherwise, true)
}

// hostName makes the name of a resource or block, which hosts look up unless the text is
// minified.
func (w *Writer) hostName(want, otherwise string) text.Name {
	if w.opts.Minify {
		return w.moduleName(want, otherwise)
	}
	return w.fixedName(linkName(want, otherwise), otherwise)
}

// declare makes the names of module scope.
func (w *Writer) declare() {
	m, u := w.M, &w.use
	clear(w.fixed)
	w.Functions = reuse.Zeroed(w.Functions, len(m.Functions))
	w.Functions[w.entry.Function] = w.Out.ModuleName("main", "main", true)
	w.Structs = reuse.Zeroed(w.Structs, len(m.Structs))
	w.Members = w.Members[:0]
	for i := range m.Structs {
		w.Members = append(w.Members, nil)
		if i > 0 {
			w.Members[i] = w.memberNames(&m.Structs[i])
		}
	}
	w.declareInterface()
	w.declareGlobals()
	for _, i := range u.types {
		if w.shared.names {
			w.Structs[i] = w.Out.ModuleName(w.shared.named[i], "Struct", true)
		} else {
			w.Structs[i] = w.moduleName(m.Structs[i].Name, "Struct")
		}
	}
	w.Constants = reuse.Zeroed(w.Constants, len(m.Constants))
	for _, c := range u.consts {
		w.Constants[c] = w.moduleName(m.Constants[c].Name, "constant")
	}
	w.Overrides = reuse.Zeroed(w.Overrides, len(m.Overrides))
	for i := 1; i < len(m.Overrides); i++ {
		if w.declared[i] {
			w.Overrides[i] = w.moduleName(m.Overrides[i].Name, "override_value")
		}
	}
	w.namePointers()
	for i := 1; i < len(m.Functions); i++ {
		if u.functions[i] && w.Functions[i] == 0 {
			w.Functions[i] = w.moduleName(m.Functions[i].Name, "function")
		}
	}
	w.zeros = reuse.Zeroed(w.zeros, m.Types.Len())
	for _, t := range u.zeros {
		w.zeros[t] = w.moduleName("zeros", "zeros")
	}
}

// declareGlobals makes the names of globals: first the names that hosts look up.
func (w *Writer) declareGlobals() {
	m, u := w.M, &w.use
	w.Globals = reuse.Zeroed(w.Globals, len(m.Globals))
	w.blocks = reuse.Zeroed(w.blocks, len(m.Globals))
	w.open = reuse.Zeroed(w.open, len(m.Globals))
	w.findBoolUniforms()
	w.findUsedWhole()
	for i := 1; i < len(m.Globals); i++ {
		if !u.globals[i] {
			continue
		}
		g := &m.Globals[i]
		if name := w.sharedUniform(i); name != "" {
			w.Globals[i] = w.Out.ModuleName(name, "global", true)
			if w.isBlock(g) {
				w.blocks[i] = w.Out.ModuleName(w.shared.blocks[i], "Block", true)
			}
			for _, member := range w.shared.open[i] {
				w.open[i] = append(w.open[i], w.Out.ModuleName(member, "member", true))
			}
			continue
		}
		switch {
		case g.Space == ir.SpaceHandle, g.Default:
			w.Globals[i] = w.hostName(g.Name, "global")
		case w.isBlock(g) && w.blockStruct(g) != nil:
			w.blocks[i] = w.hostName(w.blockWanted(g), "Block")
			if w.isOpen(ir.GlobalID(i)) {
				s := w.blockStruct(g)
				for k := range s.Members {
					w.open[i] = append(w.open[i], w.hostName(s.Members[k].Name, "member"))
				}
			}
		}
	}
	w.declareStageGlobals()
	for i := 1; i < len(m.Globals); i++ {
		if !u.globals[i] || w.sharedUniform(i) != "" {
			continue
		}
		g := &m.Globals[i]
		if w.isBlock(g) && w.blocks[i] == 0 {
			w.blocks[i] = w.moduleName(w.blockWanted(g), "Block")
		}
		if w.Globals[i] == 0 && w.open[i] == nil {
			w.Globals[i] = w.moduleName(g.Name, "global")
		}
	}
}

// isOpen reports whether a block is written without an instance name.
func (w *Writer) isOpen(id ir.GlobalID) bool {
	g := &w.M.Globals[id]
	return g.Block == ir.BlockOpen && !w.opts.Minify && w.isBlock(g) && w.blockStruct(g) != nil && w.M.Types.At(g.Type).Kind == ir.TypeStruct &&
		!w.usedWhole[id]
}

// findUsedWhole finds the globals that keep an instance name since a function uses them
// other than by their members.
func (w *Writer) findUsedWhole() {
	w.usedWhole = nil
	if slices.ContainsFunc(w.M.Globals, func(g ir.Global) bool { return g.Block == ir.BlockOpen }) {
		w.usedWhole = transform.UsedWhole(w.M)
	}
}

// openMember spells a member of a block without an instance name.
func (w *Writer) openMember(e ir.ExprID) bool {
	v := w.Ex.AccessIndex(e)
	if w.Ex.Kind(v.Base) != ir.KindGlobal {
		return false
	}
	names := w.open[w.Ex.GlobalRef(v.Base)]
	if behind := w.member(v.Base); behind != "" {
		w.Out.Name(w.Globals[w.Ex.GlobalRef(v.Base)])
		w.Out.Byte('[')
		w.Out.Uint(uint64(v.Index))
		w.Out.Byte(']')
		w.Out.Str(behind)
		return true
	}
	if names == nil {
		return false
	}
	w.Out.Name(names[v.Index])
	return true
}

// blockWanted is the name that a block is to have: that of the struct whose members
// it has, or one like that of the variable.
func (w *Writer) blockWanted(g *ir.Global) string {
	if s := w.blockStruct(g); s != nil {
		return s.Name
	}
	return blockName(g.Name)
}

// blockName is the name of a variable's block: particles are in Particles.
func blockName(s string) string {
	if s == "" {
		return "Block"
	}
	b := make([]byte, 0, len(s))
	upper := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '_':
			upper = true
			continue
		case upper && c >= 'a' && c <= 'z':
			c -= 'a' - 'A'
		}
		upper = false
		b = append(b, c)
	}
	if len(b) == 0 {
		return "Block"
	}
	if string(b) == s {
		b = append(b, "Block"...)
	}
	return string(b)
}

// memberNames are the names of a struct's members if they can't all be kept, else nil.
func (w *Writer) memberNames(s *ir.Struct) []string {
	return words.StructMembers(s, w.opts.Minify, isMember, func(n string) string {
		if n = wanted(n); !isMember(n) {
			n += "_"
		}
		return n
	})
}

// isMember reports whether a member can have a name. A name length behind a dot is a
// function.
func isMember(n string) bool {
	return words.IsIdentifier(n) && !words.IsReserved(n) && !isKept(n) && n != "length"
}
