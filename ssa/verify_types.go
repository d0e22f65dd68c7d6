package ssa

// This file checks instructions against their rows of the table of operations, and against
// the rows' docs about whole values: the exact types of addresses, members, loads, stores,
// calls and returns. Numeric values are compared by components and size, whatever their
// types hint.

import (
	"fmt"
	"math"

	"refract/internal/lazy"
	"refract/ir"
	"refract/ssa/op"
)

// rowFacts is the checks that follow from a row of the table of operations.
type rowFacts struct {
	least   uint16 // sources that must be there
	most    uint32
	slots   int16 // see op.Op.Slots
	result  bool
	untyped bool // it may be without a result all the same
	named   bool // a field has names
	alu     bool
	numbers bool // the result or a source is a scalar or vector: see operands
	plain   bool // the row says all: see whole
}

// rows has the facts by operation.
var rows = lazy.Value[*[op.Count]rowFacts]{Make: func() *[op.Count]rowFacts {
	table := new([op.Count]rowFacts)
	for o := op.Op(0); int(o) < op.Count; o++ {
		info, x := o.Info(), &table[o]
		x.slots, x.result, x.alu = int16(o.Slots()), info.Result.Base != op.None, info.Class == op.ClassALU
		x.untyped = o == op.Call || o == op.Pipeline || o == op.Atomic || o == op.ImageAtomic || o.Memory().Role == op.MemoryAtomic
		x.plain = info.Class == op.ClassALU && !o.Has(op.Variadic) && !hasMore(o)
		x.numbers = info.Result.Base != op.Whole && info.Result.Base != op.None
		for k := range info.Srcs {
			x.numbers = x.numbers || info.Srcs[k].Base != op.Whole
		}
		x.most = math.MaxUint32
		if !o.Has(op.Variadic) {
			x.most = uint32(len(info.Srcs))
			for k := range info.Srcs {
				if !info.Srcs[k].Optional {
					x.least = uint16(k + 1)
				}
			}
		}
		for k := range info.Fields {
			x.named = x.named || info.Fields[k].Names != nil
		}
	}
	return table
}}

// hasMore reports whether whole checks an ALU operation further.
func hasMore(o op.Op) bool {
	switch o {
	case op.FDot, op.FDistance, op.IDot, op.FModf, op.FFrexp, op.AddCarry, op.SubBorrow, op.IMulExtended, op.UMulExtended:
		return true
	}
	for _, s := range o.Info().Srcs {
		if s.Base == op.Whole {
			return true
		}
	}
	return o.Info().Result.Base == op.Whole
}

func (v *verifier) instr(i InstrID, b NodeID) {
	f := v.f
	n := &f.instrs[i]
	row := &v.rows[n.op]
	good, first, at := true, f.FirstBlock(), v.order[i]
	near := n.op != op.Phi // each source stands ahead in the block, or in the first block
	srcs := f.srcs[n.src : n.src+UseID(n.nsrc)]
	for k := range srcs {
		s := &srcs[k]
		if s.user != uint32(i) {
			v.complain(i, 0, "source %d belongs to another user", k)
		}
		if s.value == 0 {
			info := n.op.Info()
			if at := min(k, len(info.Srcs)-1); at >= 0 && !info.Srcs[at].Optional {
				v.complain(i, 0, "source %d is absent", k)
				good = false
			}
			continue
		}
		if !v.built {
			v.use(s.value)
		}
		if !v.placed(s.value) {
			v.complain(i, 0, "source %d isn't a value of the function", k)
			good = false
			continue
		}
		def := f.instrs[s.value].block
		near = near && (def == b && v.order[s.value] < at || def != b && def == first)
	}
	if !near {
		v.far = append(v.far, i)
	}
	if !row.result && n.ty != 0 {
		v.complain(i, 0, "the operation has no result")
		good = false
	} else if row.result && n.ty == 0 && !row.untyped {
		v.complain(i, 0, "the result has no type")
		good = false
	}
	if n.nsrc > row.most || n.nsrc < uint32(row.least) {
		good = v.sourceCount(i) && good
	}
	if good && int(row.slots) > int(n.nsrc) {
		v.complain(i, 0, "%d slots of sources, where the operation has %d", n.nsrc, row.slots)
		good = false
	}
	if row.named {
		fields := n.op.Info().Fields
		for k := range fields {
			if fd := &fields[k]; fd.Names != nil && fd.Get(n.words) >= fd.Count {
				v.complain(i, 0, "the field %s has no value %d", fd.Name, fd.Get(n.words))
				good = false
			}
		}
	}
	if !good {
		return
	}
	info := n.op.Info()
	if !row.alu {
		for k := range srcs {
			if srcs[k].comps != 0 {
				v.complain(i, 0, "source %d isn't taken whole", k)
			}
		}
		if row.numbers {
			v.operands(i, info)
		}
	} else if !v.isComponentwise(n, srcs, info) {
		v.swizzles(i, info)
		v.operands(i, info)
	}
	if !row.plain {
		v.whole(i, b)
	}
}

// sourceCount complains of the number of sources, and reports whether there was nothing to
// complain of.
func (v *verifier) sourceCount(i InstrID) bool {
	n := &v.f.instrs[i]
	srcs := n.op.Info().Srcs
	good := true
	if int(n.nsrc) > len(srcs) {
		v.complain(i, 0, "%d sources, where the operation has %d", n.nsrc, len(srcs))
		good = false
	}
	for k := int(n.nsrc); k < len(srcs); k++ {
		if !srcs[k].Optional {
			v.complain(i, 0, "source %d is missing", k)
			good = false
		}
	}
	return good
}

// isComponentwise reports whether an ALU operation on scalars and vectors has nothing that
// swizzles and operands would complain of, as most have. It is false of others.
func (v *verifier) isComponentwise(n *instr, srcs []source, info *op.Info) bool {
	if info.Result.Base == op.Whole {
		return false
	}
	comps, bits := shapeOf(v.types.At(n.ty))
	shared := 0
	last, have, size := n.ty, comps, bits // of the last type that was looked at
	if comps == 0 || !fitsRow(&info.Result, comps, bits, comps, &shared) {
		return false
	}
	for k := range srcs {
		row := &info.Srcs[min(k, len(info.Srcs)-1)]
		s := &srcs[k]
		if s.value == 0 || row.Base == op.Whole || s.comps-1 > 3 {
			return false
		}
		if t := v.f.instrs[s.value].ty; t != last {
			last = t
			have, size = shapeOf(v.types.At(t))
		}
		if int(s.comps) > have || s.swizzle != Identity&(1<<(2*s.comps)-1) {
			for c := range int(s.comps) {
				if s.swizzle.At(c) >= have {
					return false
				}
			}
		}
		if !fitsRow(row, int(s.comps), size, comps, &shared) {
			return false
		}
	}
	return true
}

// shapeOf is how many components a scalar or vector has, and how many bits each.
func shapeOf(t *ir.Type) (comps, bits int) {
	switch t.Kind {
	case ir.TypeScalar:
		return 1, t.Scalar.Bits()
	case ir.TypeVector:
		return int(t.Rows), t.Scalar.Bits()
	}
	return 0, 0
}

// fitsRow reports whether operand would not complain.
func fitsRow(row *op.Operand, comps, bits, result int, shared *int) bool {
	switch {
	case row.Comps == op.VarComps:
	case row.Comps == 0 && result != 0 && comps != result, row.Comps != 0 && comps != int(row.Comps):
		return false
	}
	switch row.Base {
	case op.Float:
		if bits < 16 {
			return false
		}
	case op.Int, op.Uint:
		if bits < 8 {
			return false
		}
	case op.Bool:
		if bits != 1 {
			return false
		}
	}
	switch {
	case row.Bits == op.VarBits:
	case row.Bits != 0:
		return bits == int(row.Bits)
	case *shared == 0:
		*shared = bits
	case bits != *shared:
		return false
	}
	return true
}

// swizzles checks how the sources of an ALU operation are taken.
func (v *verifier) swizzles(i InstrID, info *op.Info) {
	f := v.f
	for k := range f.NumSrcs(i) {
		row := &info.Srcs[min(k, len(info.Srcs)-1)]
		s := f.Src(i, k)
		if s.Value == 0 {
			continue
		}
		have := f.Comps(s.Value)
		switch {
		case row.Base == op.Whole:
			if s.Comps != 0 {
				v.complain(i, 0, "source %d isn't taken whole", k)
			}
			continue
		case have == 0:
			v.complain(i, 0, "source %d is %s, not a scalar or vector", k, v.typeName(f.Type(s.Value)))
			continue
		case s.Comps == 0 || s.Comps > 4:
			v.complain(i, 0, "source %d has no components", k)
			continue
		}
		for c := range int(s.Comps) {
			if s.Swizzle.At(c) >= have {
				v.complain(i, 0, "source %d picks a component that isn't there", k)
				break
			}
		}
	}
}

// operands checks components and sizes against the row.
func (v *verifier) operands(i InstrID, info *op.Info) {
	f := v.f
	comps, shared := 0, 0
	if info.Result.Base != op.Whole && f.Type(i) != 0 {
		if comps = f.Comps(i); comps == 0 {
			v.complain(i, 0, "the result isn't a scalar or vector")
			return
		}
		v.operand(i, -1, &info.Result, comps, f.Bits(i), comps, &shared)
	}
	for k := range f.NumSrcs(i) {
		row := &info.Srcs[min(k, len(info.Srcs)-1)]
		s := f.Src(i, k)
		if row.Base == op.Whole || s.Value == 0 {
			continue
		}
		n := f.Comps(s.Value)
		if n == 0 {
			if info.Class != op.ClassALU {
				v.complain(i, 0, "source %d is %s, not a scalar or vector", k, v.typeName(f.Type(s.Value)))
			}
			continue
		}
		if info.Class == op.ClassALU {
			n = int(s.Comps)
		}
		v.operand(i, k, row, n, f.Bits(s.Value), comps, &shared)
	}
}

func (v *verifier) operand(i InstrID, k int, row *op.Operand, comps, bits, result int, shared *int) {
	switch {
	case row.Comps == op.VarComps:
	case row.Comps == 0 && result != 0 && comps != result, row.Comps != 0 && comps != int(row.Comps):
		v.complain(i, 0, "%s has %d components", operandName(k), comps)
	}
	switch {
	case row.Base == op.Float && bits < 16, (row.Base == op.Int || row.Base == op.Uint) && bits < 8, row.Base == op.Bool && bits != 1:
		v.complain(i, 0, "%s has %d bits, where the operation reads %s", operandName(k), bits, row.Base)
		return
	}
	switch {
	case row.Bits == op.VarBits:
	case row.Bits != 0:
		if bits != int(row.Bits) {
			v.complain(i, 0, "%s has %d bits, not %d", operandName(k), bits, row.Bits)
		}
	case *shared == 0:
		*shared = bits
	case bits != *shared:
		v.complain(i, 0, "%s has %d bits, where the others have %d", operandName(k), bits, *shared)
	}
}

// operandName describes source k, or the result with -1.
func operandName(k int) string {
	if k < 0 {
		return "the result"
	}
	return fmt.Sprintf("source %d", k)
}

// fits reports whether a value of one type can stand for another: the same components and
// size of a scalar or vector, or the very type.
func (v *verifier) fits(have, want ir.TypeID) bool {
	if have == want {
		return true
	}
	n := v.types.ComponentCount(want)
	return n != 0 && n == v.types.ComponentCount(have) && v.types.ScalarOf(want).Bits() == v.types.ScalarOf(have).Bits()
}

// same checks that a source fits a type.
func (v *verifier) same(i InstrID, k int, t ir.TypeID) {
	if have := v.typeOf(i, k); have != 0 && !v.fits(have, t) {
		v.complain(i, 0, "source %d is %s, not %s", k, v.typeName(have), v.typeName(t))
	}
}

// result checks that the result fits a type.
func (v *verifier) result(i InstrID, t ir.TypeID) {
	if have := v.f.Type(i); t == 0 || !v.fits(have, t) {
		v.complain(i, 0, "the result is %s, not %s", v.typeName(have), v.typeName(t))
	}
}

// typeOf is the type of a source, or 0 if it is absent.
func (v *verifier) typeOf(i InstrID, k int) ir.TypeID {
	if k >= v.f.NumSrcs(i) || v.f.Arg(i, k) == 0 {
		return 0
	}
	return v.f.Type(v.f.Arg(i, k))
}

// src is the type of a source; of an absent one a type of no kind.
func (v *verifier) src(i InstrID, k int) *ir.Type { return v.types.At(v.typeOf(i, k)) }

// element is the type of an element, column, component or member, or 0.
func (v *verifier) element(t ir.TypeID, index uint32) ir.TypeID {
	switch x := v.types.At(t); x.Kind {
	case ir.TypeVector, ir.TypeCooperative:
		return ir.ScalarTypeOf(x.Scalar)
	case ir.TypeMatrix:
		return ir.VectorOf(x.Scalar, int(x.Rows))
	case ir.TypeArray, ir.TypeBindingArray:
		return x.Base
	case ir.TypeStruct:
		if m := v.s.Module.StructOf(t).Members; uint64(index) < uint64(len(m)) {
			return m[index].Type
		}
	}
	return 0
}

// elements is how many elements, columns, components or members a type has; of a
// length that isn't known, as many as there can be.
func (v *verifier) elements(t ir.TypeID) uint64 {
	switch x := v.types.At(t); x.Kind {
	case ir.TypeVector:
		return uint64(x.Rows)
	case ir.TypeMatrix:
		return uint64(x.Columns)
	case ir.TypeCooperative: // an invocation holds all at most
		return uint64(x.Rows) * uint64(x.Columns)
	case ir.TypeStruct:
		return uint64(len(v.s.Module.StructOf(t).Members))
	case ir.TypeArray, ir.TypeBindingArray:
		if x.Length != 0 {
			return uint64(x.Length)
		}
		return 1 << 32
	}
	return 0
}

// whole checks the rules that rows can't express.
func (v *verifier) whole(i InstrID, b NodeID) {
	f := v.f
	n := &f.instrs[i]
	switch n.op {
	case op.Phi:
		if int(n.nsrc) != int(f.nodes[b].n) && !f.IsFlat() {
			v.complain(i, 0, "%d sources for %d predecessors", n.nsrc, f.nodes[b].n)
		}
		for k := range n.nsrc {
			v.same(i, int(k), n.ty)
		}
	case op.Return:
		switch {
		case n.nsrc == 1 && f.Arg(i, 0) != 0:
			v.same(i, 0, f.Result)
		case f.Result != 0:
			v.complain(i, 0, "a return without a value")
		}
	case op.Call:
		v.call(i)
	case op.Const:
		v.constant(i)
	case op.Zero:
		if f.Comps(i) != 0 || !v.isValue(n.ty) {
			v.complain(i, 0, "zero is no value of type %s", v.typeName(n.ty))
		}
	case op.Constant:
		if k := n.words[0]; k == 0 || int(k) >= len(v.s.Module.Constants) {
			v.complain(i, 0, "no such constant")
		} else {
			v.result(i, v.s.Module.Constants[k].Type)
		}
	case op.Override:
		if k := n.words[0]; k == 0 || int(k) >= len(v.s.Module.Overrides) {
			v.complain(i, 0, "no such override")
		} else {
			v.result(i, v.s.Module.Overrides[k].Type)
		}
	case op.Param:
		if k := n.words[0]; int(k) >= len(f.Params) {
			v.complain(i, 0, "no such parameter")
		} else {
			v.result(i, f.Params[k].Type)
		}
	case op.LoadReg, op.StoreReg, op.ParallelCopy:
		v.registers(i)
	case op.DerefVar, op.Declare, op.DerefArray, op.DerefStruct, op.DerefWildcard, op.DerefCast, op.DerefAddress:
		v.deref(i)
	case op.Load, op.Store, op.Copy, op.Atomic, op.ArrayLength, op.WorkgroupUniformLoad:
		v.memory(i)
	case op.ResourceUnit:
		v.unit(i)
	case op.ResourceIndex:
		v.resource(i)
	case op.LoadInput, op.LoadInterpolatedInput, op.LoadOutput, op.StoreOutput, op.LoadBarycentric, op.LoadStageInput, op.LoadStageOutput, op.StoreStageOutput:
		v.slots(i)
	case op.Vec, op.Compose, op.Extract, op.ExtractDynamic, op.Insert, op.InsertDynamic, op.SelectWhole:
		v.parts(i)
	case op.MatMul, op.MatVec, op.VecMat, op.MatScale, op.MatAdd, op.MatSub, op.MatNeg, op.MatTranspose, op.MatDeterminant,
		op.MatInverse, op.MatOuter, op.MatConvert:
		v.matrix(i)
	case op.FDot, op.FDistance, op.IDot:
		if f.SrcComps(i, 0) != f.SrcComps(i, 1) {
			v.complain(i, 0, "the sources differ in their number of components")
		}
	case op.FModf, op.FFrexp, op.AddCarry, op.SubBorrow, op.IMulExtended, op.UMulExtended:
		v.pair(i)
	case op.Tex, op.Txf, op.Txs, op.TexLevels, op.TexLayers, op.TexSamples, op.ImageLoad, op.ImageStore, op.ImageAtomic:
		v.image(i)
	case op.SubgroupGather:
		if ir.GatherMode(f.Field(i, "mode")).HasIndex() != (v.typeOf(i, 1) != 0) {
			v.complain(i, 0, "an index that the mode doesn't take, or none that it takes")
		}
	case op.SubgroupCollective:
		elect := ir.SubgroupOp(f.Field(i, "op")) == ir.SubgroupElect
		if elect != (v.typeOf(i, 0) == 0) {
			v.complain(i, 0, "a value that the operation doesn't take, or none that it takes")
		} else if elect {
			v.result(i, ir.TypeBool)
		}
	case op.RayInitialize, op.RayProceed, op.RayTerminate, op.RayGenerate, op.RayConfirm, op.RayGet, op.RayVertices:
		if p := v.src(i, 0); p.Kind != ir.TypePointer || v.types.At(p.Base).Kind != ir.TypeRayQuery {
			v.complain(i, 0, "source 0 is %s, not the address of a ray query", v.typeName(v.typeOf(i, 0)))
		}
		if n.op == op.RayInitialize && v.src(i, 1).Kind != ir.TypeAccelerationStructure {
			v.complain(i, 0, "source 1 is %s, not an acceleration structure", v.typeName(v.typeOf(i, 1)))
		}
	case op.CooperativeLoad, op.CooperativeStore, op.CooperativeMultiplyAdd, op.CooperativeArith, op.CooperativeLength:
		v.cooperative(i)
	case op.Pipeline:
		least, most := ir.PipelineOp(f.Field(i, "op")).Operands()
		if count := f.NumSrcs(i); count < least || count > most {
			v.complain(i, 0, "%d operands, not %d", count, least)
		}
	case op.Print:
		if w := f.Word(i, 0); w == 0 || int(w) >= len(f.Shader.Module.Formats) {
			v.complain(i, 0, "there is no format %d", w)
		}
		for k := range f.NumSrcs(i) {
			if f.Comps(f.Arg(i, k)) == 0 {
				v.complain(i, 0, "source %d is %s, no scalar or vector", k, v.typeName(v.typeOf(i, k)))
			}
		}
	default:
		if n.op.Memory().Kind != op.NoMemory {
			v.explicit(i)
		}
	}
}

// isValue reports whether values of a type can be loaded and stored.
func (v *verifier) isValue(t ir.TypeID) bool {
	switch x := v.types.At(t); x.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeStruct, ir.TypeCooperative:
		return true
	case ir.TypeArray:
		return !x.IsRuntimeSized()
	}
	return false
}

func (v *verifier) call(i InstrID) {
	f := v.f
	id := f.instrs[i].words[0]
	if id == 0 || int(id) >= len(v.s.Funcs) || v.s.Funcs[id] == nil {
		v.complain(i, 0, "no such function")
		return
	}
	g := v.s.Funcs[id]
	if len(g.Params) != f.NumSrcs(i) {
		v.complain(i, 0, "%d arguments, where the function has %d parameters", f.NumSrcs(i), len(g.Params))
		return
	}
	for k := range g.Params {
		v.same(i, k, g.Params[k].Type)
	}
	switch t := f.Type(i); {
	case (g.Result == 0) != (t == 0):
		v.complain(i, 0, "the call has a result and the function none, or the other way round")
	case t != 0:
		v.result(i, g.Result)
	}
}

func (v *verifier) constant(i InstrID) {
	f := v.f
	comps, bits := f.Comps(i), f.Bits(i)
	if comps == 0 || bits == 0 {
		v.complain(i, 0, "a constant is a scalar or vector")
		return
	}
	if comps > 1 && uint64(f.instrs[i].words[0])+uint64(comps) > uint64(len(f.consts)) {
		v.complain(i, 0, "a constant without bits")
		return
	}
	for k := range comps {
		if bits < 64 && f.ConstBits(i, k)>>bits != 0 {
			v.complain(i, 0, "bits above the size of component %d", k)
		}
	}
}

// registers checks loads, stores and copies of registers.
func (v *verifier) registers(i InstrID) {
	f := v.f
	n := &f.instrs[i]
	is := func(r uint32) bool { return r != 0 && int(r) < len(f.Regs) }
	if n.op == op.ParallelCopy {
		if uint64(n.words[0])+uint64(n.nsrc) > uint64(len(f.words)) {
			v.complain(i, 0, "a parallel copy without registers")
			return
		}
		for k, r := range f.CopyRegs(i) {
			switch {
			case !is(r):
				v.complain(i, 0, "no such register")
				continue
			case v.regs[r] == uint32(i):
				v.complain(i, 0, "a register is set twice")
			case f.Regs[r].Length != 0:
				v.complain(i, 0, "a register that is an array is set without an index")
			}
			v.regs[r] = uint32(i)
			v.same(i, k, f.Regs[r].Type)
		}
		return
	}
	if !is(n.words[0]) {
		v.complain(i, 0, "no such register")
		return
	}
	r := &f.Regs[n.words[0]]
	index := 0
	if n.op == op.LoadReg {
		v.result(i, r.Type)
	} else {
		v.same(i, 0, r.Type)
		index = 1
	}
	if (v.typeOf(i, index) != 0) != (r.Length != 0) {
		v.complain(i, 0, "a register that is an array has an index, and no other")
	}
}

// isIndex checks that a source is an integer.
func (v *verifier) isIndex(i InstrID, k int) {
	x := v.f.Arg(i, k)
	n := v.f.Comps(x)
	if v.f.SrcComps(i, k) != 0 {
		n = v.f.SrcComps(i, k)
	}
	if n != 1 || v.f.Bits(x) < 8 {
		v.complain(i, 0, "source %d is %s, not an integer", k, v.typeName(v.f.Type(x)))
	}
}

// deref checks addresses and the declarations of variables.
func (v *verifier) deref(i InstrID) {
	f := v.f
	n := &f.instrs[i]
	switch n.op {
	case op.DerefVar, op.Declare:
		x := VarID(n.words[0])
		k := int(x &^ LocalVar)
		if k == 0 || x.IsLocal() && k >= len(f.Vars) || !x.IsLocal() && (k >= len(f.Shader.Vars) || n.op == op.Declare) {
			v.complain(i, 0, "no such variable")
			return
		}
		y := f.Var(x)
		if n.op == op.Declare {
			v.same(i, 0, y.Type)
			return
		}
		if y.Mode&(ModeResource|ModeImage) != 0 {
			if n.ty != y.Type {
				v.complain(i, 0, "the result is %s, not the variable's %s", v.typeName(n.ty), v.typeName(y.Type))
			}
			return
		}
		space, access := y.Mode.Space(), y.Access
		if space == 0 {
			space, access = ir.SpacePrivate, ir.AccessReadWrite
		}
		v.pointer(i, y.Type, space, access, y.Layout)
		return
	case op.DerefAddress:
		to := v.types.At(n.ty)
		structure := to.Kind == ir.TypeAccelerationStructure
		if comps, bits := shapeOf(v.src(i, 0)); !(comps == 1 && bits == 64) && !(structure && comps == 2 && bits == 32) {
			v.complain(i, 0, "source 0 is %s, not an address", v.typeName(v.typeOf(i, 0)))
		}
		if !structure && (to.Kind != ir.TypePointer || to.Space != ir.SpacePhysical) {
			v.complain(i, 0, "the result is %s, not a pointer to physical memory", v.typeName(n.ty))
		}
		return
	case op.DerefCast:
		from, to := v.src(i, 0), v.types.At(n.ty)
		if from.Kind != ir.TypePointer || to.Kind != ir.TypePointer || from.Space != to.Space || from.Access != to.Access {
			v.complain(i, 0, "a cast from %s to %s", v.typeName(v.typeOf(i, 0)), v.typeName(n.ty))
		}
		return
	}
	if n.op == op.DerefArray {
		v.isIndex(i, 1)
	}
	p := v.src(i, 0)
	base := v.typeOf(i, 0)
	if p.Kind == ir.TypePointer {
		base = p.Base
	}
	isStruct := v.types.At(base).Kind == ir.TypeStruct
	var index uint32
	if n.op == op.DerefStruct {
		index = n.words[0]
	}
	elem := v.element(base, index)
	switch {
	case isStruct && n.op == op.DerefStruct && elem == 0:
		v.complain(i, 0, "%s has no member %d", v.typeName(base), index)
		return
	case isStruct != (n.op == op.DerefStruct) || elem == 0:
		v.complain(i, 0, "source 0 is %s, of which there is no such part", v.typeName(v.typeOf(i, 0)))
		return
	case p.Kind == ir.TypePointer:
		v.pointer(i, elem, p.Space, p.Access, v.s.Module.MemberLayout(p.Layout, int(index)))
	case p.Kind != ir.TypeBindingArray:
		v.complain(i, 0, "source 0 is %s, not an address", v.typeName(base))
	case n.ty != elem:
		v.complain(i, 0, "the result is %s, not %s", v.typeName(n.ty), v.typeName(elem))
	}
	if n.op == op.DerefWildcard {
		for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
			if x, _ := f.UserOf(u); x == 0 || f.Op(x).Class() != op.ClassDeref && f.Op(x) != op.Copy {
				v.complain(i, 0, "all elements at once are used by something else than a copy")
				break
			}
		}
	}
}

// pointer checks that the result is the pointer type.
func (v *verifier) pointer(i InstrID, base ir.TypeID, space ir.AddressSpace, access ir.AccessMode, layout ir.LayoutID) {
	t := v.types.At(v.f.Type(i))
	if t.Kind != ir.TypePointer || t.Base != base || t.Space != space || t.Access != access || t.Layout != layout {
		v.complain(i, 0, "the result is %s, not the address of %s there", v.typeName(v.f.Type(i)), v.typeName(base))
	}
}

// behind is the type that can be loaded or stored through source k with the access; 0 after
// a complaint.
func (v *verifier) behind(i InstrID, k int, access ir.AccessMode) ir.TypeID {
	p := v.src(i, k)
	switch {
	case p.Kind != ir.TypePointer:
		v.complain(i, 0, "source %d is %s, not an address", k, v.typeName(v.typeOf(i, k)))
		return 0
	case p.Access&access != access:
		v.complain(i, 0, "what source %d points to can't be accessed so", k)
		return 0
	}
	if x := v.types.At(p.Base); x.Kind == ir.TypeAtomic {
		return ir.ScalarTypeOf(x.Scalar)
	}
	return p.Base
}

// memory checks accesses through addresses.
func (v *verifier) memory(i InstrID) {
	f := v.f
	n := &f.instrs[i]
	switch n.op {
	case op.Load, op.WorkgroupUniformLoad:
		t := v.behind(i, 0, ir.AccessRead)
		switch {
		case t == 0:
		case !v.isValue(t):
			v.complain(i, 0, "a value of %s can't be loaded", v.typeName(t))
		default:
			v.result(i, t)
		}
		if n.op == op.WorkgroupUniformLoad && t != 0 && v.src(i, 0).Space != ir.SpaceWorkgroup {
			v.complain(i, 0, "source 0 doesn't point to a workgroup's memory")
		}
	case op.Store:
		t := v.behind(i, 0, ir.AccessWrite)
		mask := n.words[0] & 15
		switch {
		case t == 0:
		case !v.isValue(t):
			v.complain(i, 0, "a value of %s can't be stored", v.typeName(t))
		case mask != 0 && mask>>max(1, v.types.ComponentCount(t)) != 0, mask != 0 && v.types.ComponentCount(t) == 0:
			v.complain(i, 0, "the mask names components that %s doesn't have", v.typeName(t))
		default:
			v.same(i, 1, t)
		}
	case op.Copy:
		to, from := v.behind(i, 0, ir.AccessWrite), v.behind(i, 1, ir.AccessRead)
		if to != 0 && from != 0 && to != from {
			v.complain(i, 0, "a copy of %s into %s", v.typeName(from), v.typeName(to))
		}
	case op.ArrayLength:
		if p := v.src(i, 0); p.Kind != ir.TypePointer || !v.types.At(p.Base).IsRuntimeSized() {
			v.complain(i, 0, "source 0 is %s, not the address of an array whose length isn't known", v.typeName(v.typeOf(i, 0)))
		}
	case op.Atomic:
		t := v.behind(i, 0, ir.AccessReadWrite)
		if t == 0 {
			return
		}
		if v.types.At(t).Kind != ir.TypeScalar {
			v.complain(i, 0, "source 0 points to %s, not to a scalar", v.typeName(t))
			return
		}
		v.exchange(i, t, 1)
	}
}

// exchange checks the values of an atomic operation on a scalar: source k, and the
// comparand.
func (v *verifier) exchange(i InstrID, t ir.TypeID, k int) {
	compares := ir.AtomicOp(v.f.Field(i, "op")) == ir.AtomicCompareExchange
	if v.typeOf(i, k) == 0 || (v.typeOf(i, k+1) != 0) != compares {
		v.complain(i, 0, "an atomic operation takes a value, and an exchange on a condition another")
		return
	}
	v.same(i, k, t)
	v.same(i, k+1, t)
	switch r := v.f.Type(i); {
	case r == 0:
	case compares && v.types.At(r).Kind == ir.TypeStruct:
		if m := v.s.Module.StructOf(r).Members; len(m) != 2 || !v.fits(m[0].Type, t) || m[1].Type != ir.TypeBool {
			v.complain(i, 0, "the result is %s, not a struct of %s and bool", v.typeName(r), v.typeName(t))
		}
	default:
		v.result(i, t)
	}
}

// parts checks operations that take values apart and put them together.
func (v *verifier) parts(i InstrID) {
	f := v.f
	n := &f.instrs[i]
	switch n.op {
	case op.Vec:
		sum := 0
		for k := range int(n.nsrc) {
			sum += f.SrcComps(i, k)
		}
		if n.nsrc < 2 || sum != f.Comps(i) {
			v.complain(i, 0, "a vector of %d components from %d sources that have %d", f.Comps(i), n.nsrc, sum)
		}
	case op.Compose:
		if k := v.types.At(n.ty).Kind; k == ir.TypeVector || v.elements(n.ty) != uint64(n.nsrc) {
			v.complain(i, 0, "a %s from %d parts", v.typeName(n.ty), n.nsrc)
			return
		}
		for k := range n.nsrc {
			v.same(i, int(k), v.element(n.ty, k))
		}
	case op.Extract:
		base := v.typeOf(i, 0)
		if k := v.types.At(base).Kind; k == ir.TypeVector || k == ir.TypeBindingArray || uint64(n.words[0]) >= v.elements(base) {
			v.complain(i, 0, "%s has no part %d", v.typeName(base), n.words[0])
			return
		}
		v.result(i, v.element(base, n.words[0]))
	case op.Insert:
		v.same(i, 0, n.ty)
		if uint64(n.words[0]) >= v.elements(n.ty) {
			v.complain(i, 0, "%s has no part %d", v.typeName(n.ty), n.words[0])
			return
		}
		v.same(i, 1, v.element(n.ty, n.words[0]))
	case op.ExtractDynamic, op.InsertDynamic:
		base := v.typeOf(i, 0)
		if k := v.types.At(base).Kind; k != ir.TypeVector && k != ir.TypeMatrix && k != ir.TypeArray && k != ir.TypeCooperative {
			v.complain(i, 0, "%s has no elements to pick by index", v.typeName(base))
			return
		}
		if n.op == op.ExtractDynamic {
			v.isIndex(i, 1)
			v.result(i, v.element(base, 0))
			return
		}
		v.isIndex(i, 2)
		v.same(i, 0, n.ty)
		v.same(i, 1, v.element(base, 0))
	case op.SelectWhole:
		v.same(i, 1, n.ty)
		v.same(i, 2, n.ty)
	}
}

// pair checks operations whose result is a struct of two values: the first like
// the sources, the second of as many components.
func (v *verifier) pair(i InstrID) {
	f := v.f
	t := v.types.At(f.Type(i))
	comps, bits := f.SrcComps(i, 0), f.Bits(f.Arg(i, 0))
	if f.NumSrcs(i) == 2 && f.SrcComps(i, 1) != comps {
		v.complain(i, 0, "the sources differ in their number of components")
	}
	if t.Kind == ir.TypeStruct {
		m := v.s.Module.StructOf(f.Type(i)).Members
		if len(m) == 2 && v.types.ComponentCount(m[0].Type) == comps && v.types.ScalarOf(m[0].Type).Bits() == bits &&
			v.types.ComponentCount(m[1].Type) == comps {
			return
		}
	}
	v.complain(i, 0, "the result is %s, not a struct of two such values", v.typeName(f.Type(i)))
}

// matrix checks operations on matrices.
func (v *verifier) matrix(i InstrID) {
	f := v.f
	a, b := v.src(i, 0), v.src(i, 1)
	matrixOf := func(s ir.Scalar, columns, rows uint8) ir.TypeID {
		if s < ir.F16 || s > ir.F64 || columns < 2 || columns > 4 || rows < 2 || rows > 4 {
			return 0
		}
		return ir.MatrixOf(s, int(columns), int(rows))
	}
	isVector := func(k int, s ir.Scalar, n uint8) bool {
		return f.SrcComps(i, k) == int(n) && f.Bits(f.Arg(i, k)) == s.Bits()
	}
	good, want := false, ir.TypeID(0)
	switch o := f.Op(i); o {
	case op.MatMul:
		good = a.Kind == ir.TypeMatrix && b.Kind == ir.TypeMatrix && a.Scalar == b.Scalar && a.Columns == b.Rows
		want = matrixOf(a.Scalar, b.Columns, a.Rows)
	case op.MatVec:
		if good = a.Kind == ir.TypeMatrix && isVector(1, a.Scalar, a.Columns); good {
			want = ir.VectorOf(a.Scalar, int(a.Rows))
		}
	case op.VecMat:
		if good = b.Kind == ir.TypeMatrix && isVector(0, b.Scalar, b.Rows); good {
			want = ir.VectorOf(b.Scalar, int(b.Columns))
		}
	case op.MatScale:
		good, want = a.Kind == ir.TypeMatrix && isVector(1, a.Scalar, 1), v.typeOf(i, 0)
	case op.MatAdd, op.MatSub:
		good, want = a.Kind == ir.TypeMatrix && *a == *b, v.typeOf(i, 0)
	case op.MatNeg:
		good, want = a.Kind == ir.TypeMatrix, v.typeOf(i, 0)
	case op.MatInverse:
		good, want = a.Kind == ir.TypeMatrix && a.Columns == a.Rows, v.typeOf(i, 0)
	case op.MatDeterminant:
		good, want = a.Kind == ir.TypeMatrix && a.Columns == a.Rows, ir.ScalarTypeOf(a.Scalar)
	case op.MatTranspose:
		good, want = a.Kind == ir.TypeMatrix, matrixOf(a.Scalar, a.Rows, a.Columns)
	case op.MatConvert:
		r := v.types.At(f.Type(i))
		good, want = a.Kind == ir.TypeMatrix, matrixOf(r.Scalar, a.Columns, a.Rows)
	case op.MatOuter:
		x, y := f.SrcComps(i, 0), f.SrcComps(i, 1)
		r := v.types.At(f.Type(i))
		good = f.Bits(f.Arg(i, 0)) == f.Bits(f.Arg(i, 1)) && f.Bits(f.Arg(i, 0)) == r.Scalar.Bits()
		want = matrixOf(r.Scalar, uint8(y), uint8(x))
	}
	if !good {
		v.complain(i, 0, "the sources don't go together")
	} else {
		v.result(i, want)
	}
}
