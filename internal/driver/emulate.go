package driver

// Emulating: scalars that a language lacks are computed with scalars that it has.

import (
	"errors"

	"refract/internal/budget"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/internal/parts"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa/pass"
)

// sizedScalars are the scalars that need a capability and can be emulated.
var sizedScalars = [...]struct {
	capability validate.Capability
	scalars    ir.ScalarSet
	what       string
}{
	{validate.Int8, 1<<ir.I8 | 1<<ir.U8, "8-bit integers"},
	{validate.Int16, 1<<ir.I16 | 1<<ir.U16, "16-bit integers"},
	{validate.Float64, 1 << ir.F64, "64-bit floats"},
	{validate.Int64, 1<<ir.I64 | 1<<ir.U64, "64-bit integers"},
}

// usesSized reports whether any of them are required.
func usesSized(required validate.Capabilities) bool {
	return required.HasAny(validate.Int8, validate.Int16, validate.Int64, validate.Float64)
}

const smallIntegers = ir.ScalarSet(1<<ir.I8 | 1<<ir.U8 | 1<<ir.I16 | 1<<ir.U16)

// emulated returns the module without scalars that the back end lacks: small integers are
// computed in 32 bits, 64-bit numbers as pairs of words, buffers with either are words. The
// set is the replaced scalars. If that is impossible the module stays as it is, so that the
// writer reports the missing feature.
func emulated(meter *budget.Meter, v *Valid, lacks ir.ScalarSet) (*Valid, ir.ScalarSet, error) {
	if !parts.Optimizer {
		return v, 0, nil
	}
	set := missing(v, lacks)
	if set == 0 {
		return v, 0, nil
	}
	// Types that nothing uses need nothing.
	used, err := withoutUnused(meter, v)
	if err != nil {
		return nil, 0, err
	}
	if set = missing(used, lacks); set == 0 {
		return used, 0, nil
	}
	m := used.Module
	m.Meter = meter
	transform.CollectiveLoops(m, func(_ ir.SubgroupCollective, t ir.TypeID) bool { return set.Has(m.Types.ScalarOf(t)) })
	transform.WidenVaryings(m, set&smallIntegers)
	err = transform.BufferWords(m, transform.BufferWordsOptions{Scalars: set})
	if err == nil {
		m, err = computedWithout(m, set)
	}
	if err == nil {
		err = transform.NarrowScalars(m, set)
	}
	if narrow := (*transform.NarrowError)(nil); errors.As(err, &narrow) {
		return v, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	compact.Module(m, compact.Options{Interface: true})
	m.Sources = v.Module.Sources
	narrowed, err := rewritten(meter, m)
	if err != nil {
		return nil, 0, err
	}
	narrowed, err = keepResources(meter, v, narrowed)
	return narrowed, set, err
}

// withoutUnused is a copy of the module without entities that no entry point uses.
func withoutUnused(meter *budget.Meter, v *Valid) (*Valid, error) {
	m := copyOf(meter, v)
	compact.Module(m, compact.Options{Interface: true, Pipelines: true})
	m.Sources = v.Module.Sources
	return rewritten(meter, m)
}

// missing is the set of scalars that the module uses and the back end lacks.
func missing(v *Valid, lacks ir.ScalarSet) (set ir.ScalarSet) {
	required := v.Info.Required
	if required.Has(validate.Float64) && lacks.Has(ir.F64) {
		required = required.With(validate.Int64) // what they are computed with
	}
	for _, s := range sizedScalars {
		if required.Has(s.capability) && lacks&s.scalars == s.scalars {
			set |= s.scalars
		}
	}
	return set
}

// computedWithout runs passes that leave nothing computed with the scalars of a set.
func computedWithout(m *ir.Module, set ir.ScalarSet) (*ir.Module, error) {
	s, err := fromir.Lowered(m, fromir.Options{Strict: true})
	if err != nil {
		return nil, err
	}
	var list []*pass.Pass
	if set.Has(ir.F64) {
		list = append(list, lower.Matrices, lower.LowerFloat64)
	}
	if set.Has(ir.F64) || set.Has(ir.I64) {
		list = append(list, lower.LowerInt64)
	}
	if set&smallIntegers != 0 {
		list = append(list, lower.BitSizes(lower.BitSizeOptions{Int8: set.Has(ir.I8), Int16: set.Has(ir.I16)}))
	}
	p := pipeline.Of(list...)
	simplify, err := pipeline.Parse("(copy-prop, constant-folding, algebraic, cse, dce)*")
	if err != nil {
		return nil, &OptimizeError{err}
	}
	if _, err := pipeline.Run(s, append(p, simplify...), pipeline.Options{Establish: true}); err != nil {
		return nil, &OptimizeError{err}
	}
	return moduleOf(s)
}
