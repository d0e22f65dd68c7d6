package interp

// This file runs vertex and fragment stages on batches of records.

import (
	"context"
	"fmt"

	"refract/exec"
	"refract/ir"
)

// stage implements exec.Stage: a machine and as many invocations as a subgroup has.
type stage struct {
	m               *machine
	lanes           []*invocation
	inputs, outputs []exec.Port
	in, out         int // words of the records
	serial          uint32
	record          []uint32 // scratch: of a fragment, whose words lie apart
}

// Stage implements exec.Stager.
func (p *program) Stage(ctx context.Context, name string, res *exec.Resources, o exec.RunOptions) (s exec.Stage, err error) {
	defer exec.Protect(&err)
	e, err := p.entryPoint(name, ir.StageVertex)
	if err != nil {
		var other error
		if e, other = p.entryPoint(name, ir.StageFragment); other != nil {
			return nil, err
		}
	}
	r, err := p.start(ctx, e, res, o)
	if err != nil {
		return nil, err
	}
	out := &stage{m: newMachine(r, 1)}
	p.lock.Lock()
	defer p.lock.Unlock()
	if out.inputs, out.in, err = p.ports(e.inputs); err != nil {
		return nil, err
	}
	if out.outputs, out.out, err = p.ports(e.outputs); err != nil {
		return nil, err
	}
	out.record = make([]uint32, out.in)
	n := 1
	if e.stage.Info().Quads || e.fn.suspends {
		n = int(r.options.SubgroupSize)
	}
	if !out.m.reserve(n*(len(e.private)+256), e.span) {
		return nil, out.m.err
	}
	for range n {
		out.lanes = append(out.lanes, &invocation{private: make([]byte, len(e.private))})
	}
	return out, nil
}

// ports describes bindings, one after the other in a record.
func (p *program) ports(list []binding) ([]exec.Port, int, error) {
	out := make([]exec.Port, len(list))
	words := 0
	for i := range list {
		b := &list[i]
		scalars, err := p.scalars(nil, b.ty)
		if err != nil {
			return nil, 0, err
		}
		out[i] = exec.Port{Binding: b.Binding, Type: b.ty, First: words, Scalars: scalars}
		words += len(scalars)
	}
	return out, words, nil
}

// scalars appends the scalars of a type, in the order of its slots.
func (p *program) scalars(out []ir.Scalar, t ir.TypeID) ([]ir.Scalar, error) {
	ty := p.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar:
		if ty.Scalar.Bits() == 64 {
			return nil, &exec.UnsupportedError{Feature: "64-bit inputs and outputs of a stage"}
		}
		return append(out, ty.Scalar), nil
	case ir.TypeVector, ir.TypeMatrix:
		for range p.types.slotsOf(t) {
			out = append(out, ty.Scalar)
		}
		return out, nil
	case ir.TypeArray:
		var err error
		for i := 0; i < int(ty.Length) && err == nil; i++ {
			out, err = p.scalars(out, ty.Base)
		}
		return out, err
	case ir.TypeStruct:
		var err error
		for i := range p.m.Structs[ty.Struct].Members {
			if out, err = p.scalars(out, p.m.Structs[ty.Struct].Members[i].Type); err != nil {
				break
			}
		}
		return out, err
	}
	return nil, &exec.UnsupportedError{Feature: "inputs and outputs of type " + p.m.TypeName(t)}
}

func (s *stage) Inputs() []exec.Port  { return s.inputs }
func (s *stage) Outputs() []exec.Port { return s.outputs }

// Close implements exec.Stage.
func (s *stage) Close() {}

// Run implements exec.Stage.
func (s *stage) Run(b *exec.Batch) (err error) {
	defer exec.Protect(&err)
	if len(b.In) < b.Count*s.in || len(b.Out) < b.Count*s.out || s.m.stage.Info().Quads && b.Count%4 != 0 {
		return &exec.InputError{What: "batch", Message: fmt.Sprintf("the records are too short for %d invocations", b.Count)}
	}
	for first := 0; first < b.Count; first += len(s.lanes) {
		if err := s.some(b, first, min(first+len(s.lanes), b.Count)); err != nil {
			return err
		}
	}
	return nil
}

// some runs as many invocations as there are lanes for.
func (s *stage) some(b *exec.Batch, first, end int) error {
	m, e := s.m, s.m.entry
	lanes := s.lanes[:end-first]
	m.workgroup++
	for i, v := range lanes {
		at := first + i
		v.name = exec.Invocation{Stage: m.stage}
		if b.Quads != nil {
			pixel := b.Quads[at/4].Pixel(at % 4)
			v.name.Global = [3]uint32{pixel[0], pixel[1]}
		}
		s.serial++
		v.serial = s.serial
		v.lane = uint32(i)
		copy(v.private, e.private)
		m.enter(v)
		if !m.begin(v, e.fn) {
			return m.err
		}
		if v.helper = b.Helper(at); !v.helper {
			m.began.Add(1)
		}
		record := b.In[at*s.in : (at+1)*s.in]
		if m.stage.Info().Quads {
			record = s.record
			for k := range record {
				record[k] = b.In[exec.FragmentWord(s.in, at, k)]
			}
		}
		s.load(v, record)
		if !e.fn.suspends && !v.helper && m.execute(v) == failed {
			return m.err
		}
	}
	if e.fn.suspends {
		g := group{lanes, m.options.SubgroupSize}
		if !m.runGroup(&g) {
			return m.err
		}
	}
	for i, v := range lanes {
		at := first + i
		if b.Quads != nil {
			q := &b.Quads[at/4]
			q.Discarded = q.Discarded&^(1<<(at%4)) | uint8(boolBits(v.helper))<<(at%4)
		}
		if v.helper {
			continue
		}
		for j := range e.outputs {
			from := e.outputs[j].slot
			for k := range s.outputs[j].Scalars {
				to := at*s.out + s.outputs[j].First + k
				if m.stage.Info().Quads {
					to = exec.FragmentWord(s.out, at, s.outputs[j].First+k)
				}
				b.Out[to] = uint32(v.slots[int(from)+k])
			}
		}
	}
	return nil
}

// load fills the arguments of an invocation.
func (s *stage) load(v *invocation, record []uint32) {
	for i := range s.inputs {
		port := &s.inputs[i]
		slots := v.slots[s.m.entry.inputs[i].slot:]
		words := record[port.First:]
		if port.Kind == ir.BindBuiltIn {
			switch port.BuiltIn {
			case ir.BuiltInHelperInvocation:
				slots[0] = boolBits(v.helper)
				continue
			case ir.BuiltInSubgroupSize:
				slots[0] = uint64(s.m.options.SubgroupSize)
				continue
			case ir.BuiltInSubgroupInvocationID:
				slots[0] = uint64(v.lane)
				continue
			case ir.BuiltInNumSubgroups:
				slots[0] = 1
				continue
			case ir.BuiltInSubgroupID:
				slots[0] = 0
				continue
			}
		}
		for k := range port.Scalars {
			slots[k] = uint64(words[k])
		}
	}
}
