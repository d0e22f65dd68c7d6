package lower

// This file splits local variables of struct and array type into one variable
// per member or element.
//
//	before                              after
//	var s : struct {a, b}               var s.a, s.b
//	%1 = deref_struct &s, 0             store &s.a, %2
//	store %1, %2                        %3 = load &s.a
//	%3 = load &s                        %4 = load &s.b
//	                                    %5 = compose %3, %4
//
// A variable is split if its address is used for nothing but members (elements by known
// indices), loads and stores; loads and stores of the whole become one per part. The parts
// are split again as long as there is something to split.

import (
	"fmt"
	"sync"

	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// SplitStructVars splits local variables of struct type.
var SplitStructVars = &pass.Pass{
	Name:      "split-struct-vars",
	Doc:       "local variables of struct type become one per member",
	Replaces:  []string{"split_vars", "split_per_member_structs"},
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return splitVars(f, ir.TypeStruct) },
}

// SplitArrayVars splits local variables of array type that only known indices
// name.
var SplitArrayVars = &pass.Pass{
	Name:      "split-array-vars",
	Doc:       "local arrays that only known indices name become one variable per element",
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return splitVars(f, ir.TypeArray) },
}

// Limits beyond which an array stays one: elements, and elements if something loads or
// stores it whole.
const (
	maxSplitElements = 64
	maxSplitWhole    = 16
)

// splitting is memory for splitting variables: by local variable, the instructions that
// name it.
type splitting struct{ derefs, declares [][]ssa.InstrID }

var splittings = sync.Pool{New: func() any { return new(splitting) }}

func splitVars(f *ssa.Function, kind ir.TypeKind) bool {
	changed := false
	types := &f.Shader.Module.Types
	any := false
	for id := range f.Vars {
		any = any || types.At(f.Vars[id].Type).Kind == kind
	}
	if !any {
		return false
	}
	m := splittings.Get().(*splitting)
	defer splittings.Put(m)
	for again := true; again; {
		again = false
		m.derefs, m.declares = reuse.Emptied(m.derefs, len(f.Vars)), reuse.Emptied(m.declares, len(f.Vars))
		derefs, declares := m.derefs, m.declares
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.DerefVar:
					if v := f.VarOf(i); v.IsLocal() {
						derefs[v&^ssa.LocalVar] = append(derefs[v&^ssa.LocalVar], i)
					}
				case op.Declare:
					v := f.VarOf(i) &^ ssa.LocalVar
					declares[v] = append(declares[v], i)
				}
			}
		}
		for v := range derefs {
			if v > 0 && f.Vars[v].Mode == ssa.ModeFunctionTemp && len(derefs[v])+len(declares[v]) > 0 && splittable(f, v, kind, derefs[v]) {
				splitVar(f, v, derefs[v], declares[v])
				changed, again = true, true
			}
		}
	}
	return changed
}

// parts is the number of members or elements of a type.
func parts(f *ssa.Function, t ir.TypeID) int {
	if s := f.Shader.Module.StructOf(t); s != nil {
		return len(s.Members)
	}
	return int(f.Shader.Module.Types.At(t).Length)
}

func splittable(f *ssa.Function, v int, kind ir.TypeKind, derefs []ssa.InstrID) bool {
	t := f.Vars[v].Type
	ty := f.Shader.Module.Types.At(t)
	if ty.Kind != kind {
		return false
	}
	n := parts(f, t)
	if n == 0 || kind == ir.TypeArray && n > maxSplitElements {
		return false
	}
	for _, d := range derefs {
		for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			if f.UseIndex(u) != 0 {
				return false
			}
			switch f.Op(i) {
			case op.Load, op.Store:
				if kind == ir.TypeArray && n > maxSplitWhole {
					return false
				}
			case op.DerefStruct:
			case op.DerefArray:
				if k := f.Arg(i, 1); !f.IsConst(k) || f.ConstBits(k, 0) >= uint64(n) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// splitVar replaces one variable.
func splitVar(f *ssa.Function, v int, derefs, declares []ssa.InstrID) {
	whole := f.Vars[v]
	m := f.Shader.Module
	n := parts(f, whole.Type)
	part := make([]ssa.VarID, n)
	for k := range part {
		x := whole
		x.Type = m.ElementType(whole.Type, uint32(k))
		if s := m.StructOf(whole.Type); s != nil {
			x.Name = whole.Name + "_" + s.Members[k].Name
		} else {
			x.Name = fmt.Sprint(whole.Name, "_", k)
		}
		part[k] = f.AddVar(x)
	}
	for _, i := range declares {
		b := f.BuildBefore(i)
		var init ssa.Value
		if f.NumSrcs(i) > 0 {
			init = f.Arg(i, 0)
		}
		for k, p := range part {
			var d ssa.InstrID
			if init != 0 {
				d = b.Instr(op.Declare, 0, ssa.Whole(b.Extract(f.Var(p).Type, init, k)))
			} else {
				d = b.Instr(op.Declare, 0)
			}
			f.SetWords(d, [2]uint32{uint32(p)})
		}
		f.Remove(i)
	}
	for _, d := range derefs {
		for u := f.FirstUse(d); u != 0; u = f.FirstUse(d) {
			i, _ := f.UserOf(u)
			b := f.BuildBefore(i)
			switch f.Op(i) {
			case op.DerefStruct:
				f.ReplaceUses(i, b.DerefVar(part[f.IndexOf(i)]))
			case op.DerefArray:
				f.ReplaceUses(i, b.DerefVar(part[f.ConstBits(f.Arg(i, 1), 0)]))
			case op.Load:
				values := make([]ssa.Value, n)
				for k, p := range part {
					values[k] = b.Load(b.DerefVar(p))
				}
				c := b.Op(op.Compose, whole.Type, values...)
				f.SetName(c, f.NameOf(i))
				f.ReplaceUses(i, c)
			case op.Store:
				value := f.Arg(i, 1)
				for k, p := range part {
					b.Store(b.DerefVar(p), b.Extract(f.Var(p).Type, value, k))
				}
			}
			f.Remove(i)
		}
		f.Remove(d)
	}
}
