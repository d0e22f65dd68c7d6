package glsl

// This file leaves out the functions that only other entry points reach, if one of several
// is written. The dependences of one text on the others are settled by their signatures and
// by the resources that they use, if their names don't meet and the module has nothing else
// that makes stages depend on each other.

import (
	"slices"
	"strings"

	"refract/internal/ir/compact"
	"refract/ir"
)

// others is copyReached's condition for leaving functions out, or nil.
func (w *Writer) others(src *ir.Module) *compact.Alone {
	o := &w.opts
	if w.alone == nil || o.Vulkan || o.Minify || w.isLoose() || o.ForcePointSize || hasSpecial(src) {
		return nil
	}
	if slices.ContainsFunc(src.Globals, func(g ir.Global) bool { return g.Block != ir.BlockInstance }) {
		return nil // members whose names are of the module
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

// fits reports whether the text comes out the same without the functions that only others
// reach.
func (w *Writer) fits(m *ir.Module, a *compact.Alone) bool {
	// Textures, which get their samplers by the uses in all functions.
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
		if v := &m.Globals[g]; v.Space.IsBuffer() && m.StructOf(v.Type) != nil {
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

// outlasts reports whether the text may need to know whether an invocation was discarded,
// which all functions do if one discards and another takes derivatives.
func (w *Writer) outlasts(m *ir.Module, a *compact.Alone) bool {
	for g := 1; g < len(m.Globals); g++ {
		v := &m.Globals[g]
		if a.Own[g] != 0 && (v.Space == ir.SpaceHandle || v.Space == ir.SpaceStorage && v.Access&ir.AccessWrite != 0) {
			return true
		}
	}
	return w.alone.Stage.Info().Discards
}

// differ reports whether the parts that may be missing have names that nothing else uses.
func (w *Writer) differ(m *ir.Module, a *compact.Alone) bool {
	n := &w.nameSet
	n.odd, n.there, n.missing = false, n.there[:0], n.missing[:0]
	isBlock := func(t ir.TypeID) bool {
		return slices.ContainsFunc(m.Globals, func(g ir.Global) bool { return g.Type == t && g.Space.IsBuffer() })
	}
	for g := 1; g < len(m.Globals); g++ {
		switch v := &m.Globals[g]; {
		case v.Space == ir.SpaceHandle && a.Own[g] == 0:
			h := n.hash(startHash, v.Name)
			n.missing = append(n.missing, h)
			if m.Types.At(v.Type).Kind != ir.TypeImage {
				break
			}
			for s := 1; s < len(m.Globals) && len(n.missing) < maxMissing; s++ {
				if m.Types.At(m.Globals[s].Type).Kind == ir.TypeSampler {
					n.missing = append(n.missing, n.hash(h, m.Globals[s].Name))
				}
			}
		default:
			n.there = append(n.there, n.hash(startHash, v.Name))
			if v.Space.IsBuffer() {
				n.there = append(n.there, n.blockHash(v.Name))
			}
		}
	}
	for i := 1; i < len(m.Structs); i++ {
		s := &m.Structs[i]
		if h := n.hash(startHash, s.Name); isBlock(s.Type) {
			n.there = append(n.there, h) // that of a buffer, which stays
		} else {
			n.missing = append(n.missing, h)
		}
	}
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		for j := range f.Args {
			n.varyings(m, f.Args[j].Name, f.Args[j].Type)
		}
		n.varyings(m, "", f.Result)
	}
	if n.odd || len(n.missing) >= maxMissing {
		return false
	}
	for i, h := range n.missing {
		if slices.Contains(n.there, h) || slices.Contains(n.missing[:i], h) {
			return false
		}
	}
	return true
}

// maxMissing bounds how many names are compared with each other.
const maxMissing = 64

// A nameSet holds hashes of names without the characters that may change: underscores.
type nameSet struct {
	there, missing []uint64
	odd            bool // there was one that changes otherwise
}

// Of FNV-1a.
const (
	startHash = 14695981039346656037
	hashPrime = 1099511628211
)

func (n *nameSet) hash(h uint64, s string) uint64 {
	if s == "" || isKept(s) || isMade(s) || '0' <= s[0] && s[0] <= '9' {
		n.odd = true
	}
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9':
			h = (h ^ uint64(c)) * hashPrime
		case c != '_':
			n.odd = true
		}
	}
	return h
}

// blockHash is the hash of blockName.
func (n *nameSet) blockHash(s string) uint64 {
	h, upper, same := uint64(startHash), true, true
	for i := range len(s) {
		c := s[i]
		if c == '_' {
			upper, same = true, false
			continue
		}
		if upper && 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
			same = false
		}
		upper = false
		h = (h ^ uint64(c)) * hashPrime
	}
	if same {
		return n.hash(h, "Block")
	}
	return h
}

// varyings notes the names of an entry point's parameter or result.
func (n *nameSet) varyings(m *ir.Module, name string, t ir.TypeID) {
	if name != "" {
		n.there = append(n.there, n.hash(startHash, name))
	}
	if s := m.StructOf(t); s != nil {
		for i := range s.Members {
			n.there = append(n.there, n.hash(startHash, s.Members[i].Name))
		}
	}
}

// isMade reports whether a name is one that inputs and outputs without a name may get.
func isMade(name string) bool {
	switch name[0] {
	case 'v', 'c', 'o':
		rest := strings.TrimRight(name, "0123456789_")
		return rest == "varying" || rest == "color" || rest == "out"
	}
	return false
}
