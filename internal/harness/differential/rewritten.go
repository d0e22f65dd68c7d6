package differential

// This file runs rewritten modules in the reference engine: transformed, printed and read
// again, written as WGSL and read again. No tool from outside is needed for that, and a
// program takes about a millisecond.

import (
	"fmt"
	"slices"
	"strings"

	wgslback "refract/back/wgsl"
	"refract/diag"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ir/validate"
)

// Rewritten runs the result of a function on a job's module, which must be left unchanged.
// The result is validated first.
func Rewritten(name string, rewrite func(*Job) (*ir.Module, error)) Engine {
	return Engine{name, func(j *Job) (Result, error) {
		m, err := rewrite(j)
		if err != nil {
			return nil, err
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			return nil, fmt.Errorf("not valid afterwards: %w", err)
		}
		changed := *j
		changed.Module, changed.Overrides = m, map[string]float64{}
		for i := 1; i < len(m.Overrides); i++ { // those that are left
			key := m.Overrides[i].Key()
			if x, ok := j.Overrides[key]; ok {
				changed.Overrides[key] = x
			}
		}
		return Run(interp.Engine{}, &changed, 0)
	}}
}

// transformed runs a module changed in place.
func transformed(name string, change func(*ir.Module) error) Engine {
	return Rewritten(name, func(j *Job) (*ir.Module, error) {
		m := j.Module.Clone()
		return m, change(m)
	})
}

// simple is transformed without an error.
func simple(name string, change func(*ir.Module)) Engine {
	return transformed(name, func(m *ir.Module) error { change(m); return nil })
}

// allPolyfills is every polyfill that gives the very same result.
const allPolyfills = transform.PolyfillBitCounts | transform.PolyfillBitFields | transform.PolyfillPackInteger |
	transform.PolyfillDotPacked | transform.PolyfillIntegerDot | transform.PolyfillCarry | transform.PolyfillSaturate |
	transform.PolyfillModf | transform.PolyfillFrexp | transform.PolyfillLdexp | transform.PolyfillOuter |
	transform.PolyfillFaceForward | transform.PolyfillSelect

// WGSL is an engine that runs the WGSL of a module, which is read again.
func WGSL() Engine { return Rewritten("wgsl", throughWGSL(wgslback.Options{})) }

// Transforms are engines that change the module in one way each, without changing its
// results.
func Transforms() []Engine {
	restrict := transform.BoundsOptions{Index: transform.Restrict, Buffer: transform.Restrict, BindingArray: transform.Restrict}
	zero := transform.BoundsOptions{Index: transform.ReadZeroSkipWrite, Buffer: transform.ReadZeroSkipWrite}
	return []Engine{
		Rewritten("text", func(j *Job) (*ir.Module, error) { return ir.ParseString("text", ir.Print(j.Module)) }),
		Rewritten("ssa text", throughSSAText),
		WGSL(),
		Rewritten("minified wgsl", throughWGSL(wgslback.Options{Minify: true})),
		simple("compact", func(m *ir.Module) { compact.Module(m, compact.Options{}) }),
		simple("polyfills", func(m *ir.Module) { transform.Polyfill(m, allPolyfills) }),
		simple("other polyfills", func(m *ir.Module) {
			transform.Polyfill(m, transform.PolyfillBitFieldOps|transform.PolyfillFirstBits|transform.PolyfillVectorSelect)
		}),
		simple("bit scans", func(m *ir.Module) { transform.Polyfill(m, transform.PolyfillBitScans) }),
		simple("divisions", func(m *ir.Module) { transform.Divisions(m, transform.DivisionOptions{}) }),
		simple("magnitudes", func(m *ir.Module) { transform.Divisions(m, transform.DivisionOptions{Magnitudes: true}) }),
		simple("remainders", func(m *ir.Module) {
			transform.Divisions(m, transform.DivisionOptions{}) // of x%0 it takes care
			transform.Remainders(m, transform.RemainderOptions{Signed: true})
		}),
		simple("shifts", transform.Shifts),
		simple("conversions", func(m *ir.Module) { transform.Conversions(m, transform.ConversionOptions{NaN: true}) }),
		simple("wrapping", transform.WrapSigned),
		simple("folded integers", transform.FoldIntegers),
		simple("bools", transform.BoolOperations),
		simple("forwarded", func(m *ir.Module) {
			transform.Polyfill(m, allPolyfills)
			transform.ForwardResults(m)
		}),
		simple("spilled", func(m *ir.Module) { transform.SpillDynamic(m, transform.SpillOptions{Vectors: true}) }),
		simple("restricted", func(m *ir.Module) { transform.BoundsChecks(m, restrict) }),
		simple("zero out of bounds", func(m *ir.Module) { transform.BoundsChecks(m, zero) }),
		simple("words for views", func(m *ir.Module) { words(m) }),
		simple("zeroed", func(m *ir.Module) {
			words(m)
			transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true, Workgroup: true})
		}),
		simple("bounded loops", func(m *ir.Module) { transform.BoundLoops(m, transform.LoopOptions{All: true}) }),
		simple("shortly bounded loops", func(m *ir.Module) { transform.BoundLoops(m, transform.LoopOptions{All: true, Limit: 1 << 20}) }),
		simple("without continuing", transform.Continuing),
		simple("without fall-through", transform.RemoveFallThrough),
		simple("simple switches", transform.SimplifySwitches),
		simple("forwarded continues", transform.ForwardContinues),
		simple("forwarded returns", transform.ForwardReturns),
		simple("ended returns", transform.EndReturns),
		simple("ordered storage", transform.OrderStorage),
		simple("compare-exchange", transform.CompareExchanges),
		simple("uniform loads", transform.UniformLoads),
		simple("collective loops", func(m *ir.Module) {
			transform.CollectiveLoops(m, func(v ir.SubgroupCollective, _ ir.TypeID) bool {
				return v.Op != ir.SubgroupAdd || v.Collective != ir.ExclusiveScan
			})
		}),
		simple("linear indices", transform.LinearIndices),
		simple("split inputs", func(m *ir.Module) {
			transform.SplitInputs(m, func(*ir.EntryPoint, ir.TypeID) bool { return false })
		}),
		transformed("pointer parameters", func(m *ir.Module) error {
			return transform.PointerParams(m, transform.PointerParamOptions{Resources: true})
		}),
		transformed("no pointer parameters", func(m *ir.Module) error {
			return transform.PointerParams(m, transform.PointerParamOptions{Resources: true, Variables: true, Workgroup: true})
		}),
		transformed("uniform matrices", func(m *ir.Module) error {
			if err := transform.PointerParams(m, transform.PointerParamOptions{Resources: true}); err != nil {
				return err
			}
			transform.UniformMatrices(m)
			return nil
		}),
		Rewritten("overrides", func(j *Job) (*ir.Module, error) {
			m := j.Module.Clone()
			return m, transform.SubstituteOverrides(m, j.Overrides)
		}),
	}
}

// throughWGSL writes WGSL and reads it again.
func throughWGSL(o wgslback.Options) func(*Job) (*ir.Module, error) {
	return func(j *Job) (*ir.Module, error) {
		text, _, err := wgslback.Write(j.Module, nil, o)
		if err != nil {
			return nil, err
		}
		var list diag.List
		m := wgsl.Parse(text, 1, wgsl.Options{}, &list)
		if list.HasErrors() {
			first := list.Sorted()[0]
			at := min(int(first.Span.Start)-1, len(text))
			end := at + strings.IndexByte(text[at:]+"\n", '\n')
			return nil, fmt.Errorf("%s: %s in %s", first.Code, first.Message, text[strings.LastIndexByte(text[:at], '\n')+1:end])
		}
		return m, nil
	}
}

// ThroughWGSL is a job whose source is this module's WGSL for another's module: at level 0
// unoptimized, else after the pipeline of a level of optimization with strict floating
// point; for the smallest, the text is the shortest, too.
func ThroughWGSL(j *Job, level int) (*Job, error) {
	m := j.Module
	if level != 0 {
		s, err := optimized(j, level)
		if err != nil {
			return nil, err
		}
		if m, err = Back(s); err != nil {
			return nil, err
		}
	}
	short := level == pipeline.Small
	text, _, err := wgslback.Write(m, nil, wgslback.Options{Minify: short, Terse: short})
	if err != nil {
		return nil, err
	}
	changed := *j
	changed.Name, changed.Source = fmt.Sprintf("%s, written at -O%d", j.Name, level), string(text)
	if level != 0 {
		err = changed.findUnbound(m)
	}
	return &changed, err
}

// findUnbound notes which of the job's buffers the entry point doesn't use in m.
func (j *Job) findUnbound(m *ir.Module) error {
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		return fmt.Errorf("not valid afterwards: %w", err)
	}
	at := slices.IndexFunc(m.EntryPoints, func(e ir.EntryPoint) bool { return e.Name == j.Entry && e.Stage == j.Stage })
	if at < 0 {
		return fmt.Errorf("there is no entry point %q afterwards", j.Entry)
	}
	j.unbound = make([]bool, len(j.Buffers))
	for i := range j.Buffers {
		b := &j.Buffers[i]
		j.unbound[i] = !slices.ContainsFunc(info.EntryPoints[at].Globals, func(u validate.GlobalUse) bool {
			g := &m.Globals[u.Global]
			return (g.Space == ir.SpaceStorage || g.Space == ir.SpaceUniform) && g.Binding.Group == b.Group && g.Binding.Binding == b.Binding
		})
	}
	return nil
}

// Reread is ThroughWGSL, read again: a job of its own, with the same buffers.
func Reread(j *Job, level int) (*Job, error) {
	written, err := ThroughWGSL(j, level)
	if err != nil {
		return nil, err
	}
	read, err := newJob(Job{Name: written.Name, Source: written.Source, Entry: j.Entry, Stage: j.Stage, Workgroups: j.Workgroups}, 0)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, written.Source)
	}
	again := *written
	again.Module, again.info, again.Overrides = read.Module, read.info, map[string]float64{}
	for i := 1; i < len(read.Module.Overrides); i++ { // those that are left
		key := read.Module.Overrides[i].Key()
		if x, ok := j.Overrides[key]; ok {
			again.Overrides[key] = x
		}
	}
	return &again, nil
}

// With is the job with another module of the same meaning, after validation.
func (j *Job) With(name string, m *ir.Module) (*Job, error) {
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		return nil, fmt.Errorf("not valid: %w", err)
	}
	changed := *j
	changed.Name += ", " + name
	changed.Module, changed.info = m, info
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Stage != j.Stage {
			continue
		}
		changed.Entry = e.Name
		if e.Name == j.Entry {
			break
		}
	}
	return &changed, nil
}

// OptimizedJob is the job with the module that comes back from the pipeline of a level of
// optimization, with strict floating point and every pass checked.
func OptimizedJob(j *Job, level int) (*Job, error) {
	s, err := optimized(j, level)
	if err != nil {
		return nil, err
	}
	m, err := Back(s)
	if err != nil {
		return nil, err
	}
	return j.With(fmt.Sprintf("optimized -O%d", level), m)
}

// words replaces buffers and their views, as everything that makes other memory of
// memory wants it.
func words(m *ir.Module) {
	if err := transform.BufferViews(m); err != nil {
		panic(err)
	}
}
