package opt

// This file makes variants of a shader for values of its uniforms.
//
//	before                                 after, with 3 at 16 of the buffer
//	%1 = load_ubo %b, 16 : u32             %1 = const 3
//	%2 = ult %1, 7                         %2 = ult %1, 7
//	if %2 { A } else { B }                 if %2 { A } else { B }
//
// A draw has the same uniforms as the one before it, as a rule. Uniforms that decide, with
// constants alone, which way ifs go and how often loops iterate are worth a shader of their
// own: FindUniforms returns them, and InlineUniforms is a pass that puts their values in
// place of them. Other passes remove the decided code. Buffers are accessed by offset.

import (
	"cmp"
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// A UniformWord is a word of 32 bits of a uniform buffer.
type UniformWord struct {
	Buffer ssa.VarID
	Offset uint32 // in bytes
}

// A UniformValue is a word with its value.
type UniformValue struct {
	UniformWord
	Bits uint32
}

// wordAt is the word that component k of a load from a uniform buffer reads, if that is
// known and has 32 bits.
func wordAt(f *ssa.Function, i ssa.InstrID, k int) (UniformWord, bool) {
	if f.Op(i) != op.LoadUBO || f.Bits(i) != 32 {
		return UniformWord{}, false
	}
	r := f.Arg(i, 0)
	at, known := f.KnownBits(f.Arg(i, 1), 0)
	if f.Op(r) != op.ResourceIndex || f.Arg(r, 0) != 0 || !known || at >= 1<<31 {
		return UniformWord{}, false
	}
	return UniformWord{ssa.VarID(f.Word(r, 0)), uint32(at) + f.Field(i, "base") + 4*uint32(k)}, true
}

// uniformFinder finds the operands of a condition.
type uniformFinder struct {
	f    *ssa.Function
	seen map[[2]uint32]bool // values and their components
	list []UniformWord
	left int // values to be looked at
}

// known reports whether a component of a value is computed from constants and uniforms
// alone, which it lists. A loop's recurrence is known if its beginning is.
func (u *uniformFinder) known(v ssa.Value, k int) bool {
	f := u.f
	if key := [2]uint32{uint32(v), uint32(k)}; u.seen[key] {
		return true
	} else if u.left--; u.left < 0 {
		return false
	} else {
		u.seen[key] = true
	}
	if w, ok := wordAt(f, v, k); ok {
		u.list = append(u.list, w)
		return true
	}
	switch f.Op(v).Class() {
	case op.ClassConst:
		return f.Op(v) != op.Override
	case op.ClassPhi:
		for s := range f.NumSrcs(v) {
			if x := f.Arg(v, s); x == 0 || !u.known(x, k) {
				return false
			}
		}
		return f.Comps(v) > 0
	case op.ClassALU:
		for s := range f.NumSrcs(v) {
			src := f.Src(v, s)
			if src.Value == 0 {
				continue
			}
			if src.Comps == 0 {
				if f.Comps(src.Value) != 1 || !u.known(src.Value, 0) {
					return false
				}
				continue
			}
			for c := range int(src.Comps) {
				if !u.known(src.Value, src.Swizzle.At(c)) {
					return false
				}
			}
		}
		return f.Comps(v) > 0
	}
	return false
}

// FindUniforms are the words of uniform buffers that, with constants alone, decide ifs,
// switches and loop exits: at most so many, of the first conditions that need no more.
func FindUniforms(s *ssa.Shader, most int) []UniformWord {
	var found []UniformWord
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			n := f.NextNode(b)
			if n == 0 || f.Kind(n) != ssa.NodeIf && f.Kind(n) != ssa.NodeSwitch {
				continue
			}
			c := f.Cond(n)
			u := uniformFinder{f: f, seen: map[[2]uint32]bool{}, left: 256}
			if !u.known(c.Value, c.Swizzle.At(0)) {
				continue
			}
			with := slices.Clone(found)
			for _, w := range u.list {
				if !slices.Contains(with, w) {
					with = append(with, w)
				}
			}
			if len(with) <= most {
				found = with
			}
		}
	}
	slices.SortFunc(found, func(a, b UniformWord) int {
		return cmp.Or(cmp.Compare(a.Buffer, b.Buffer), cmp.Compare(a.Offset, b.Offset))
	})
	return found
}

// InlineUniforms is a pass that puts values in place of uniforms. It isn't in the registry,
// whose passes need no parameters.
func InlineUniforms(values []UniformValue) *pass.Pass {
	p := new(pass.Pass)
	p.Name, p.Doc = "inline-uniforms", "uniforms become their values"
	p.Preserves, p.Destroys, p.Machine = ssa.ControlFlow, pass.Scalar|pass.ScalarConsts, true
	p.Function = func(f *ssa.Function) bool { return inlineUniforms(f, values) }
	return p
}

func inlineUniforms(f *ssa.Function, values []UniformValue) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if _, ok := wordAt(f, i, 0); ok && f.HasUses(i) {
				changed = inlineLoad(f, i, values) || changed
			}
		}
	}
	return changed
}

// inlineLoad takes the values of the components of a load that are known.
func inlineLoad(f *ssa.Function, i ssa.InstrID, values []UniformValue) bool {
	n := f.Comps(i)
	var bits [4]uint64
	var known [4]bool
	all, any := true, false
	for k := range n {
		w, _ := wordAt(f, i, k)
		at := slices.IndexFunc(values, func(v UniformValue) bool { return v.UniformWord == w })
		if known[k] = at >= 0; known[k] {
			bits[k], any = uint64(values[at].Bits), true
		}
		all = all && known[k]
	}
	if !any || !all && isTaken(f, i, known[:n]) {
		return false
	}
	b := f.BuildAfter(i)
	if all {
		v := b.Const(f.Type(i), bits[:n]...)
		f.SetName(v, f.NameOf(i))
		f.ReplaceUses(i, v)
		f.Remove(i)
		return true
	}
	var users []ssa.UseID
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		users = append(users, u)
	}
	one := ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(i)), 1)
	parts := make([]ssa.Value, n)
	for k := range n {
		if known[k] {
			parts[k] = b.Const(one, bits[k])
		} else {
			parts[k] = b.Component(i, k)
		}
	}
	v := b.Op(op.Vec, f.Type(i), parts...)
	for _, u := range users {
		src := f.SrcAt(u)
		src.Value = v
		f.SetSrcAt(u, src)
	}
	return true
}

// isTaken reports whether nothing uses the components of a load that are known: it was
// taken apart before.
func isTaken(f *ssa.Function, i ssa.InstrID, known []bool) bool {
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		s := f.SrcAt(u)
		if s.Comps == 0 {
			return false
		}
		for k := range int(s.Comps) {
			if known[s.Swizzle.At(k)] {
				return false
			}
		}
	}
	return true
}
