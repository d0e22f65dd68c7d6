// Package pipeline runs passes: it lists them, reads lists of them, tracks the facts that
// hold of a shader, repeats groups until nothing changes, and on request checks each pass,
// reports its effect, leaves it out or stops after it.
//
// A pass runs on one function at a time, or on the shader as a whole. Each run is an
// application; applications are numbered from 1 in order, which is the same every time.
package pipeline

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"refract/diag"
	"refract/internal/budget"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Options configure Run.
type Options struct {
	// Establish runs the pass that establishes a fact which another requires, if it doesn't
	// hold. Otherwise that is a *RequirementError.
	Establish bool

	// Verify checks the shader and the pass after each application; see
	// CheckError. It makes everything several times slower.
	Verify bool

	// Disable names passes to leave out. A name that no pass has is an
	// *UnknownPassError.
	Disable []string

	// Limit ends the run after so many applications; 0: there is no limit.
	Limit int

	// Unlisted leaves the applications out of the result, and their times out of the
	// arguments of After.
	Unlisted bool

	// Facts, if not 0, are the facts known to hold of the shader, so that none are
	// computed.
	Facts pass.Props

	// Settle ends the repetition of a group for a function in whose last round nothing
	// changed it but passes that settle, though some pass might find a little more to do.
	Settle bool

	// MaxRounds bounds how often a group is repeated; 0: 32.
	MaxRounds int

	// After, if not nil, is called after each application. It must not change the
	// shader.
	After func(a *Application, s *ssa.Shader)
}

const defaultRounds = 32

// An Application is one run of a pass on a function or a shader.
type Application struct {
	Number   int // from 1
	Pass     *pass.Pass
	Func     ssa.FuncID // 0: the shader as a whole
	Function string     // the function's name
	Round    int        // of the group repeated around it, from 1; 0: none is
	Changed  bool
	Time     time.Duration
}

// String is the number, the pass and the function.
func (a *Application) String() string {
	s := fmt.Sprintf("%d: %s", a.Number, a.Pass.Name)
	if a.Func != 0 {
		s += " of @" + a.Function
	}
	if a.Round > 0 {
		s += fmt.Sprintf(", iteration %d", a.Round)
	}
	return s
}

// A Result is the outcome of Run.
type Result struct {
	Applications []Application
	Changed      bool
	// Unfinished is set if a group still changed something in its last iteration.
	Unfinished bool
	// Facts are the facts known to hold of the shader.
	Facts pass.Props
}

// A RequirementError is a pass that requires a fact which doesn't hold.
type RequirementError struct {
	Pass    *pass.Pass
	Missing pass.Props
	By      *pass.Pass // establishes it; nil: none does
}

func (e *RequirementError) Error() string {
	s := fmt.Sprintf("pass %s requires %v", e.Pass.Name, e.Missing)
	if e.By == nil {
		return s + ", which no pass establishes"
	}
	return s + ", which pass " + e.By.Name + " establishes"
}

// A LeftError is an instruction that a pass was to replace and can't.
type LeftError struct {
	Pass      *pass.Pass
	Function  string
	Operation op.Op
	Span      diag.Span
	sources   *diag.Sources
}

func (e *LeftError) Error() string {
	return fmt.Sprintf("pass %s has no replacement for %s in function %s", e.Pass.Name, e.Operation, e.Function)
}

// Unwrap returns the error as *diag.Diagnostics.
func (e *LeftError) Unwrap() error {
	var list diag.List
	list.Errorf(diag.CodeUnsupported, e.Span, "%s", e.Error())
	return list.Diagnostics(e.sources)
}

// leftIn returns the error about the first instruction of a function that a pass left.
func leftIn(p *pass.Pass, f *ssa.Function) error {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if p.Left(f, i) {
				return &LeftError{p, f.Name, f.Op(i), f.SpanOf(i), f.Shader.Module.Sources}
			}
		}
	}
	return nil
}

// Run runs a pipeline on a shader. The error is a *RequirementError, an *UnknownPassError, a
// *LeftError or a *CheckError, when verifying or of a pass that panicked; the shader is then as the
// last application left it, and the result lists the applications until then.
// The context of the meter of the shader's module ends the run, with the context's error.
func Run(s *ssa.Shader, p Pipeline, o Options) (*Result, error) {
	if o.Facts == 0 {
		o.Facts = Facts(s)
	}
	r := runners.Get().(*runner)
	defer r.release()
	r.s, r.o, r.result = s, o, &Result{Facts: o.Facts}
	if r.o.MaxRounds == 0 {
		r.o.MaxRounds = defaultRounds
	}
	for _, name := range o.Disable {
		x, err := Find(name)
		if err != nil {
			return r.result, err
		}
		r.disabled = append(r.disabled, x)
	}
	if o.Verify {
		if err := ssa.Verify(s); err != nil {
			return r.result, &CheckError{Kind: Invalid, Err: err}
		}
		r.check = newChecker(s)
	}
	_, err := r.list(p, 0)
	if err == errLimit {
		err = nil
	}
	return r.result, err
}

// A runner runs one pipeline.
type runner struct {
	s        *ssa.Shader
	o        Options
	result   *Result
	count    int         // applications
	only     Application // the last one, where none is listed
	disabled []*pass.Pass
	check    *checker // nil: nothing is checked

	// Versions count changes of a function, and of the shader as a whole. A pass
	// that changed nothing isn't run again on the same version.
	shader  uint32
	records []record     // by FuncID; [0]: of the shader
	passes  []*pass.Pass // by their number: those that ran
}

// runners keep the memory of finished runners.
var runners = sync.Pool{New: func() any { return new(runner) }}

// release hands a runner back.
func (r *runner) release() {
	for i := range r.records {
		r.records[i] = record{quiet: r.records[i].quiet[:0]}
	}
	clear(r.passes)
	*r = runner{records: r.records[:0], passes: r.passes[:0]}
	runners.Put(r)
}

// record holds the runner's facts about a function; the first, about the shader.
type record struct {
	f       *ssa.Function
	settled bool // nothing but passes that settle has changed it in this round
	done    bool // it takes no part in the rounds of the group
	version uint32
	quiet   []uint32 // by the number of a pass: the version at which it changed nothing, plus one
}

// number is the number of a pass in records.
func (r *runner) number(p *pass.Pass) int {
	for n, x := range r.passes {
		if x == p {
			return n
		}
	}
	r.passes = append(r.passes, p)
	return len(r.passes) - 1
}

// align gives each function, as numbered now, its record.
func (r *runner) align() {
	if len(r.records) == 0 {
		r.records = slices.Grow(r.records, len(r.s.Funcs))[:len(r.s.Funcs)]
		for id, f := range r.s.Funcs {
			r.records[id].f = f
		}
		return
	}
	at := map[*ssa.Function]int{}
	for i := range r.records {
		at[r.records[i].f] = i
	}
	records := make([]record, len(r.s.Funcs))
	for id, f := range r.s.Funcs {
		records[id].f = f
		if i, ok := at[f]; ok {
			records[id] = r.records[i]
		}
	}
	r.records = records
}

// aligned reports whether each function has its record.
func (r *runner) aligned() bool {
	if len(r.records) != len(r.s.Funcs) {
		return false
	}
	for id, f := range r.s.Funcs {
		if r.records[id].f != f {
			return false
		}
	}
	return true
}

// errLimit ends a run that has reached its limit.
var errLimit error = plainError("the limit of applications is reached")

func (r *runner) list(p Pipeline, round int) (changed bool, err error) {
	for k := range p {
		step := &p[k]
		var did bool
		switch {
		case step.Pass != nil:
			did, err = r.pass(step.Pass, round)
		case step.Repeat:
			did, err = r.repeat(step.Group)
		default:
			did, err = r.list(step.Group, round)
		}
		changed = changed || did
		if err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// repeat runs a group until nothing changes. Handles of removed instructions are reclaimed
// between iterations.
func (r *runner) repeat(group Pipeline) (changed bool, err error) {
	defer r.wake()
	for round := 1; round <= r.o.MaxRounds; round++ {
		for i := range r.records {
			r.records[i].settled = true
		}
		did, err := r.list(group, round)
		changed = changed || did
		if !did || err != nil {
			return changed, err
		}
		if r.o.Settle && r.settle() {
			return changed, nil
		}
		for id := 1; id < len(r.s.Funcs); id++ {
			if id >= len(r.records) || !r.records[id].done {
				r.s.Funcs[id].Reclaim()
			}
		}
	}
	r.result.Unfinished = true
	return changed, nil
}

// settle leaves out of further rounds the functions that have settled, and reports
// whether all have.
func (r *runner) settle() bool {
	if len(r.records) == 0 || !r.records[0].settled {
		return false
	}
	all := true
	for i := range r.records {
		x := &r.records[i]
		x.done = x.settled && i > 0
		all = all && x.settled
	}
	return all
}

// wake undoes settle.
func (r *runner) wake() {
	for i := range r.records {
		r.records[i].done = false
	}
}

// pass runs a pass wherever there is something new for it.
func (r *runner) pass(p *pass.Pass, round int) (changed bool, err error) {
	if slices.Contains(r.disabled, p) {
		return false, nil
	}
	for missing := requires(p) &^ r.result.Facts; missing != 0; {
		by := establishing(missing)
		if by == nil { // one after the other
			by = establishing(missing & -missing)
		}
		if by == nil || by == p || !r.o.Establish || slices.Contains(r.disabled, by) {
			return false, &RequirementError{p, missing, by}
		}
		if changed, err = r.pass(by, round); err != nil {
			return changed, err
		}
		left := requires(p) &^ r.result.Facts
		if left == missing {
			return changed, &RequirementError{p, missing, by}
		}
		missing = left
	}
	if !r.aligned() {
		r.align()
	}
	did := false
	n := r.number(p)
	if p.Shader != nil {
		did, err = r.apply(p, n, 0, round)
	} else {
		for id := ssa.FuncID(1); int(id) < len(r.s.Funcs) && err == nil; id++ {
			var now bool
			now, err = r.apply(p, n, id, round)
			did = did || now
		}
	}
	if did {
		r.result.Facts &^= p.Destroys | pass.Forms
		r.result.Changed = true
	}
	if err != nil {
		return changed || did, err
	}
	r.result.Facts |= p.Establishes
	if r.check != nil {
		err = r.check.facts(p, r.result)
	}
	return changed || did, err
}

// requires is the facts that must hold before a pass runs.
func requires(p *pass.Pass) pass.Props {
	if p.Establishes&pass.Tree != 0 {
		return p.Requires
	}
	return p.Requires | pass.Tree
}

// apply runs a pass, whose number is n, on a function or, if id is 0, on the shader.
func (r *runner) apply(p *pass.Pass, n int, id ssa.FuncID, round int) (changed bool, err error) {
	f := r.s.Funcs[id] // of 0: nil
	known := &r.records[id]
	if known.done {
		return false, nil
	}
	version := r.shader + known.version
	if f == nil {
		for i := range r.records {
			version += r.records[i].version
		}
	}
	if n < len(known.quiet) && known.quiet[n] == version+1 {
		return false, nil
	}
	if err := r.s.Module.Meter.Err(); err != nil {
		return false, err
	}
	if r.o.Limit > 0 && r.count == r.o.Limit {
		return false, errLimit
	}
	r.count++
	a := &r.only
	if !r.o.Unlisted {
		r.result.Applications = append(r.result.Applications, Application{})
		a = &r.result.Applications[len(r.result.Applications)-1]
	}
	*a = Application{Number: r.count, Pass: p, Func: id, Round: round}
	if f != nil {
		a.Function = f.Name
	}
	if r.check != nil {
		r.check.before(p)
	}
	var start time.Time
	if !r.o.Unlisted {
		start = time.Now()
	}
	if changed, err = runOne(p, r.s, f); err != nil {
		if fault, is := err.(*CheckError); is {
			fault.Application = a
		}
		return false, err
	}
	if !r.o.Unlisted {
		a.Time = time.Since(start)
	}
	a.Changed = changed
	known.settled = known.settled && (!changed || p.Settles)
	switch {
	case !changed:
		if known.quiet == nil {
			known.quiet = make([]uint32, 0, max(n+1, 16))
		}
		for n >= len(known.quiet) {
			known.quiet = append(known.quiet, 0)
		}
		known.quiet[n] = version + 1
	case f != nil:
		known.version++
	default:
		r.shader++
	}
	if r.o.After != nil {
		r.o.After(a, r.s)
	}
	if r.check != nil {
		err = r.check.after(a)
	}
	if err == nil && p.Left != nil && f != nil {
		err = leftIn(p, f)
	}
	return changed, err
}

// runOne runs a pass on a function or, if that is nil, on the shader. A panic becomes a
// *CheckError.
func runOne(p *pass.Pass, s *ssa.Shader, f *ssa.Function) (changed bool, err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *budget.Stopped:
			err = fault.Err
		default:
			err = &CheckError{Kind: Panicked, What: fmt.Sprint(fault)}
		}
	}()
	if f != nil {
		if changed = p.Function(f); changed {
			f.Preserve(p.Preserves)
		}
	} else if changed = p.Shader(s); changed {
		for _, g := range s.Funcs[1:] {
			g.Preserve(p.Preserves)
		}
	}
	return changed, nil
}
