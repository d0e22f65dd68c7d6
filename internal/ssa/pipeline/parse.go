package pipeline

// This file reads lists of passes:
//
//	list = item {"," item}
//	item = pass ["{" options "}"] | "-O0" | "-O1" | "-O2" | "-Os" | "(" list ")" ["*"]
//
// Package pass has the form of options.
// A group with a star is repeated until nothing changes. White space between
// words doesn't matter.

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"refract/ssa/pass"
)

// A Pipeline is a list of steps.
type Pipeline []Step

// A Step is a pass or a group of steps.
type Step struct {
	Pass   *pass.Pass // nil: a group
	Group  Pipeline
	Repeat bool // the group, until nothing changes
}

// Functions first, so that the passes after them see whole bodies. Then a loop: each of its
// passes makes work for others, and none undoes the work of another, so that it ends.
const (
	whole = "propagate-invariant, dead-functions, inline-small, dead-functions, global-to-local, "
	few   = "propagate-invariant, dead-functions, inline-few, dead-functions, global-to-local, " // of text
	local = "opt-deref, split-struct-vars, split-array-vars, vars-to-ssa, "
	value = "copy-prop, constant-folding, algebraic, remove-phis, peephole-select, cse, ranges, dead-cf, loop-unroll-once, loop-once, merge-ifs, trivial-jumps, dce, dead-calls, dead-variables"
	fast  = value + ", power-divisors"         // longer, but faster
	arms  = "hoist-loads, cse, merge-stores, " // of arms of ifs and switches
	hoist = "dead-shared-writes, dead-cf, dce, barriers, licm, cse, "
	late  = "algebraic-late, copy-prop, constant-folding, dce"
)

// A levelSet holds pipelines by level of optimization, Small last, parsed at the first use
// of one.
type levelSet struct {
	once  sync.Once
	texts [MaxLevel + 2]string
	lists [MaxLevel + 2]Pipeline
}

var levels = levelSet{texts: [...]string{
	"",
	whole + "(" + local + "copy-prop-vars, dead-writes, " + fast + ")*, " + arms + hoist + late,
	whole + "(" + local + "find-array-copies, copy-prop-vars, dead-writes, " + fast + ", loop-unroll, loop-peel, loop-unroll-exits)*, " + arms + hoist + late,
	whole + "(" + local + "copy-prop-vars, dead-writes, " + value + ")*, " + late,
}}

// A value that is loaded once for several times gets a name, and text longer.
var textLevels = levelSet{texts: [...]string{
	"",
	few + "(" + local + "dead-writes, " + fast + ")*, " + late,
	few + "(" + local + "find-array-copies, copy-prop-vars, dead-writes, " + fast + ", loop-unroll)*, " + late,
	few + "(" + local + "dead-writes, " + value + ")*, " + late,
}}

// MaxLevel is the highest level of optimization, Small the one that makes the least of
// a shader.
const (
	MaxLevel = 2
	Small    = -1
)

// Levels are all levels of optimization.
func Levels() []int { return []int{0, 1, 2, Small} }

// LevelName is how lists and the command name a level: "-O1".
func LevelName(level int) string {
	if level == Small {
		return "-Os"
	}
	return fmt.Sprintf("-O%d", level)
}

// LevelByName is the level with a name, without "-O": a number, or "s". It reports
// whether there is one.
func LevelByName(name string) (level int, ok bool) {
	for _, level := range Levels() {
		if LevelName(level) == "-O"+name {
			return level, true
		}
	}
	return 0, false
}

// Level is the pipeline of a level of optimization, one of Levels; of others the
// error is a *LevelError.
func Level(level int) (Pipeline, error) { return levels.level(level) }

// WithJoinedLimits is a pipeline before SPIR-V that gives accesses of neighbouring elements
// one limit at its end. If a neighbour of an element in bounds is out of bounds, the
// element that is accessed may then be another, too, which no level does unasked.
func (p Pipeline) WithJoinedLimits() Pipeline {
	joined.Do(func() {
		var err error
		if joinedPasses, err = Parse("join-limits, " + hoist + late); err != nil {
			panic(err)
		}
	})
	return append(p[:len(p):len(p)], joinedPasses...)
}

// WithHalves is a pipeline that begins with passes which compute and store floats in 16 bits if the shader
// requires no more. Inputs, outputs and buffers keep their types.
func (p Pipeline) WithHalves() Pipeline {
	halves.Do(func() {
		var err error
		if halfPasses, err = Parse("mediump-variables{modes=function_temp+shader_temp+shared, whole=off}, mediump, mediump-textures{sources=off, stores=off}"); err != nil {
			panic(err)
		}
	})
	return append(halfPasses[:len(halfPasses):len(halfPasses)], p...)
}

var (
	joined, halves           sync.Once
	joinedPasses, halfPasses Pipeline
)

// TextLevel is Level for text output: optimizations that make text longer, and that drivers
// do as well, are left to them.
func TextLevel(level int) (Pipeline, error) { return textLevels.level(level) }

func (s *levelSet) level(level int) (Pipeline, error) {
	if level < Small || level > MaxLevel {
		return nil, &LevelError{level}
	}
	if level == Small {
		level = MaxLevel + 1
	}
	s.once.Do(func() {
		for k, text := range s.texts {
			p, err := Parse(text)
			if err != nil {
				panic(err)
			}
			s.lists[k] = p
		}
	})
	return s.lists[level], nil
}

// A LevelError is a level of optimization that there isn't.
type LevelError struct{ Level int }

func (e *LevelError) Error() string {
	return fmt.Sprintf("there is no optimization level %d; there are 0 to %d, and s", e.Level, MaxLevel)
}

// A ParseError reports a fault in a list of passes.
type ParseError struct {
	Text    string
	Offset  int // in bytes
	Message string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("passes %q, at %d: %s", e.Text, e.Offset+1, e.Message)
}

// An UnknownPassError is a name that no pass has.
type UnknownPassError struct{ Name string }

func (e *UnknownPassError) Error() string { return fmt.Sprintf("there is no pass %q", e.Name) }

// Find is ByName with an *UnknownPassError.
func Find(name string) (*pass.Pass, error) {
	if p := ByName(name); p != nil {
		return p, nil
	}
	return nil, &UnknownPassError{name}
}

// maxDepth bounds how deeply groups stand in groups.
const maxDepth = 16

// Parse reads a list of passes; of the empty one the pipeline does nothing. The
// error is a *ParseError or an *UnknownPassError.
func Parse(text string) (Pipeline, error) {
	r := reader{text: text}
	if r.space(); r.at == len(text) {
		return nil, nil
	}
	p, err := r.list(0)
	if err == nil && r.at < len(text) {
		err = r.fail("expected ',' or the end")
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

type reader struct {
	text string
	at   int
}

func (r *reader) fail(message string) error { return &ParseError{r.text, r.at, message} }

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// is takes a byte if it is next.
func (r *reader) is(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		r.space()
		return true
	}
	return false
}

func (r *reader) list(depth int) (Pipeline, error) {
	if depth > maxDepth {
		return nil, r.fail("groups are nested too deeply")
	}
	var list Pipeline
	for {
		steps, err := r.item(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, steps...)
		if !r.is(',') {
			return list, nil
		}
	}
}

func (r *reader) item(depth int) (Pipeline, error) {
	if r.is('(') {
		group, err := r.list(depth + 1)
		if err != nil {
			return nil, err
		}
		if !r.is(')') {
			return nil, r.fail("expected ',' or ')'")
		}
		return Pipeline{{Group: group, Repeat: r.is('*')}}, nil
	}
	start := r.at
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n,()*{}", r.text[r.at]) < 0 {
		r.at++
	}
	word := r.text[start:r.at]
	r.space()
	if word == "" {
		return nil, r.fail("expected the name of a pass or '('")
	}
	if name, ok := strings.CutPrefix(word, "-O"); ok {
		if level, ok := LevelByName(name); ok {
			return Level(level)
		}
		if n, err := strconv.Atoi(name); err == nil {
			return nil, &LevelError{n}
		}
	}
	p, err := Find(word)
	if err != nil {
		return nil, err
	}
	if r.is('{') {
		if p, err = r.options(p); err != nil {
			return nil, err
		}
	}
	return Pipeline{{Pass: p}}, nil
}

// options reads the options of a pass, up to the closing brace.
func (r *reader) options(p *pass.Pass) (*pass.Pass, error) {
	start := r.at
	n := strings.IndexByte(r.text[start:], '}')
	if n < 0 {
		return nil, r.fail("expected '}' behind the options of a pass")
	}
	o := configuration(p)
	if o == nil {
		return nil, r.fail("pass " + p.Name + " takes no options")
	}
	made, err := o.Make(r.text[start : start+n])
	if err != nil {
		return nil, r.fail("pass " + p.Name + ": " + err.Error())
	}
	r.at = start + n + 1
	r.space()
	return made, nil
}

// String is the pipeline as Parse reads it.
func (p Pipeline) String() string {
	var words []string
	for _, s := range p {
		switch {
		case s.Pass != nil:
			words = append(words, s.Pass.Name+s.Pass.Arguments)
		case s.Repeat:
			words = append(words, "("+s.Group.String()+")*")
		default:
			words = append(words, "("+s.Group.String()+")")
		}
	}
	return strings.Join(words, ", ")
}

// Of makes a pipeline of passes that need not be listed here.
func Of(list ...*pass.Pass) Pipeline {
	p := make(Pipeline, len(list))
	for k := range list {
		p[k].Pass = list[k]
	}
	return p
}

// Repeated makes a pipeline that repeats another until nothing changes.
func Repeated(p Pipeline) Pipeline { return Pipeline{{Group: p, Repeat: true}} }
