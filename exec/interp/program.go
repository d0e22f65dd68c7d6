package interp

// This file loads modules: overrides and constants get their values, and arrays
// whose length depends on overrides their lengths.

import (
	"fmt"
	"math"
	"sync"

	"refract/exec"
	"refract/internal/ir/arith"
	"refract/internal/ir/consteval"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ssa"
)

// Engine is the reference engine.
type Engine struct{}

// Name is "interp".
func (Engine) Name() string { return "interp" }

// Load implements exec.Engine.
func (Engine) Load(m *ir.Module, o exec.LoadOptions) (p exec.Program, err error) {
	defer exec.Protect(&err)
	return load(transform.WithHelpers(exec.Interpolated(transform.EmittedPrimitives(transform.WithoutCooperative(m)))), nil, o)
}

// load loads a module whose functions have their bodies, or whose shader s has them.
func load(m *ir.Module, s *ssa.Shader, o exec.LoadOptions) (exec.Program, error) {
	arith.Fill()
	p := &program{ssa: s, functions: make([]*function, len(m.Functions)), states: make([]uint8, len(m.Functions))}
	l := &p.loader
	l.m, l.p = m, p
	if err := l.overrides(o.Overrides); err != nil {
		return nil, err
	}
	if err := l.lengths(); err != nil {
		return nil, err
	}
	p.m = l.m
	p.types = newTypes(l.m)
	if err := l.values(); err != nil {
		return nil, err
	}
	if err := p.layOut(); err != nil {
		return nil, err
	}
	return p, nil
}

// program is a loaded module. The lock guards the functions that are compiled on demand;
// compiled functions don't change.
type program struct {
	m     *ir.Module
	ssa   *ssa.Shader // has the bodies of the functions, unless the module has them
	sizes [][3]uint32 // of workgroups, by entry point

	lock      sync.Mutex
	loader    loader
	constants [][]uint64 // by ConstantID; nil: not evaluated yet
	types     *types
	functions []*function
	states    []uint8
	entries   []*entry // by entry point
	pool      []uint64 // large constants
	poolAt    map[constantKey]int32
	shared    uint32 // bytes of workgroup memory that are accessed by offset
	data      []byte // constant data
}

func (p *program) Module() *ir.Module { return p.m }

// A loader evaluates the expressions that are fixed when a module is loaded.
type loader struct {
	m         *ir.Module
	p         *program
	evaluator consteval.Evaluator
	given     consteval.Overrides
}

// overrides converts the values given to the overrides' types, and evaluates the
// others.
func (l *loader) overrides(given map[string]float64) error {
	values := make([]consteval.Value, len(l.m.Overrides))
	known := make(map[string]bool, len(given)) // several overrides may share an id
	for i := 1; i < len(l.m.Overrides) && len(given) > 0; i++ {
		o := &l.m.Overrides[i]
		key := o.Key()
		x, ok := given[key]
		if !ok {
			continue
		}
		known[key] = true
		bits, err := overrideBits(o, x)
		if err != nil {
			return err
		}
		values[i] = consteval.Bits(o.Type, bits)
	}
	if len(known) < len(given) {
		return l.unknownOverride(given)
	}
	l.given = func(id ir.OverrideID) (consteval.Value, bool) { return values[id], values[id].IsKnown() }
	l.evaluator.Start(l.m)
	return nil
}

// unknownOverride names the first of the given overrides that doesn't exist.
func (l *loader) unknownOverride(given map[string]float64) error {
	known := map[string]bool{}
	note := "there are none"
	for i := 1; i < len(l.m.Overrides); i++ {
		key := l.m.Overrides[i].Key()
		known[key] = true
		if i == 1 {
			note = "there are " + key
		} else {
			note += ", " + key
		}
	}
	least := ""
	for key := range given {
		if !known[key] && (least == "" || key < least) {
			least = key
		}
	}
	return &exec.NotFoundError{Kind: "override", Name: least, Note: note}
}

// overrideBits converts a number to an override's type, as WebGPU does ("to WGSL type", by
// Web IDL's EnforceRange): integers lose their fraction, and a number that is then beyond
// the type's range is an error, as numbers that aren't finite are.
func overrideBits(o *ir.Override, x float64) (uint64, error) {
	fail := func(format string, args ...any) (uint64, error) {
		return 0, &exec.OverrideError{Name: o.Key(), Message: fmt.Sprintf(format, args...), Span: o.Span}
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fail("%v is no number that a shader can be given", x)
	}
	s := ir.Scalar(o.Type)
	if s == ir.Bool {
		return boolBits(x != 0), nil
	}
	bits := arith.Convert[arith.Index(ir.F64, s)](math.Float64bits(x))
	switch {
	case s.IsInteger():
		if !promisedFit(ir.F64, s, math.Float64bits(x)) {
			return fail("%v is no %s", x, s)
		}
	case arith.IsInf[s](bits) != 0:
		return fail("%v is beyond the range of %s", x, s)
	}
	return bits, nil
}

// evaluate is the value of a module-scope expression, as slots. Errors name the override
// that it is the value of, or begin with the expression's role.
func (l *loader) evaluate(id ir.ConstID, override, what string) ([]uint64, error) {
	v, err := l.evaluator.Evaluate(id, l.given)
	if err != nil {
		return nil, &exec.OverrideError{Name: override, Message: what + err.Message, Span: l.m.Consts.SpanOf(ir.ExprID(id))}
	}
	n := l.evaluator.Len(v.Type)
	if n > maxValueSlots {
		return nil, &exec.LimitError{What: "scalars in one value", Needed: uint64(n), Limit: maxValueSlots,
			Span: l.m.Consts.SpanOf(ir.ExprID(id))}
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = l.evaluator.Component(v, i).Bits
	}
	return out, nil
}

// maxLength is the greatest length of an array that is given by overrides.
const maxLength = 1 << 30

// lengths gives arrays whose length is an expression their length. The module is cloned if
// there are any.
func (l *loader) lengths() error {
	cloned := false
	for id := ir.FirstModuleType; int(id) < l.m.Types.Len(); id++ {
		t := l.m.Types.At(id)
		if t.LengthExpr == 0 {
			continue
		}
		span := l.m.Consts.SpanOf(ir.ExprID(t.LengthExpr))
		n, err := l.integer(t.LengthExpr, "the length of an array")
		if err != nil {
			return err
		}
		if n < 1 || n > maxLength {
			return &exec.OverrideError{Message: fmt.Sprintf("the length of an array is %d with these overrides; it must be from 1 to %d", n, maxLength), Span: span}
		}
		if !cloned {
			cloned = true
			l.m = l.m.Clone()
			t = l.m.Types.At(id)
		}
		t.Length, t.LengthExpr = uint32(n), 0
	}
	if cloned {
		l.evaluator.Start(l.m)
	}
	return nil
}

// integer is the value of an expression of an integer type.
func (l *loader) integer(id ir.ConstID, what string) (int64, error) {
	v, err := l.evaluate(id, "", what+": ")
	if err != nil {
		return 0, err
	}
	s := l.m.Types.ScalarOf(l.m.Consts.TypeOf(ir.ExprID(id)))
	if s.IsSigned() {
		shift := 64 - s.Bits()
		return int64(v[0]<<shift) >> shift, nil
	}
	return int64(v[0]), nil
}

// values evaluates workgroup sizes.
func (l *loader) values() error {
	p := l.p
	p.constants = make([][]uint64, len(l.m.Constants))
	p.entries = make([]*entry, len(l.m.EntryPoints))
	p.poolAt = map[constantKey]int32{}
	for i := range l.m.EntryPoints {
		e := &l.m.EntryPoints[i]
		size := e.WorkgroupSize
		for axis, x := range e.WorkgroupSizeExpr {
			if x == 0 {
				continue
			}
			n, err := l.integer(x, "the workgroup size of "+e.Name)
			if err != nil {
				return err
			}
			size[axis] = uint32(min(max(n, 0), 1<<31))
		}
		if rule := e.DerivativeGroup.Misfit(size); rule != "" {
			return &exec.InputError{What: "workgroup size of " + e.Name, Message: rule}
		}
		switch e.Stage {
		case ir.StageTessellationControl:
			size = [3]uint32{e.Setup().Tessellation.Vertices, 1, 1}
		case ir.StageTessellationEvaluation, ir.StageGeometry:
			size = [3]uint32{1, 1, 1}
		}
		p.sizes = append(p.sizes, size)
	}
	return nil
}

// constant is the value of a named constant. The program is locked.
func (p *program) constant(id ir.ConstantID) ([]uint64, error) {
	if p.constants[id] == nil {
		v, err := p.loader.evaluate(p.m.Constants[id].Init, "", fmt.Sprintf("constant %q: ", p.m.Constants[id].Name))
		if err != nil {
			return nil, err
		}
		p.constants[id] = v
	}
	return p.constants[id], nil
}

// override is the value of an override. The program is locked.
func (p *program) override(id ir.OverrideID) (uint64, error) {
	o := &p.m.Overrides[id]
	if v, given := p.loader.given(id); given {
		return v.Bits, nil
	}
	if o.Init == 0 {
		return 0, &exec.OverrideError{Name: o.Key(), Message: "it has no initial value, so one must be given", Span: o.Span}
	}
	v, err := p.loader.evaluate(o.Init, o.Key(), "")
	if err != nil {
		return 0, err
	}
	return v[0], nil
}
