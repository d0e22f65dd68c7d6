package opt

// This file reads and removes inputs and outputs of entry points, for link_stages.go.

import (
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// accesses calls do for each use of a part of a variable, with the instruction, the number of the
// source, and the type that the address points to. It ends if do returns false.
func (x *linkStage) accesses(p *linkPart, do func(f *ssa.Function, i ssa.InstrID, source int, t ir.TypeID) bool) bool {
	for _, f := range x.fns {
		types := &f.Shader.Module.Types
		var walk func(a ssa.Value, within bool) bool
		walk = func(a ssa.Value, within bool) bool {
			for u := f.FirstUse(a); u != 0; {
				next := f.NextUse(u)
				i, _ := f.UserOf(u)
				switch {
				case i != 0 && f.Op(i) == op.DerefArray && f.UseIndex(u) == 0:
					if !walk(i, within) {
						return false
					}
				case i != 0 && f.Op(i) == op.DerefStruct && !within && p.member >= 0:
					if int(f.Word(i, 0)) == p.member && !walk(i, true) {
						return false
					}
				case i != 0 && f.Op(i) == op.DerefStruct:
					if !walk(i, within) {
						return false
					}
				case !do(f, i, f.UseIndex(u), types.At(f.Type(a)).Base):
					return false
				}
				u = next
			}
			return true
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefVar && f.VarOf(i) == p.v && !walk(i, p.member < 0) {
					return false
				}
			}
		}
	}
	return true
}

// params calls do for the values of an input that is a parameter or a member of it; whole is set if a
// value is the whole parameter and the input a member. It ends if do returns false.
func (x *linkStage) params(p *linkPart, do func(v ssa.InstrID, whole bool) bool) bool {
	f := x.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Param || f.IndexOf(i) != p.index {
				continue
			}
			if p.member < 0 {
				if !do(i, false) {
					return false
				}
				continue
			}
			for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
				if j, _ := f.UserOf(u); j == 0 || f.Op(j) != op.Extract {
					if !do(i, true) {
						return false
					}
				} else if int(f.Word(j, 0)) == p.member && !do(j, false) {
					return false
				}
			}
		}
	}
	return true
}

// interpolated reports whether an input is interpolated elsewhere.
func (x *linkStage) interpolated(p *linkPart) bool {
	for _, f := range x.fns {
		if !f.MayHave(op.Interpolate) {
			continue
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Interpolate && f.Field(i, "location") == p.at.Location && f.Field(i, "component") == uint32(p.at.Component) {
					return true
				}
			}
		}
	}
	return false
}

// reads reports whether the stage reads an input.
func (x *linkStage) reads(p *linkPart) bool {
	if p.v != 0 {
		if p.at.Passthrough && x.passes {
			return true
		}
		return !x.accesses(p, func(f *ssa.Function, i ssa.InstrID, _ int, _ ir.TypeID) bool { return isPassPrimitive(f, i) })
	}
	return x.interpolated(p) || !x.params(p, func(v ssa.InstrID, whole bool) bool { return !whole && !x.f.HasUses(v) })
}

// dropStores removes the stores to an output that the stage itself doesn't read.
func (x *linkStage) dropStores(p *linkPart) bool {
	type store struct {
		f *ssa.Function
		i ssa.InstrID
	}
	var list []store
	if !x.accesses(p, func(f *ssa.Function, i ssa.InstrID, source int, _ ir.TypeID) bool {
		if i == 0 || f.Op(i) != op.Store || source != 0 {
			return false
		}
		list = append(list, store{f, i})
		return true
	}) {
		return false
	}
	for _, s := range list {
		s.f.Remove(s.i)
	}
	return len(list) > 0
}

// dropResults removes members of the result, or the result itself, -1.
func (x *linkStage) dropResults(s *ssa.Shader, members []int) {
	f := x.f
	var ends []ssa.NodeID
	for b := range f.Blocks() {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Return {
			ends = append(ends, b)
		}
	}
	old := s.Module.StructOf(f.Result)
	result := ir.TypeID(0)
	var kept []int
	var list []ir.Member
	if members[0] >= 0 {
		for k, m := range old.Members {
			if !slices.Contains(members, k) {
				list, kept = append(list, m), append(kept, k)
			}
		}
	}
	own := len(list) > 0 && x.isOwn(s, f.Result, op.Compose)
	switch {
	case own:
		result = f.Result
	case len(list) > 0:
		result = s.Module.AddStruct(ir.Struct{Name: old.Name, Members: list, Span: old.Span, Doc: old.Doc})
		old = s.Module.StructOf(f.Result)
	}
	for _, block := range ends {
		j := f.Jump(block)
		v, span := f.Arg(j, 0), f.SpanOf(j)
		b := f.BuildBefore(j)
		b.Span = span
		var value []ssa.Src
		if result != 0 {
			parts := make([]ssa.Src, len(kept))
			for n, k := range kept {
				if f.Op(v) == op.Compose {
					parts[n] = f.Src(v, k)
				} else {
					parts[n] = ssa.Whole(b.Extract(old.Members[k].Type, v, k))
				}
			}
			value = append(value, ssa.Whole(b.Instr(op.Compose, result, parts...)))
		}
		f.RemoveJump(block)
		if own && !f.HasUses(v) {
			f.Remove(v)
		}
		f.AddJump(block, op.Return, span, value...)
	}
	if own {
		old.Members = list
	}
	if f.Result = result; result == 0 {
		f.ResultBinding, f.MustUse = ir.Binding{}, false
	}
}

// isOwn reports whether all values of a struct are results of one operation of the entry point,
// parameters, or composed values that it returns: the struct can change then.
func (x *linkStage) isOwn(s *ssa.Shader, t ir.TypeID, o op.Op) bool {
	for id := ir.FirstModuleType; int(id) < s.Module.Types.Len(); id++ {
		if s.Module.Types.At(id).Base == t {
			return false
		}
	}
	for i := range s.Module.Structs {
		if slices.ContainsFunc(s.Module.Structs[i].Members, func(m ir.Member) bool { return m.Type == t }) {
			return false
		}
	}
	for k := range s.Vars {
		if s.Vars[k].Type == t {
			return false
		}
	}
	for _, f := range s.Funcs[1:] {
		if (f != x.f || o == op.Param) && f.Result == t || (f != x.f || o != op.Param) && slices.ContainsFunc(f.Params, func(p ir.Argument) bool { return p.Type == t }) ||
			slices.ContainsFunc(f.Vars, func(v ssa.Variable) bool { return v.Type == t }) {
			return false
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Type(i) != t {
					continue
				}
				if f != x.f || f.Op(i) != o {
					return false
				}
				for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
					if j, _ := f.UserOf(u); j == 0 || o == op.Compose && f.Op(j) != op.Return {
						return false
					}
				}
			}
		}
	}
	return true
}

// dropInput removes an input that nothing reads: a parameter, or a member of one.
func (x *linkStage) dropInput(s *ssa.Shader, p *linkPart) {
	f := x.f
	var params []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Param {
				params = append(params, i)
			}
		}
	}
	if p.member >= 0 {
		if st := s.Module.StructOf(f.Params[p.index].Type); len(st.Members) > 1 {
			x.dropMember(s, p, params)
			return
		}
	}
	for _, i := range params {
		switch k := f.IndexOf(i); {
		case k == p.index:
			for u := f.FirstUse(i); u != 0; u = f.FirstUse(i) { // extracts of the only member, without uses
				j, _ := f.UserOf(u)
				f.Remove(j)
			}
			f.Remove(i)
		case k > p.index:
			f.SetWords(i, [2]uint32{uint32(k - 1)})
		}
	}
	f.Params = slices.Delete(slices.Clone(f.Params), p.index, p.index+1)
}

// dropMember removes a member of a parameter that is a struct.
func (x *linkStage) dropMember(s *ssa.Shader, p *linkPart, params []ssa.InstrID) {
	f := x.f
	t := f.Params[p.index].Type
	st := s.Module.StructOf(t)
	members := slices.Delete(slices.Clone(st.Members), p.member, p.member+1)
	if x.isOwn(s, t, op.Param) {
		st.Members = members
	} else {
		t = s.Module.AddStruct(ir.Struct{Name: st.Name, Members: members, Span: st.Span, Doc: st.Doc})
		f.Params = slices.Clone(f.Params)
		f.Params[p.index].Type = t
	}
	for _, i := range params {
		if f.IndexOf(i) != p.index {
			continue
		}
		f.SetType(i, t)
		for u := f.FirstUse(i); u != 0; {
			next := f.NextUse(u)
			j, _ := f.UserOf(u)
			switch k := int(f.Word(j, 0)); {
			case k == p.member:
				f.Remove(j)
			case k > p.member:
				f.SetWords(j, [2]uint32{uint32(k - 1)})
			}
			u = next
		}
	}
}
