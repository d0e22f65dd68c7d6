// Package ssatest compares shaders in SSA form by their results. Only tests import it.
package ssatest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/ir"
	"refract/ssa"
)

// rounds is how often each function runs, each time with other inputs.
const rounds = 8

// steps is how many steps a run of the first shader may take. The second may take more: one
// operation becomes a function of many on a machine that lacks it.
const steps = 1 << 16

// Same fails the test unless [Compare] finds that after computes the same as before. It
// returns how many functions ran.
func Same(t testing.TB, before, after *ssa.Shader) int {
	t.Helper()
	ran, difference := Compare(before, after)
	if difference != "" {
		t.Errorf("before and after differ: %s", difference)
	}
	return ran
}

// Compare runs the functions that have the same name in two shaders on the same made-up
// inputs, compute entry points as workgroups, and describes a difference of results, memory
// behind pointer parameters or buffers, or returns "". It runs functions that take and
// return values with a place in memory and use no textures; ran counts them. Runs of the
// first shader that trap or take too long count for nothing. Results are compared by bits,
// so that floating-point operations must have no freedom, and nothing may depend on
// undefined values.
func Compare(before, after *ssa.Shader) (ran int, difference string) {
	a, err := interp.SSAEngine{}.Load(before, exec.LoadOptions{})
	if err != nil {
		return 0, ""
	}
	b, err := interp.SSAEngine{}.Load(after, exec.LoadOptions{})
	if err != nil {
		return 0, "loading: " + err.Error()
	}
	for _, f := range before.Funcs[1:] {
		if !hasFunction(after, f.Name) {
			continue // a pass may remove what nothing calls
		}
		entry, compute := entryOf(before, f)
		if entry != "" && !compute {
			continue
		}
		counted := false
		for round := range rounds {
			x := run(a, f, entry, uint64(round), steps)
			if x.err != nil {
				continue
			}
			counted = true
			y := run(b, f, entry, uint64(round), 64*steps)
			if d := x.compare(y); d != "" {
				return ran, fmt.Sprintf("%s, round %d: %s", f.Name, round, d)
			}
		}
		if counted {
			ran++
		}
	}
	return ran, ""
}

func hasFunction(s *ssa.Shader, name string) bool {
	for _, f := range s.Funcs[1:] {
		if f.Name == name {
			return true
		}
	}
	return false
}

// entryOf is the entry point whose function it is, and whether it is a compute
// shader.
func entryOf(s *ssa.Shader, f *ssa.Function) (name string, compute bool) {
	for i := range s.EntryPoints {
		if e := &s.EntryPoints[i]; s.Funcs[e.Function] == f {
			return e.Name, e.Stage == ir.StageCompute
		}
	}
	return "", false
}

// An outcome is the results of a run.
type outcome struct {
	memory [][]byte // result, pointer parameters, buffers
	what   []string // of memory
	err    error
}

func (x *outcome) add(what string, b []byte) {
	x.what, x.memory = append(x.what, what), append(x.memory, b)
}

func (x *outcome) compare(y *outcome) string {
	if y.err != nil {
		return "only one fails: " + y.err.Error()
	}
	for i := range x.memory {
		if i >= len(y.memory) || !bytes.Equal(x.memory[i], y.memory[i]) {
			return fmt.Sprintf("%s: % x became % x", x.what[i], x.memory[i], y.memory[min(i, len(y.memory)-1)])
		}
	}
	return ""
}

var errNoInput = errors.New("a type without values")

// run runs a function, as an entry point if it is one, on inputs from a seed.
func run(p exec.Program, f *ssa.Function, entry string, seed, steps uint64) *outcome {
	x := new(outcome)
	m := p.Module()
	g := &generator{m: m, state: seed}
	var resources exec.Resources
	for i := 1; i < len(m.Globals) && x.err == nil; i++ {
		x.err = x.buffer(g, &m.Globals[i], &resources)
	}
	var args []any
	for i := range f.Params {
		if x.err != nil || entry != "" {
			break
		}
		t := f.Params[i].Type
		pointer := m.Types.At(t).Kind == ir.TypePointer
		if pointer {
			t = m.Types.At(t).Base
		}
		value, err := g.value(t)
		if err != nil {
			x.err = err
			break
		}
		if !pointer {
			args = append(args, value)
			continue
		}
		view, err := exec.NewValue(m, t)
		if err == nil {
			err = view.Set(value)
		}
		x.err = err
		x.add(fmt.Sprintf("parameter %d", i), view.Data)
		args = append(args, view)
	}
	if x.err != nil {
		return x
	}
	options := exec.RunOptions{MaxSteps: steps}
	if entry != "" {
		_, x.err = p.Dispatch(context.Background(), entry, [3]uint32{2, 1, 1}, &resources, options)
		return x
	}
	view, _, err := p.Call(context.Background(), f.Name, args, &resources, options)
	x.err = err
	x.add("the result", view.Data)
	return x
}

// open is how many bytes an array gets whose length its buffer decides, at least.
const open = 160

// buffer binds a buffer to a variable that needs one.
func (x *outcome) buffer(g *generator, v *ir.Global, resources *exec.Resources) error {
	if v.Space != ir.SpaceStorage && v.Space != ir.SpaceUniform {
		return nil
	}
	size, err := exec.NewPlaces(g.m).Size(exec.Place{Type: v.Type, Layout: v.Layout})
	if err != nil || size > 1<<20 {
		return errNoInput
	}
	data := make([]byte, (size+open+15)&^15)
	view, err := exec.NewView(g.m, v.Type, v.Layout, data)
	if err != nil {
		return err
	}
	value, err := g.value(v.Type)
	if err != nil {
		return err
	}
	if err := view.Set(value); err != nil {
		return err
	}
	b := &exec.Buffer{Data: data, ReadOnly: v.Access&ir.AccessWrite == 0}
	if v.HasBinding {
		resources.Bind(v.Binding.Group, v.Binding.Binding, b)
	} else {
		resources.BindName(v.Name, b)
	}
	x.add("buffer "+v.Name, data)
	return nil
}

// A generator makes up values.
type generator struct {
	m     *ir.Module
	state uint64
}

func (g *generator) next() uint64 {
	g.state += 0x9e3779b97f4a7c15
	x := g.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// value is a Go value as [exec.View.Set] takes it: integers are often small or at
// the ends of their range, floats are multiples of 1/4.
func (g *generator) value(id ir.TypeID) (any, error) {
	t := g.m.Types.At(id)
	list := func(n int, element ir.TypeID) (any, error) {
		out := make([]any, n)
		for i := range out {
			v, err := g.value(element)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return g.scalar(t.Scalar), nil
	case ir.TypeVector:
		return list(int(t.Rows), ir.ScalarTypeOf(t.Scalar))
	case ir.TypeMatrix:
		return list(int(t.Columns), ir.VectorOf(t.Scalar, int(t.Rows)))
	case ir.TypeArray:
		return list(int(max(t.Length, 1)), t.Base)
	case ir.TypeStruct:
		out := map[string]any{}
		for _, member := range g.m.Structs[t.Struct].Members {
			v, err := g.value(member.Type)
			if err != nil {
				return nil, err
			}
			out[member.Name] = v
		}
		return out, nil
	}
	return nil, errNoInput
}

func (g *generator) scalar(s ir.Scalar) any {
	x := g.next()
	switch {
	case s == ir.Bool:
		return x&1 != 0
	case s.IsFloat():
		return float64(int64(x>>8%64)-24) / 4
	}
	shift := 64 - s.Bits()
	bits := x >> 40 % 8
	switch x % 4 {
	case 0:
		bits = x >> shift
	case 1:
		bits = -(x >> 40 % 4)
	case 2:
		bits = 1<<(s.Bits()-1) - x>>40%3
	}
	if s.IsSigned() {
		return int64(bits<<shift) >> shift
	}
	return bits << shift >> shift
}
