package lower

// This file makes local variables values.
//
//	before                              after
//	%1 = deref_var acc                  if %0 {
//	store %1, %a                        } else {
//	if %0 {                             }
//	  store %1, %b                      %2 = phi %b, %a
//	}
//	%2 = load %1
//
// It takes the variables whose address is used for nothing but loads and stores of the
// whole, and of components and columns. A component by a dynamic index becomes an
// extraction or insertion by a dynamic index. Structs and arrays take part if their parts
// are only read, since an insertion into a large value isn't cheap: splitting them first
// leaves few others.

import (
	"sync"

	"refract/internal/reuse"
	"refract/internal/ssa/repair"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// VarsToSSA makes local variables values.
var VarsToSSA = &pass.Pass{
	Name:      "vars-to-ssa",
	Doc:       "local variables that are loaded and stored as wholes or by components become values",
	Replaces:  []string{"lower_vars_to_ssa"},
	Destroys:  pass.NoPhis | pass.LoopClosed | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.ControlFlow,
	Settles:   true,
	Function:  func(f *ssa.Function) bool { return varsToSSA(f, 1) },
}

// promotion is the state of one variable.
type promotion struct {
	id    ssa.VarID
	taken bool // it can become a value
	used  bool
	// Declarations, less the ones already visited.
	declares int
	v        repair.Var
	blocks   []ssa.NodeID // that define it
}

// varsToSSA makes the local variables from an index on values.
func varsToSSA(f *ssa.Function, first int) bool {
	if len(f.Vars) <= first {
		return false
	}
	w := renamers.Get().(*renamer)
	defer w.release()
	w.f = f
	w.vars = reuse.Grown(w.vars[:cap(w.vars)], len(f.Vars))[:len(f.Vars)]
	vars := w.vars
	for i := range vars {
		vars[i] = promotion{id: ssa.VarID(i) | ssa.LocalVar, taken: i >= first && f.Vars[i].Mode == ssa.ModeFunctionTemp && promotable(f, f.Vars[i].Type),
			blocks: vars[i].blocks[:0]}
	}
	// Which variables are used in ways that values allow, and which blocks define
	// them.
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; i = f.Next(i) {
			switch f.Op(i) {
			case op.DerefVar:
				if x := f.VarOf(i); x.IsLocal() {
					p := &vars[x&^ssa.LocalVar]
					p.used = true
					if p.taken = p.taken && plainUses(f, i, p, true); p.taken {
						w.roots = append(w.roots, i)
					}
				}
			case op.Declare:
				p := &vars[f.VarOf(i)&^ssa.LocalVar]
				p.used = true
				p.declares++
				p.blocks = append(p.blocks, b)
			}
		}
	}
	any := false
	for i := range vars {
		vars[i].taken = vars[i].taken && vars[i].used
		any = any || vars[i].taken
	}
	if !any {
		return false
	}
	w.phis = repair.New(f)
	for i := range vars {
		if vars[i].taken {
			vars[i].v = w.phis.Add(f.Vars[i].Type, f.Vars[i].Name, vars[i].blocks)
		}
	}
	w.phis.Walk(w.block)
	w.phis.Finish()
	w.phis.Release()
	w.clean()
	for _, s := range w.sets {
		nameValue(f, s.value, f.Vars[s.v].Name)
	}
	return true
}

// promotable reports whether values of the type can be phis.
func promotable(f *ssa.Function, t ir.TypeID) bool {
	types := &f.Shader.Module.Types
	switch ty := types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return true
	case ir.TypeArray:
		return ty.Length != 0 && promotable(f, ty.Base)
	case ir.TypeStruct:
		for _, m := range f.Shader.Module.Structs[ty.Struct].Members {
			if !promotable(f, m.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// plainUses reports whether an address is used for loads and stores only. Parts
// of structs and arrays may be loaded only.
func plainUses(f *ssa.Function, d ssa.Value, p *promotion, mayStore bool) bool {
	types := &f.Shader.Module.Types
	kind := types.At(types.Pointee(f.Type(d))).Kind
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch f.Op(i) {
		case op.Load:
		case op.Store:
			if f.UseIndex(u) != 0 || !mayStore {
				return false
			}
			p.blocks = append(p.blocks, f.Block(i))
		case op.DerefStruct:
			if f.UseIndex(u) != 0 || !plainUses(f, i, p, false) {
				return false
			}
		case op.DerefArray:
			if f.UseIndex(u) != 0 {
				return false
			}
			part := kind == ir.TypeVector || kind == ir.TypeMatrix
			if kind == ir.TypeArray && !f.IsConst(f.Arg(i, 1)) {
				return false // kept in memory, where an index is cheap
			}
			if kind == ir.TypeArray && f.ConstBits(f.Arg(i, 1), 0) >= uint64(types.At(types.Pointee(f.Type(d))).Length) {
				return false
			}
			if !plainUses(f, i, p, mayStore && part) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// renamer replaces loads and stores, block by block, dominators first.
type renamer struct {
	f    *ssa.Function
	phis *repair.Phis
	vars []promotion
	dead []ssa.InstrID
	sets []setting

	roots  []ssa.InstrID // addresses of variables that may become values
	derefs []ssa.InstrID // and of parts, of those that did
}

// renamers keep the memory of finished renamers.
var renamers = sync.Pool{New: func() any { return new(renamer) }}

// release gives a renamer back.
func (w *renamer) release() {
	*w = renamer{vars: w.vars, dead: w.dead[:0], sets: w.sets[:0], roots: w.roots[:0], derefs: w.derefs[:0]}
	renamers.Put(w)
}

// setting is a value that a variable had.
type setting struct {
	value ssa.Value
	v     ssa.VarID
}

// variable is the promoted variable that an address belongs to, or nil.
func (w *renamer) variable(d ssa.Value) *promotion {
	for {
		switch w.f.Op(d) {
		case op.DerefStruct, op.DerefArray:
			d = w.f.Arg(d, 0)
			continue
		case op.DerefVar:
			if x := w.f.VarOf(d); x.IsLocal() && w.vars[x&^ssa.LocalVar].taken {
				return &w.vars[x&^ssa.LocalVar]
			}
		}
		return nil
	}
}

func (w *renamer) block(b ssa.NodeID) {
	f := w.f
	for i := range f.Instrs(b) {
		switch f.Op(i) {
		case op.Declare:
			p := &w.vars[f.VarOf(i)&^ssa.LocalVar]
			if !p.taken {
				continue
			}
			v := ssa.Value(0)
			if f.NumSrcs(i) > 0 {
				v = f.Arg(i, 0)
			}
			if v == 0 {
				v = f.Undef(f.Vars[p.id&^ssa.LocalVar].Type)
			}
			w.define(p, v)
			p.declares--
			w.dead = append(w.dead, i)
		case op.Load:
			p := w.variable(f.Arg(i, 0))
			if p == nil {
				continue
			}
			build := f.BuildBefore(i)
			v := w.read(&build, f.Arg(i, 0), w.phis.Value(p.v))
			if name := f.NameOf(i); name != "" && f.NameOf(v) == "" {
				f.SetName(v, name)
			}
			f.ReplaceUses(i, v)
			w.dead = append(w.dead, i)
		case op.Store:
			p := w.variable(f.Arg(i, 0))
			if p == nil {
				continue
			}
			build := f.BuildBefore(i)
			v := w.write(&build, f.Arg(i, 0), f.Arg(i, 1), f.Word(i, 0), p)
			w.define(p, v)
			w.dead = append(w.dead, i)
		}
	}
}

// define sets the current value of a variable.
func (w *renamer) define(p *promotion, v ssa.Value) {
	w.phis.Define(p.v, v)
	w.sets = append(w.sets, setting{v, p.id &^ ssa.LocalVar})
}

// nameValue gives a value that is computed once and used more often the name of a variable
// that it was first stored in. Parts of values need none, parameters have their own.
func nameValue(f *ssa.Function, v ssa.Value, name string) {
	u := f.FirstUse(v)
	if u == 0 || f.NextUse(u) == 0 || f.NameOf(v) != "" {
		return
	}
	if o := f.Op(v); o == op.Mov || o == op.Extract || o == op.Param {
		return
	}
	switch f.Op(v).Class() {
	case op.ClassALU, op.ClassTex, op.ClassIntrinsic, op.ClassCall:
		f.SetName(v, name)
	}
}

// read takes the part that an address means out of the variable's value.
func (w *renamer) read(b *ssa.Builder, d, whole ssa.Value) ssa.Value {
	f := w.f
	if f.Op(d) == op.DerefVar {
		return whole
	}
	types := &f.Shader.Module.Types
	base := f.Arg(d, 0)
	v := w.read(b, base, whole)
	t := types.Pointee(f.Type(d))
	if f.Op(d) == op.DerefStruct {
		return b.Extract(t, v, f.IndexOf(d))
	}
	index := f.Arg(d, 1)
	bt := types.At(types.Pointee(f.Type(base)))
	if f.IsConst(index) {
		k := f.ConstBits(index, 0)
		switch {
		case bt.Kind == ir.TypeVector && k < uint64(bt.Rows):
			return b.Swizzle(v, ssa.Swizzle(k), 1)
		case bt.Kind == ir.TypeMatrix && k < uint64(bt.Columns), bt.Kind == ir.TypeArray:
			return b.Extract(t, v, int(k))
		}
	}
	i := b.Instr(op.ExtractDynamic, t, ssa.Whole(v), ssa.Src{Value: index, Comps: 1})
	f.SetFlags(i, f.Flags(d))
	return i
}

// write is the variable's value after a store through an address.
func (w *renamer) write(b *ssa.Builder, d, value ssa.Value, mask uint32, p *promotion) ssa.Value {
	f := w.f
	types := &f.Shader.Module.Types
	t := types.Pointee(f.Type(d))
	if n := types.ComponentCount(t); mask != 0 && mask != 1<<n-1 {
		before := w.read(b, d, w.phis.Value(p.v))
		var srcs [4]ssa.Src
		for k := range n {
			from := before
			if mask>>k&1 != 0 {
				from = value
			}
			srcs[k] = ssa.Src{Value: from, Swizzle: ssa.Swizzle(k), Comps: 1}
		}
		value = b.Instr(op.Vec, t, srcs[:n]...)
	}
	if f.Op(d) == op.DerefVar {
		return value
	}
	base := f.Arg(d, 0)
	index := f.Arg(d, 1)
	bt := types.Pointee(f.Type(base))
	whole := w.read(b, base, w.phis.Value(p.v))
	var v ssa.Value
	count := uint64(types.At(bt).Rows)
	if types.At(bt).Kind == ir.TypeMatrix {
		count = uint64(types.At(bt).Columns)
	}
	switch {
	case f.IsConst(index) && f.ConstBits(index, 0) < count && types.At(bt).Kind == ir.TypeVector:
		v = w.component(b, bt, whole, value, int(f.ConstBits(index, 0)))
	case f.IsConst(index) && f.ConstBits(index, 0) < count:
		v = b.Instr(op.Insert, bt, ssa.Whole(whole), ssa.Whole(value))
		f.SetWords(v, [2]uint32{uint32(f.ConstBits(index, 0))})
	default:
		v = b.Instr(op.InsertDynamic, bt, ssa.Whole(whole), ssa.Whole(value), ssa.Src{Value: index, Comps: 1})
		f.SetFlags(v, f.Flags(d))
	}
	return w.write(b, base, v, 0, p)
}

// component is a vector with one component replaced.
func (w *renamer) component(b *ssa.Builder, t ir.TypeID, vector, scalar ssa.Value, at int) ssa.Value {
	var srcs [4]ssa.Src
	n := w.f.Comps(vector)
	for k := range n {
		srcs[k] = ssa.Src{Value: vector, Swizzle: ssa.Swizzle(k), Comps: 1}
	}
	srcs[at] = ssa.Src{Value: scalar, Comps: 1}
	return b.Instr(op.Vec, t, srcs[:n]...)
}

// clean removes the remains of the variables: their loads and stores, the addresses, and in
// unreachable code all users of these.
func (w *renamer) clean() {
	f := w.f
	for _, i := range w.dead {
		f.Remove(i)
	}
	if !w.addresses() {
		w.cleanAll()
	}
	for k := len(w.derefs) - 1; k >= 0; k-- { // the longest first: users follow what they use
		f.Remove(w.derefs[k])
	}
}

// addresses lists the addresses of variables that became values, and reports whether no code
// that can't be reached still uses them.
func (w *renamer) addresses() bool {
	f := w.f
	for _, d := range w.roots {
		if w.vars[f.VarOf(d)&^ssa.LocalVar].taken {
			w.derefs = append(w.derefs, d)
		}
	}
	for k := 0; k < len(w.derefs); k++ {
		for u := f.FirstUse(w.derefs[k]); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			if f.Op(i).Class() != op.ClassDeref {
				return false
			}
			w.derefs = append(w.derefs, i)
		}
	}
	for k := range w.vars {
		if w.vars[k].taken && w.vars[k].declares > 0 {
			return false
		}
	}
	return true
}

// cleanAll removes the uses of the variables in unreachable code, and lists all their
// addresses.
func (w *renamer) cleanAll() {
	f := w.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Declare:
				if w.vars[f.VarOf(i)&^ssa.LocalVar].taken {
					f.Remove(i)
				}
			case op.Load:
				if p := w.variable(f.Arg(i, 0)); p != nil {
					f.ReplaceUses(i, f.Undef(f.Type(i)))
					f.Remove(i)
				}
			case op.Store:
				if p := w.variable(f.Arg(i, 0)); p != nil {
					f.Remove(i)
				}
			}
		}
	}
	w.derefs = w.derefs[:0]
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i).Class() == op.ClassDeref && w.variable(i) != nil {
				w.derefs = append(w.derefs, i)
			}
		}
	}
}
