package lower

// This file removes the depth of a fragment that is the one it has anyway.
//
//	before                              after
//	%1 = deref_var @position
//	%2 = load %1
//	%3 = deref_var @depth
//	store %3, %2.z
//
// All values written must be the position's z, the depth of a fragment without one; then
// depth tests can run ahead of the shader. The variable goes, too.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// FragDepth removes outputs of the depth that a fragment has.
var FragDepth = &pass.Pass{
	Name:      "frag-depth",
	Doc:       "writes of a fragment's own depth are removed",
	Replaces:  []string{"opt_fragdepth"},
	Requires:  pass.IOVariables,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    fragDepth,
}

func fragDepth(s *ssa.Shader) bool {
	changed := false
	for id := range s.Vars {
		v := &s.Vars[id]
		if v.Mode != ssa.ModeShaderOut || v.IO.Kind != ir.BindBuiltIn || v.IO.BuiltIn != ir.BuiltInFragDepth {
			continue
		}
		var dead []ssa.InstrID // of one function: stores, and the addresses behind them
		var owner *ssa.Function
		same := true
		for _, f := range s.Funcs[1:] {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) != op.DerefVar || f.VarOf(i) != ssa.VarID(id) {
						continue
					}
					same = same && (owner == nil || owner == f)
					owner = f
					for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
						user, _ := f.UserOf(u)
						same = same && user != 0 && f.Op(user) == op.Store && f.UseIndex(u) == 0 && isOwnDepth(f, f.Src(user, 1))
						dead = append(dead, user)
					}
					dead = append(dead, i)
				}
			}
		}
		if !same || len(dead) < 2 {
			continue
		}
		for _, i := range dead {
			owner.Remove(i)
		}
		v.Mode, v.IO = ssa.ModeShaderTemp, ir.Binding{}
		changed = true
	}
	return changed
}

// isOwnDepth reports whether a source reads z of the fragment's position.
func isOwnDepth(f *ssa.Function, s ssa.Src) bool {
	at := 0
	if s.Comps > 0 {
		at = s.Swizzle.At(0)
	}
	for range 8 {
		v := s.Value
		switch f.Op(v) {
		case op.Mov:
			s = f.Src(v, 0)
			at = s.Swizzle.At(at)
			continue
		case op.Vec:
			for k := range f.NumSrcs(v) {
				if x := f.Src(v, k); at < int(x.Comps) {
					s, at = x, x.Swizzle.At(at)
					break
				} else {
					at -= int(x.Comps)
				}
			}
			if s.Value == v {
				return false
			}
			continue
		case op.Extract:
			whole := f.Arg(v, 0)
			if f.Op(whole) != op.Compose {
				return false
			}
			s = f.Src(whole, f.IndexOf(v))
			if s.Comps > 0 {
				at = s.Swizzle.At(at)
			}
			continue
		case op.LoadSystemValue:
			return isPosition(f, v) && at == 2
		case op.Load:
			p := f.Arg(v, 0)
			if f.Op(p) == op.DerefArray {
				k, known := f.KnownBits(f.Arg(p, 1), 0)
				if !known || k != 2 || f.Comps(v) != 1 {
					return false
				}
				p, at = f.Arg(p, 0), 2
			}
			if f.Op(p) != op.DerefVar {
				return false
			}
			x := f.Var(f.VarOf(p))
			return at == 2 && x.Mode&(ssa.ModeSystemValue|ssa.ModeShaderIn) != 0 && x.IO.Kind == ir.BindBuiltIn && x.IO.BuiltIn == ir.BuiltInPosition
		}
		return false
	}
	return false
}
