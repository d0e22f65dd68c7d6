package transform

// This file adds the first instance to the instance's index, for targets that
// count instances from zero in every draw:
//
//	func @vs($i : u32 builtin(instance_index)) ... { ... $i ... }
//
// becomes, with a uniform that the host sets before a draw,
//
//	global @first_instance : u32 uniform default
//	func @vs($i : u32 builtin(instance_index)) ... {
//	  %1 = load @first_instance
//	  %2 = add $i, %1
//	  ... %2 ...
//	}
//
// or, if the target has it, with a parameter for base_instance.

import "refract/ir"

// FirstInstanceOptions is the source of AddFirstInstance's number.
type FirstInstanceOptions struct {
	BuiltIn bool   // the built-in value base_instance; else a uniform outside any block
	Name    string // of the uniform
}

// AddFirstInstance makes of the instance_index of vertex entry points, which afterwards
// counts from zero, the former index. Entry points take no structs: see FlattenEntryPoints.
// It returns the uniform, or 0 if there is none. It is not idempotent: run it once.
func AddFirstInstance(m *ir.Module, opts FirstInstanceOptions) ir.GlobalID {
	var g ir.GlobalID
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage != ir.StageVertex {
			continue
		}
		f := m.Functions[m.EntryPoints[i].Function]
		for j := range f.Args {
			if !hasBuiltIn(f.Args[j].Binding, ir.BuiltInInstanceIndex) || !usesArgument(f, j) {
				continue
			}
			f = m.OwnFunction(i)
			if !opts.BuiltIn && g == 0 {
				g = ir.GlobalID(len(m.Globals))
				m.Globals = append(m.Globals, ir.Global{Name: opts.Name, Space: ir.SpaceUniform, Access: ir.AccessRead,
					Type: ir.TypeU32, Layout: ir.LayoutNatural, Default: true})
			}
			addFirstInstance(m, f, j, g)
			break
		}
	}
	return g
}

func usesArgument(f *ir.Function, i int) bool {
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) == ir.KindArgument && f.ArgumentIndex(x) == i {
			return true
		}
	}
	return false
}

func addFirstInstance(m *ir.Module, f *ir.Function, arg int, g ir.GlobalID) {
	base := len(f.Args)
	if g == 0 {
		f.Args = append(f.Args, ir.Argument{Name: "base_instance", Type: ir.TypeU32,
			Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInBaseInstance}})
	}
	exprs := ir.ExprID(f.ExprCount())
	var sum ir.ExprID
	var b ir.Builder
	prepend(&b, m, f, func(b *ir.Builder) {
		first := ir.ExprID(0)
		if g == 0 {
			first = b.Argument(base)
		} else {
			first = b.Load(b.Global(g))
		}
		sum = b.Binary(ir.Add, b.Argument(arg), first)
		f.SetName(sum, f.Args[arg].Name)
	})
	var uses replacements
	for x := ir.ExprID(1); x < exprs; x++ {
		if f.Kind(x) == ir.KindArgument && f.ArgumentIndex(x) == arg {
			uses.set(f, x, sum)
		}
	}
	uses.apply(f)
}
