package lower

// This file joins accesses of components of a slot.
//
//	before                                       after
//	%2 = load_input %1, base=3 : f32             %4 = load_input %1, base=3 : vec2<f32>
//	%3 = load_input %1, base=3, component=1      %2 = mov %4.x
//	                                             %3 = mov %4.y
//	store_output %5, %1, component=1             %7 = vec %6, %5
//	store_output %6, %1                          store_output %7, %1
//
// Loads in a block are joined at the first of them. Stores are joined at the last, if no
// load of outputs and nothing that ends the invocation stands in between.

import (
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IOVector joins accesses of components of a slot.
var IOVector = &pass.Pass{
	Name:      "io-to-vector",
	Doc:       "accesses of components of a slot in a block become one",
	Replaces:  []string{"lower_io_to_vector"},
	Destroys:  pass.ScalarIO,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  ioVector,
}

// slotKey is equal for accesses that can be joined.
type slotKey struct {
	o           op.Op
	at          ssa.Value // where it is interpolated
	slot        uint64    // a known one, or the value that it is with a bit
	base, slots uint32
	bits        int
	float       bool
}

func ioVector(f *ssa.Function) bool {
	changed := false
	groups := map[slotKey][]ssa.InstrID{}
	var order []slotKey
	flush := func(stores bool) {
		for _, key := range order {
			list := groups[key]
			if (key.o == op.StoreOutput) == stores && len(list) > 1 {
				changed = joinSlots(f, key, list) || changed
			}
			if (key.o == op.StoreOutput) == stores {
				delete(groups, key)
			}
		}
		order = slices.DeleteFunc(order, func(key slotKey) bool { return (key.o == op.StoreOutput) == stores })
	}
	for b := range f.Blocks() {
		for i := f.First(b); i != 0; i = f.Next(i) {
			switch o := f.Op(i); o {
			case op.LoadInput, op.LoadInterpolatedInput, op.StoreOutput:
				key := keyOf(f, i)
				if o == op.StoreOutput && mayMeet(order, key) {
					flush(true)
				}
				if _, ok := groups[key]; !ok {
					order = append(order, key)
				}
				groups[key] = append(groups[key], i)
			default:
				if o == op.LoadOutput || o == op.Demote || o == op.DemoteIf || o == op.TerminateIf || o == op.Interlock || o.Class() == op.ClassCall {
					flush(true)
				}
			}
		}
		flush(true)
		flush(false)
		order = order[:0]
		clear(groups)
	}
	return changed
}

// unknownSlot marks slots that depend on a value.
const unknownSlot = 1 << 63

// mayMeet reports whether stores of several keys may be to one slot.
func mayMeet(keys []slotKey, key slotKey) bool {
	for _, k := range keys {
		if k.o == op.StoreOutput && k != key && (k.slot|key.slot)&unknownSlot != 0 {
			return true
		}
	}
	return false
}

func keyOf(f *ssa.Function, i ssa.InstrID) slotKey {
	key := slotKey{o: f.Op(i), base: f.Field(i, "base"), slots: f.Field(i, "slots")}
	slot := f.Arg(i, f.NumSrcs(i)-1)
	if k, ok := f.KnownBits(slot, 0); ok {
		key.slot = k
	} else {
		key.slot = uint64(slot) | unknownSlot
	}
	data := i
	switch key.o {
	case op.StoreOutput:
		data = f.Arg(i, 0)
	case op.LoadInterpolatedInput:
		key.at = f.Arg(i, 0)
	}
	key.bits = f.Bits(data)
	key.float = f.Shader.Module.Types.ScalarOf(f.Type(data)).IsFloat()
	return key
}

// joinSlots makes one access of several; it reports whether it has.
func joinSlots(f *ssa.Function, key slotKey, list []ssa.InstrID) bool {
	if key.bits == 64 {
		return false // they may reach into the next slot
	}
	first, end := uint32(4), uint32(0)
	for _, i := range list {
		data := i
		if key.o == op.StoreOutput {
			data = f.Arg(i, 0)
		}
		c := f.Field(i, "component")
		first, end = min(first, c), max(end, c+uint32(f.Comps(data)))
	}
	if end > 4 {
		return false
	}
	n := int(end - first)
	if key.o == op.StoreOutput {
		return joinStores(f, list, first, n)
	}
	b := f.BuildBefore(list[0])
	t := ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(list[0])), n)
	var srcs []ssa.Src
	for k := range f.NumSrcs(list[0]) {
		srcs = append(srcs, f.Src(list[0], k))
	}
	v := b.Instr(key.o, t, srcs...)
	f.SetWords(v, f.Words(list[0]))
	f.SetField(v, "component", first)
	for _, i := range list {
		at := f.BuildBefore(i)
		from := ssa.Identity
		c := int(f.Field(i, "component") - first)
		for k := range f.Comps(i) {
			from = from.With(k, c+k)
		}
		w := at.Instr(op.Mov, f.Type(i), ssa.Src{Value: v, Swizzle: from, Comps: uint8(f.Comps(i))})
		f.SetName(w, f.NameOf(i))
		f.ReplaceUses(i, w)
		f.Remove(i)
	}
	return true
}

// joinStores makes one store of several; later ones win.
func joinStores(f *ssa.Function, list []ssa.InstrID, first uint32, n int) bool {
	var parts [4]ssa.Src
	mask := uint32(0)
	for _, i := range list {
		data := f.Arg(i, 0)
		c, m := f.Field(i, "component")-first, f.Field(i, "mask")
		for k := range uint32(f.Comps(data)) {
			if m == 0 || m>>k&1 != 0 {
				parts[c+k] = ssa.Src{Value: data, Swizzle: ssa.Swizzle(k), Comps: 1}
				mask |= 1 << (c + k)
			}
		}
	}
	last := list[len(list)-1]
	b := f.BuildBefore(last)
	s := f.Shader.Module.Types.ScalarOf(f.Type(f.Arg(last, 0)))
	for k := range n {
		if parts[k].Value == 0 {
			parts[k] = ssa.Src{Value: b.Undef(ir.VectorOf(s, 1)), Comps: 1}
		}
	}
	v := parts[0].Value
	if n > 1 {
		v = b.Instr(op.Vec, ir.VectorOf(s, n), parts[:n]...)
	} else if f.Comps(v) > 1 {
		v = b.Component(v, int(parts[0].Swizzle))
	}
	w := b.Instr(op.StoreOutput, 0, ssa.Whole(v), f.Src(last, 1))
	f.SetWords(w, f.Words(last))
	f.SetField(w, "component", first)
	f.SetField(w, "mask", 0)
	if mask != 1<<n-1 {
		f.SetField(w, "mask", mask)
	}
	for _, i := range list {
		f.Remove(i)
	}
	return true
}
