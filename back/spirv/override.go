package spirv

// This file writes overridable constants, and finds defaults for constants without one: the
// lengths that depend on them must be valid before a pipeline sets them.

import (
	"fmt"
	"math"

	"refract/internal/ir/consteval"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/spirv"
)

// override is the id of an overridable constant, or 0 if it has no form at
// module scope. One whose default is known becomes a specialization constant;
// one that is computed from others becomes that computation.
func (e *emitter) override(o ir.OverrideID) id {
	if len(e.overrides) < len(e.m.Overrides) {
		e.overrides = append(e.overrides, make([]id, len(e.m.Overrides)-len(e.overrides))...)
	}
	if v := e.overrides[o]; v != 0 {
		return v
	}
	v := e.specConstant(o)
	e.overrides[o] = v
	if e.names && v != 0 {
		e.out.Name(v, e.m.Overrides[o].Name)
	}
	return v
}

func (e *emitter) specConstant(o ir.OverrideID) id {
	decl := &e.m.Overrides[o]
	bits := uint64(0)
	if decl.Init == 0 {
		bits = e.standIn(o)
	} else {
		v := e.moduleConstant(ir.ExprID(decl.Init))
		if !e.isConstant(v) {
			return v
		}
		bits = e.constantBits(v)
	}
	s := e.m.Types.At(decl.Type).Scalar
	ty := e.scalarType(s)
	r := e.out.NewID()
	switch {
	case s == ir.Bool && bits != 0:
		e.out.Globals.Op2(spirv.OpSpecConstantTrue, ty, r)
	case s == ir.Bool:
		e.out.Globals.Op2(spirv.OpSpecConstantFalse, ty, r)
	case s.Bits() == 64:
		e.out.Globals.Op4(spirv.OpSpecConstant, ty, r, uint32(bits), uint32(bits>>32))
	default:
		e.out.Globals.Op3(spirv.OpSpecConstant, ty, r, uint32(bits))
	}
	if len(e.specIDs) == 0 {
		e.specIDs = SpecIDs(e.m)
	}
	e.out.Decorate(r, spirv.DecorationSpecId, e.specIDs[o])
	return r
}

// standIns are the defaults tried for overrides without one: the first with which every
// length is at least 1.
var standIns = [...]uint64{0, 1, 2, 4, 8, 16, 64, 256, 1 << 10, 1 << 12, 1 << 16}

// standIn is the default of an override that has none, which the pipeline
// replaces: 0, unless lengths of arrays or sizes of workgroups need another.
func (e *emitter) standIn(o ir.OverrideID) uint64 {
	e.chooseStandIn()
	return e.standInBits(o, e.filler)
}

func (e *emitter) standInBits(o ir.OverrideID, filler uint64) uint64 {
	switch s := e.m.Types.ScalarOf(e.m.Overrides[o].Type); {
	case s.IsInteger():
		return filler
	case s == ir.Bool:
		return filler & 1
	}
	return 0
}

// chooseStandIn looks for a default with which all lengths are valid; if there is none it
// stays 0, and arrayLength reports it.
func (e *emitter) chooseStandIn() {
	if e.stoodIn {
		return
	}
	e.stoodIn = true
	var lengths []ir.ConstID
	for t := ir.FirstModuleType; int(t) < e.m.Types.Len(); t++ {
		if x := e.m.Types.At(t).LengthExpr; x != 0 {
			lengths = append(lengths, x)
		}
	}
	for i := range e.m.EntryPoints {
		for _, x := range e.m.EntryPoints[i].WorkgroupSizeExpr {
			if x != 0 {
				lengths = append(lengths, x)
			}
		}
	}
	for _, filler := range standIns {
		fits := true
		for _, x := range lengths {
			n, ok := e.defaultLength(x, filler)
			fits = fits && ok && n >= 1
		}
		if fits {
			e.filler = filler
			return
		}
	}
}

// defaultLength evaluates an integer without values of the pipeline.
func (e *emitter) defaultLength(x ir.ConstID, filler uint64) (int64, bool) {
	e.eval.Start(e.m)
	v, err := e.eval.Evaluate(x, func(o ir.OverrideID) (consteval.Value, bool) {
		decl := &e.m.Overrides[o]
		if decl.Init != 0 {
			return consteval.Value{}, false
		}
		return consteval.Bits(decl.Type, e.standInBits(o, filler)), true
	})
	if err != nil {
		return 0, false
	}
	n, ok := v.Integer()
	return n, ok && n <= math.MaxInt32
}

// positiveLength returns v, the length of an array, or the greater of v and 1 if the default
// of v is 0 or less: SPIR-V is valid only if the default of a length is at least 1
// (section 2.16.1). Pipelines give lengths that are.
func (e *emitter) positiveLength(v id, x ir.ConstID) id {
	e.chooseStandIn()
	if n, ok := e.defaultLength(x, e.filler); ok && n < 1 && !e.isConstant(v) {
		return e.specMath(ir.MathMax, e.m.Consts.TypeOf(ir.ExprID(x)), [3]id{v, e.number(e.m.Types.ScalarOf(e.m.Consts.TypeOf(ir.ExprID(x))), 1)})
	}
	e.checkLength("an array length", x)
	return v
}

// checkLength fails if the default of a length, or of the size of a workgroup, isn't one:
// SPIR-V is valid only if it is (section 2.16.1).
func (e *emitter) checkLength(what string, x ir.ConstID) {
	e.chooseStandIn()
	if n, ok := e.defaultLength(x, e.filler); !ok || n < 1 {
		number := "can't be evaluated"
		if ok {
			number = fmt.Sprintf("is %d", n)
		}
		e.fail(fmt.Sprintf("%s that %s where no values are given to overrides: it must be at least 1, with values (--override) it can be", what, number))
	}
}

// SpecIDs are the SpecIds that Write gives to the overrides of a module: see
// transform.OverrideNumbers.
func SpecIDs(m *ir.Module) []uint32 { return transform.OverrideNumbers(m) }
