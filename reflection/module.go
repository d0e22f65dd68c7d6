package reflection

// This file walks the module: first the requested entities, then their dependences.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"refract/diag"
	"refract/internal/ir/consteval"
	"refract/internal/ir/layout"
	"refract/internal/ir/transform"
	"refract/internal/num"
	"refract/ir"
	"refract/ir/validate"
)

// Options select the contents.
type Options struct {
	// EntryPoint picks one entry point, and the entities that it uses. "": all, used or
	// not.
	EntryPoint string `json:"entry_point,omitempty"`
	// Overrides are the values that a pipeline gives to overrides, by id in decimal if they
	// have one, else by name.
	Overrides map[string]float64 `json:"overrides,omitempty"`
}

// An EntryPointError reports that the module lacks the named entry point.
type EntryPointError struct {
	Name  string
	Names []string // of those that there are
}

// Diagnostic is the code of the error; it has no place.
func (e *EntryPointError) Diagnostic() (diag.Code, diag.Span) {
	return diag.CodeNoEntryPoint, diag.Span{}
}

func (e *EntryPointError) Error() string {
	if len(e.Names) == 0 {
		return fmt.Sprintf("the module has no entry point %q, nor any other", e.Name)
	}
	return fmt.Sprintf("the module has no entry point %q; there are %s", e.Name, strings.Join(e.Names, ", "))
}

// Module describes a valid module, given the facts of its validation. Both stay as they
// are. The error is an *EntryPointError, or of type *transform.OverrideError for values
// that don't fit.
func Module(m *ir.Module, info *validate.Info, o Options) (*Reflection, error) {
	r := &reflector{m: m, info: info, values: make([]consteval.Value, len(m.Overrides)), layouts: layout.New(m), structs: map[laidOut]int{}}
	if err := r.give(o.Overrides); err != nil {
		return nil, err
	}
	r.eval.Start(m)
	chosen := make([]int, 0, len(m.EntryPoints))
	var names []string
	for i := range m.EntryPoints {
		names = append(names, m.EntryPoints[i].Name)
		if o.EntryPoint == "" || m.EntryPoints[i].Name == o.EntryPoint {
			chosen = append(chosen, i)
		}
	}
	if o.EntryPoint != "" && len(chosen) == 0 {
		return nil, &EntryPointError{o.EntryPoint, names}
	}
	r.out = &Reflection{
		Version: Version, EntryPoints: []EntryPoint{}, Bindings: []Binding{}, Immediates: []Immediate{}, Structs: []Struct{},
		Overrides: []Override{}, Capabilities: []string{}, Features: []string{}, Limits: []Limit{},
	}
	used, overrides := make([]bool, len(m.Globals)), make([]bool, len(m.Overrides))
	if o.EntryPoint == "" {
		for i := range used {
			used[i] = true
		}
		for i := range overrides {
			overrides[i] = true
		}
	}
	for _, i := range chosen {
		for _, u := range info.EntryPoints[i].Globals {
			used[u.Global] = true
		}
	}
	r.resources(used, chosen)
	for _, i := range chosen {
		r.entryPoint(i, overrides)
	}
	for i := 1; i < len(m.Overrides); i++ {
		if overrides[i] {
			r.override(ir.OverrideID(i))
		}
	}
	if c := info.Required; !c.Empty() {
		r.out.Capabilities = strings.Split(c.String(), ",")
	}
	r.out.Features = features(info.Required, r.out.Bindings)
	r.out.Limits = merged(r.out.EntryPoints)
	return r.out, nil
}

// A reflector is the state of Module.
type reflector struct {
	m       *ir.Module
	info    *validate.Info
	eval    consteval.Evaluator
	values  []consteval.Value // by OverrideID: those given
	out     *Reflection
	layouts *layout.Cache   // its own: that of the validator's Info serves one goroutine
	structs map[laidOut]int // in out.Structs
}

// give takes the values of the pipeline.
func (r *reflector) give(values map[string]float64) error {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if transform.FindOverride(r.m, key) == 0 {
			return &transform.OverrideError{Name: key, Message: "there is no such override", Code: transform.CodeNoOverride}
		}
	}
	for id := 1; id < len(r.m.Overrides) && len(values) > 0; id++ {
		o := &r.m.Overrides[id]
		v, ok := values[o.Key()]
		if !ok {
			continue
		}
		bits, fits := transform.OverrideBits(r.m.Types.ScalarOf(o.Type), v)
		if !fits {
			return &transform.OverrideError{Name: o.Name, Message: fmt.Sprintf("%v is no value of type %s", v, r.m.TypeName(o.Type)),
				Span: o.Span, Code: transform.CodeOverrideValue}
		}
		r.values[id] = consteval.Bits(o.Type, bits)
	}
	return nil
}

// value is the value of an override for the evaluator.
func (r *reflector) value(o ir.OverrideID) (consteval.Value, bool) {
	return r.values[o], r.values[o].IsKnown()
}

// number evaluates a length or size; false: it has no value without the pipeline's, or none
// that fits.
func (r *reflector) number(c ir.ConstID) (uint32, bool) {
	v, err := r.eval.Evaluate(c, r.value)
	if err != nil || !v.IsKnown() {
		return 0, false
	}
	n, ok := v.Integer()
	return uint32(n), ok && n >= 1 && n <= math.MaxUint32
}

// override describes an override: of several that share an id, the first.
func (r *reflector) override(id ir.OverrideID) {
	o := &r.m.Overrides[id]
	if o.HasID && slices.ContainsFunc(r.out.Overrides, func(d Override) bool { return d.ID != nil && *d.ID == o.ID }) {
		return
	}
	d := Override{Name: o.Name, Key: o.Key(), Type: r.m.TypeName(o.Type), Required: o.Init == 0, Source: r.place(o.Span)}
	if o.HasID {
		d.ID = &o.ID
	}
	if o.Init != 0 {
		if v, err := r.eval.Evaluate(o.Init, r.value); err == nil && v.IsKnown() {
			d.Default = spell(r.m.Types.ScalarOf(o.Type), v.Bits)
		}
	}
	r.out.Overrides = append(r.out.Overrides, d)
}

// spell writes a scalar, as short as it reads back the same.
func spell(s ir.Scalar, bits uint64) Value {
	float := func(x float64, size int) Value {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return ""
		}
		return Value(strconv.FormatFloat(x, 'g', -1, size))
	}
	switch {
	case s == ir.Bool:
		return Value(strconv.FormatBool(bits != 0))
	case s == ir.F16:
		return float(float64(num.F16(bits).F32()), 32)
	case s == ir.F32:
		return float(float64(math.Float32frombits(uint32(bits))), 32)
	case s == ir.F64:
		return float(math.Float64frombits(bits), 64)
	case s.IsSigned():
		shift := 64 - s.Bits()
		return Value(strconv.FormatInt(int64(bits<<shift)>>shift, 10))
	}
	return Value(strconv.FormatUint(bits, 10))
}

// place is the place of a span in its source.
func (r *reflector) place(s diag.Span) string {
	if s.IsZero() || r.m.Sources == nil {
		return ""
	}
	p, ok := r.m.Sources.Position(s.Start)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// byPlace orders resources by group and binding, unbound ones at the end, in the order of
// their declarations.
func (r *reflector) byPlace(a, b ir.GlobalID) int {
	x, y := &r.m.Globals[a], &r.m.Globals[b]
	if x.HasBinding != y.HasBinding {
		if x.HasBinding {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(x.Binding.Group, y.Binding.Group), cmp.Compare(x.Binding.Binding, y.Binding.Binding), cmp.Compare(a, b))
}
