package pipeline

// This file checks passes while they run: that the shader is still well formed, that a pass
// reports truthfully whether it changed anything, that analyses which it claims to preserve
// are still right, and that facts hold which it establishes or doesn't declare destroyed.

import (
	"bytes"
	"fmt"
	"reflect"

	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/pass"
)

// A CheckKind is the kind of fault of a pass.
type CheckKind uint8

const (
	Invalid  CheckKind = iota // the shader is malformed afterwards
	Unsaid                    // it changed the shader and said that it didn't
	Idle                      // it said that it changed the shader and didn't
	Stale                     // it claims to preserve an analysis whose result is another now
	Panicked                  // it failed; found without checking too
	LostFact                  // a fact doesn't hold that it establishes or doesn't destroy
)

// A CheckError reports a faulty pass. Before any pass, Application is nil.
type CheckError struct {
	Kind        CheckKind
	Application *Application
	Err         error // of Invalid: what is malformed
	What        string
}

func (e *CheckError) Error() string {
	where := "before any pass"
	if e.Application != nil {
		where = "pass application " + e.Application.String()
	}
	switch e.Kind {
	case Invalid:
		return where + ": the shader is malformed: " + e.Err.Error()
	case Unsaid:
		return where + ": said that it changed nothing, and did: " + e.What
	case Idle:
		return where + ": said that it changed something, and didn't"
	case Stale:
		return where + ": claims to preserve " + e.What + ", which isn't what it was"
	case Panicked:
		return where + ": failed: " + e.What
	case LostFact:
		return where + ": " + e.What + " doesn't hold afterwards"
	}
	panic(fmt.Sprint("kind of check error ", uint8(e.Kind)))
}

func (e *CheckError) Unwrap() error { return e.Err }

// A checker keeps the state for comparing a shader with its former self. Two shaders are
// the same if their texts are. As texts take long to write, changes in memory are looked
// for first.
type checker struct {
	s     *ssa.Shader
	last  *ssa.Shader // a copy of what it was
	text  []byte
	found pass.Props // what Facts finds; see known
	known bool       // found is of the shader as it is
}

func newChecker(s *ssa.Shader) *checker { return &checker{s: s, last: s.Clone(), text: ssa.Print(s)} }

// compare reports whether the shader is unchanged and returns its previous text.
func (c *checker) compare() (same bool, before []byte) {
	before, c.text, c.last = c.text, ssa.Print(c.s), c.s.Clone()
	same = bytes.Equal(before, c.text)
	c.known = c.known && same
	return same, before
}

// analyses compute the results that may be preserved, by analysis.
var analyses = []struct {
	id      ssa.Analysis
	name    string
	compute func(f *ssa.Function) any
}{
	{ssa.BlockOrder, "the order of blocks", func(f *ssa.Function) any { return analysis.BlockOrder(f) }},
	{ssa.Dominance, "dominance", dominance},
	{ssa.Liveness, "liveness", liveness},
	{ssa.InstrOrder, "the order of instructions", func(f *ssa.Function) any { return analysis.InstrOrder(f) }},
}

// dominance has frontiers too, which are otherwise computed on demand.
func dominance(f *ssa.Function) any {
	d := analysis.Dominance(f)
	d.Frontier(f.FirstBlock(), nil)
	return d
}

// liveness of a value is otherwise computed on demand.
func liveness(f *ssa.Function) any { return analysis.Liveness(f).All() }

// before computes the analyses that the pass preserves, for comparison.
func (c *checker) before(p *pass.Pass) {
	for _, f := range c.s.Funcs[1:] {
		for _, a := range analyses {
			if p.Preserves>>a.id&1 != 0 {
				a.compute(f)
			}
		}
	}
}

// after checks an application.
func (c *checker) after(a *Application) error {
	// A pass of functions changes no declaration of the module.
	if a.Func != 0 && !a.Changed && c.s.IsCopyOf(c.last) {
		return nil // and it is sound, and analyses are right, as before
	}
	if err := ssa.Verify(c.s); err != nil {
		return &CheckError{Kind: Invalid, Application: a, Err: err}
	}
	same, before := c.compare()
	switch {
	case same && a.Changed:
		return &CheckError{Kind: Idle, Application: a}
	case !same && !a.Changed:
		return &CheckError{Kind: Unsaid, Application: a, What: firstDifference(before, c.text)}
	}
	for _, f := range c.s.Funcs[1:] {
		if name := stale(f); name != "" {
			return &CheckError{Kind: Stale, Application: a, What: name + " of @" + f.Name}
		}
	}
	return nil
}

// stale names an analysis whose kept result differs from a new one, or "".
func stale(f *ssa.Function) string {
	for _, a := range analyses {
		if f.Cached(a.id) == nil {
			continue
		}
		kept := a.compute(f)
		all := [len(allAnalyses)]any{}
		for k, id := range allAnalyses {
			all[k] = f.Cached(id)
		}
		f.Preserve(ssa.NoAnalyses)
		now := a.compute(f)
		for k, id := range allAnalyses {
			f.Keep(id, all[k])
		}
		if !reflect.DeepEqual(kept, now) {
			return a.name
		}
	}
	return ""
}

var allAnalyses = [...]ssa.Analysis{ssa.BlockOrder, ssa.Dominance, ssa.Liveness, ssa.InstrOrder, ssa.LoopInfo, ssa.Divergence}

// facts checks whether the facts declared to hold after a pass do.
func (c *checker) facts(p *pass.Pass, r *Result) error {
	if !c.known {
		c.found, c.known = Facts(c.s), true
	}
	lost := r.Facts & seen() &^ c.found
	if lost == 0 {
		return nil
	}
	a := &Application{Pass: p}
	if n := len(r.Applications); n > 0 {
		a = &r.Applications[n-1]
	}
	return &CheckError{Kind: LostFact, Application: a, What: lost.String()}
}

// firstDifference is the first line that is different in two texts.
func firstDifference(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for k := range min(len(x), len(y)) {
		if !bytes.Equal(x[k], y[k]) {
			return fmt.Sprintf("line %d was %q, is %q", k+1, bytes.TrimSpace(x[k]), bytes.TrimSpace(y[k]))
		}
	}
	return fmt.Sprintf("%d lines were %d", len(y), len(x))
}
