package glsl

// This file notes the inputs and outputs of a stage that others see.

import (
	"slices"

	"refract/diag"
	"refract/ir"
)

// linkVar is an input or output that other stages see.
type linkVar struct {
	name     string
	open     bool
	read     bool // a function names it
	location int64
	slots    int64 // how many locations it takes
	leaves   []ioLeaf
	span     diag.Span

	global ir.GlobalID // the variable of the module that it is; 0: a parameter or result of the entry point
	member int         // of the block that the variable is, or -1
	per    owner
	passed bool // it is an input of a geometry stage, and so an output
}

// owner is what has a value of an input or output.
type owner uint8

const (
	perVertex owner = iota
	perPatch
	perPrimitive
)

func (o owner) String() string { return [...]string{"vertex", "patch", "primitive"}[o] }

// ownerOf is what has a value at a place.
func ownerOf(patch, primitive bool) owner {
	switch {
	case patch:
		return perPatch
	case primitive:
		return perPrimitive
	}
	return perVertex
}

func (c *checker) recordVars(list []ioVar) (vars []linkVar) {
	for i := range list {
		x := &list[i]
		if x.builtIn != ir.NoBuiltIn {
			continue
		}
		name := c.decls[x.decl].name
		read := c.scan.of(name).inMain || c.scan.of(name).outside
		if x.members == nil {
			v := linkVar{name: x.name, open: x.open, read: read, location: x.location, leaves: x.leaves, span: x.span, per: ownerOf(false, x.primitive)}
			if x.block != "" && x.ty != 0 && len(x.leaves) > 0 {
				v.name = x.block + "." + x.name
			}
			vars = append(vars, v.counted())
			continue
		}
		// A block with an instance name: a variable for each member.
		for k := range x.members {
			v := linkVar{name: x.block + "." + x.members[k].Name, open: x.open, read: read, span: x.members[k].Span, per: ownerOf(false, x.primitive || x.members[k].q.perPrimitive)}
			for _, l := range x.leaves {
				if l.path[0] == uint32(k) {
					v.leaves = append(v.leaves, l)
				}
			}
			if len(v.leaves) == 0 {
				continue
			}
			first := v.leaves[0].at
			v.location = x.location + first
			for j := range v.leaves {
				v.leaves[j].at -= first
			}
			vars = append(vars, v.counted())
		}
	}
	return vars
}

func (v linkVar) counted() linkVar {
	v.leaves = slices.Clone(v.leaves)
	for _, l := range v.leaves {
		v.slots = max(v.slots, l.at+l.slots)
	}
	return v
}

// recordVariables notes inputs and outputs that are variables of the module.
func (c *checker) recordVariables(r *stageRecord) {
	for i := 1; i < len(c.m.Globals); i++ {
		g := &c.m.Globals[i]
		if g.IO == nil || g.Space != ir.SpaceInput && g.Space != ir.SpaceOutput {
			continue
		}
		list, t := &r.ins, g.Type
		if g.Space == ir.SpaceOutput {
			list = &r.outs
		}
		if c.at(t).Kind == ir.TypeArray && c.isArrayed(g) {
			t = c.at(t).Base
		}
		v := linkVar{name: g.IO.Link.Name, open: g.IO.Link.Open, global: ir.GlobalID(i), member: -1, per: ownerOf(g.IO.Patch, g.IO.PerPrimitive), span: g.Span}
		s := c.m.StructOf(t)
		switch {
		case g.IO.Kind == ir.BindLocation:
			v.location, v.read = int64(g.IO.Location), c.names(v.global, -1)
			v.leaves = leavesOf(c.m, t, 0, nil)
			r.note(list, v, g.IO.Passthrough)
		case g.IO.Kind == ir.NoBinding && s != nil:
			for k := range s.Members {
				x, m := v, &s.Members[k]
				if m.Binding.Kind != ir.BindLocation {
					continue
				}
				x.name, x.member = s.Name+"."+m.Name, k
				x.per = ownerOf(g.IO.Patch || m.Binding.Patch, g.IO.PerPrimitive || m.Binding.PerPrimitive)
				if x.read = c.names(v.global, int32(k)); !m.Span.IsZero() {
					x.span = m.Span
				}
				x.location, x.leaves = int64(m.Binding.Location), leavesOf(c.m, m.Type, 0, nil)
				r.note(list, x, m.Binding.Passthrough)
			}
		}
	}
}

// note adds an input or output. An input that is passed through is an output as well, whose location is that
// of the input.
func (r *stageRecord) note(list *[]linkVar, v linkVar, passed bool) {
	v.read = v.read || passed
	*list = append(*list, v.counted())
	if passed {
		v.open, v.passed = false, true
		r.outs = append(r.outs, v.counted())
	}
}

// names reports whether a function names a variable of the module, or a member of it.
func (c *checker) names(id ir.GlobalID, member int32) bool {
	return slices.ContainsFunc(c.decls, func(d decl) bool {
		return d.kind == declGlobal && d.handle == uint32(id) && (d.member < 0 || member < 0 || d.member == member) &&
			(c.scan.of(d.name).inMain || c.scan.of(d.name).outside)
	})
}

// leavesOf lists the scalars and vectors that a type is made of, with their locations. Of a type
// with very many it lists the first.
func leavesOf(m *ir.Module, t ir.TypeID, at int64, list []ioLeaf) []ioLeaf {
	ty := m.Types.At(t)
	if len(list) > 4*maxLeaves {
		return list
	}
	switch ty.Kind {
	case ir.TypeMatrix:
		column := ir.VectorOf(ty.Scalar, int(ty.Rows))
		for i := range int64(ty.Columns) {
			list = leavesOf(m, column, at+i*int64(m.Locations(column)), list)
		}
	case ir.TypeArray:
		for i := range int64(min(ty.Length, 4*maxLeaves)) {
			list = leavesOf(m, ty.Base, at+i*int64(m.Locations(ty.Base)), list)
		}
	case ir.TypeStruct:
		for _, x := range m.Structs[ty.Struct].Members {
			list = leavesOf(m, x.Type, at, list)
			at += int64(m.Locations(x.Type))
		}
	default:
		list = append(list, ioLeaf{ty: t, at: at, slots: int64(m.Locations(t))})
	}
	return list
}

// main returns the function of the entry point.
func (s *stageRecord) main() *ir.Function { return s.m.Functions[s.m.EntryPoints[0].Function] }

// binding returns where the binding of a part of an input or output is.
func (s *stageRecord) binding(input bool, v *linkVar, x *ioLeaf) *ir.Binding {
	if v.global != 0 {
		g := &s.m.Globals[v.global]
		if v.member < 0 {
			return g.IO
		}
		t := g.Type
		if s.m.Types.At(t).Kind == ir.TypeArray {
			t = s.m.Types.At(t).Base
		}
		return &s.m.StructOf(t).Members[v.member].Binding
	}
	f := s.main()
	if input {
		return &f.Args[x.index].Binding
	}
	if t := s.m.StructOf(f.Result); t != nil {
		return &t.Members[x.index].Binding
	}
	return &f.ResultBinding
}

// move gives a variable another location.
func (s *stageRecord) move(input bool, v *linkVar, to int64) {
	for i := range v.leaves {
		at := to
		if v.global == 0 {
			at += v.leaves[i].at
		}
		s.binding(input, v, &v.leaves[i]).Location = uint32(at)
	}
	v.location = to
	for i := range s.outs {
		if x := &s.outs[i]; input && x.passed && x.global == v.global && x.member == v.member {
			x.location = to
		}
	}
}
