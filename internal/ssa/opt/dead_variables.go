package opt

// This file removes variables that nothing reads.
//
//	before                after
//	var a, b              var b
//	store a, %1           %2 = load b
//	%2 = load b
//
// A local variable whose address only stores use is written for nothing: the stores go, and
// the variable. So do private variables of the shader, over all functions. Variables of
// other modes go if nothing names them and they are no part of the shader's interface:
// workgroup memory.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DeadVariables removes variables that nothing reads.
var DeadVariables = &pass.Pass{
	Name:      "dead-variables",
	Doc:       "variables that nothing reads are removed, with the stores to them",
	Replaces:  []string{"remove_dead_variables"},
	Preserves: ssa.ControlFlow,
	Settles:   true,
	Shader:    deadVariables,
}

func deadVariables(s *ssa.Shader) bool {
	changed := false
	shared := make([]mention, len(s.Vars)) // by shader variable
	locals := 0
	for _, f := range s.Funcs[1:] {
		locals += len(f.Vars)
	}
	all := make([]mention, locals) // by local variable, function by function
	own := all
	for _, f := range s.Funcs[1:] {
		readVariables(f, shared, own[:len(f.Vars)])
		own = own[len(f.Vars):]
	}
	unread := false
	named := false // something unread
	for id := range s.Vars[1:] {
		if v := &s.Vars[id+1]; v.Mode != ssa.ModeShaderTemp && v.Mode != ssa.ModeShared || v.HasAt {
			shared[id+1] = isRead
		}
		unread = unread || shared[id+1] != isRead
		named = named || shared[id+1] == isNamed
	}
	own = all
	for _, f := range s.Funcs[1:] {
		locals := own[:len(f.Vars)]
		own = own[len(locals):]
		changed = deadLocals(f, shared, locals, named) || changed
	}
	if !unread {
		return changed
	}
	// Unnamed variables go, and the rest moves up.
	number := make([]ssa.VarID, len(s.Vars))
	kept := s.Vars[:1]
	for id := 1; id < len(s.Vars); id++ {
		if shared[id] == isRead {
			number[id] = ssa.VarID(len(kept))
			kept = append(kept, s.Vars[id])
		}
	}
	if len(kept) < len(s.Vars) {
		changed = true
		s.Vars = kept
		for _, f := range s.Funcs[1:] {
			renumber(f, func(v ssa.VarID) ssa.VarID {
				if v.IsLocal() {
					return v
				}
				return number[v]
			})
		}
	}
	return changed
}

// mention is the kind of uses of a variable.
type mention uint8

const (
	isNamed mention = iota + 1 // store to it or declare it, at most
	isRead
)

// readVariables notes the uses of variables in a function: it reads each whose address is
// used for anything but stores to it.
func readVariables(f *ssa.Function, shared, own []mention) {
	if !f.MayHave(op.DerefVar) && !f.MayHave(op.Declare) {
		return
	}
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; i = f.Next(i) {
			o := f.Op(i)
			if o != op.DerefVar && o != op.Declare {
				continue
			}
			list := shared
			v := f.VarOf(i)
			if v.IsLocal() {
				list, v = own, v&^ssa.LocalVar
			}
			switch {
			case list[v] == isRead:
			case o == op.DerefVar && !onlyStored(f, i):
				list[v] = isRead
			default:
				list[v] = isNamed
			}
		}
	}
}

// onlyStored reports whether an address is used for stores only.
func onlyStored(f *ssa.Function, d ssa.Value) bool {
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch f.Op(i) {
		case op.Store, op.Copy:
			if f.UseIndex(u) != 0 {
				return false
			}
		case op.DerefArray, op.DerefStruct, op.DerefWildcard:
			if f.UseIndex(u) != 0 || !onlyStored(f, i) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func renumber(f *ssa.Function, fn func(ssa.VarID) ssa.VarID) {
	if !namesVariables(f) {
		return
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if o := f.Op(i); o == op.DerefVar || o == op.Declare || o == op.ResourceIndex {
				f.SetWords(i, [2]uint32{uint32(fn(f.VarOf(i)))})
			}
		}
	}
}

// namesVariables reports whether a function may name a variable.
func namesVariables(f *ssa.Function) bool {
	return f.MayHave(op.DerefVar) || f.MayHave(op.Declare) || f.MayHave(op.ResourceIndex)
}

// deadLocals removes variables that a function only writes. named is set if the function
// may name shader variables that nothing reads.
func deadLocals(f *ssa.Function, shared, own []mention, named bool) bool {
	unread := false
	for id := 1; id < len(f.Vars); id++ {
		if f.Vars[id].HasAt { // the machine's operations name it by where it is
			own[id] = isRead
		}
		unread = unread || own[id] != isRead
		named = named || own[id] == isNamed
	}
	changed := named && namesVariables(f) && deadStores(f, func(v ssa.VarID) bool {
		if v.IsLocal() {
			return own[v&^ssa.LocalVar] != isRead
		}
		return shared[v] != isRead
	})
	if !unread {
		return changed
	}
	number := make([]ssa.VarID, len(f.Vars))
	kept := f.Vars[:1]
	for id := 1; id < len(f.Vars); id++ {
		if own[id] == isRead {
			number[id] = ssa.VarID(len(kept)) | ssa.LocalVar
			kept = append(kept, f.Vars[id])
		}
	}
	f.Vars = kept
	if len(kept) > 1 {
		renumber(f, func(v ssa.VarID) ssa.VarID {
			if v.IsLocal() {
				return number[v&^ssa.LocalVar]
			}
			return v
		})
	}
	return true
}

// deadStores removes stores to variables that are dead, and their declarations and addresses.
func deadStores(f *ssa.Function, isDead func(ssa.VarID) bool) bool {
	root := func(d ssa.Value) ssa.Value {
		for f.Op(d) == op.DerefArray || f.Op(d) == op.DerefStruct || f.Op(d) == op.DerefWildcard {
			d = f.Arg(d, 0)
		}
		return d
	}
	changed := false
	var derefs []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o == op.Store || o == op.Copy:
				if d := root(f.Arg(i, 0)); f.Op(d) == op.DerefVar && isDead(f.VarOf(d)) {
					f.Remove(i)
					changed = true
				}
			case o == op.Declare:
				if isDead(f.VarOf(i)) {
					f.Remove(i)
					changed = true
				}
			case o.Class() == op.ClassDeref:
				if d := root(i); f.Op(d) == op.DerefVar && isDead(f.VarOf(d)) {
					derefs = append(derefs, i)
				}
			}
		}
	}
	for k := len(derefs) - 1; k >= 0; k-- {
		f.Remove(derefs[k])
		changed = true
	}
	return changed
}
