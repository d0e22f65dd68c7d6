package lower

// This file makes inputs and outputs that are arrays or matrices one variable for each
// element or column.
//
//	before                                              after
//	var @c : array<vec4<f32>, 2> shader_in location(1)  var @c_0 : vec4<f32> shader_in location(1)
//	%1 = deref_var @c                                   var @c_1 : vec4<f32> shader_in location(2)
//	%2 = deref_array %1, 1                              %2 = deref_var @c_1
//
// Only variables with locations are taken, and only if every index is known.

import (
	"strconv"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IOElements makes inputs and outputs that are arrays one variable per element.
var IOElements = &pass.Pass{
	Name:      "io-arrays-to-elements",
	Doc:       "inputs and outputs that are arrays or matrices become one variable per element or column",
	Replaces:  []string{"lower_io_arrays_to_elements"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    ioElements,
}

func ioElements(s *ssa.Shader) bool {
	const modes = ssa.ModeShaderIn | ssa.ModeShaderOut
	n := len(s.Vars)
	splits := make([]bool, n)
	for k := 1; k < n; k++ {
		v := &s.Vars[k]
		t := s.Module.Types.At(v.Type)
		splits[k] = v.Mode&modes != 0 && !v.HasAt && v.IO.Kind == ir.BindLocation && (t.Kind == ir.TypeMatrix || t.Kind == ir.TypeArray && t.Length > 0)
	}
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefVar && !f.VarOf(i).IsLocal() && splits[f.VarOf(i)] {
					splits[f.VarOf(i)] = allKnown(f, i)
				}
			}
		}
	}
	parts := make([][]ssa.VarID, n)
	changed := false
	for k := 1; k < n; k++ {
		if splits[k] {
			parts[k] = splitIO(s, ssa.VarID(k))
			changed = true
		}
	}
	if !changed {
		return false
	}
	for _, f := range s.Funcs[1:] {
		var derefs []ssa.InstrID
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefVar && !f.VarOf(i).IsLocal() && parts[f.VarOf(i)] != nil {
					derefs = append(derefs, i)
				}
			}
		}
		for _, i := range derefs {
			useElements(f, i, parts[f.VarOf(i)])
		}
	}
	return true
}

// allKnown reports whether an address is used for elements by known indices and for
// whole loads and stores.
func allKnown(f *ssa.Function, d ssa.Value) bool {
	t := f.Var(f.VarOf(d)).Type
	length := f.Shader.Module.Types.At(t).Length
	if ty := f.Shader.Module.Types.At(t); ty.Kind == ir.TypeMatrix {
		length = uint32(ty.Columns)
	}
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch f.Op(i) {
		case op.DerefArray:
			if k, ok := f.KnownBits(f.Arg(i, 1), 0); !ok || k >= uint64(length) {
				return false
			}
		case op.Load:
		case op.Store:
			if f.UseIndex(u) != 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// splitIO makes a variable that of its first element, and adds variables for the others.
func splitIO(s *ssa.Shader, v ssa.VarID) (list []ssa.VarID) {
	x := s.Vars[v]
	t := *s.Module.Types.At(x.Type)
	element, n := t.Base, t.Length
	if t.Kind == ir.TypeMatrix {
		element, n = ir.VectorOf(t.Scalar, int(t.Rows)), uint32(t.Columns)
	}
	step := slotsOf(s.Module, element)
	bytes, _ := s.Module.FeedbackSize(element)
	for k := range n {
		y := x
		y.Name, y.Type = x.Name+"_"+strconv.Itoa(int(k)), element
		y.IO.Location += k * step
		y.IO.Feedback = x.IO.Feedback.Behind(k * bytes)
		if k == 0 {
			s.Vars[v] = y
			list = append(list, v)
			continue
		}
		list = append(list, s.AddVar(y))
	}
	return list
}

// useElements takes the variables of elements in place of one.
func useElements(f *ssa.Function, d ssa.Value, parts []ssa.VarID) {
	var users []ssa.InstrID
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		users = append(users, i)
	}
	for _, i := range users {
		b := f.BuildBefore(i)
		switch f.Op(i) {
		case op.DerefArray:
			k, _ := f.KnownBits(f.Arg(i, 1), 0)
			f.ReplaceUses(i, b.DerefVar(parts[k]))
		case op.Load:
			var list []ssa.Value
			for _, v := range parts {
				list = append(list, b.Load(b.DerefVar(v)))
			}
			w := b.Op(op.Compose, f.Type(i), list...)
			f.SetName(w, f.NameOf(i))
			f.ReplaceUses(i, w)
		case op.Store:
			for k, v := range parts {
				b.Store(b.DerefVar(v), b.Extract(f.Var(v).Type, f.Arg(i, 1), k))
			}
		}
		f.Remove(i)
	}
	f.Remove(d)
}

// slotsOf is how many slots of four components an input or output takes.
func slotsOf(m *ir.Module, t ir.TypeID) uint32 {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeVector:
		if ty.Scalar.Bits() == 64 && ty.Rows > 2 {
			return 2
		}
	case ir.TypeMatrix:
		return uint32(ty.Columns) * slotsOf(m, ir.VectorOf(ty.Scalar, int(ty.Rows)))
	case ir.TypeArray:
		return ty.Length * slotsOf(m, ty.Base)
	case ir.TypeStruct:
		n := uint32(0)
		for _, x := range m.Structs[ty.Struct].Members {
			n += slotsOf(m, x.Type)
		}
		return n
	}
	return 1
}
