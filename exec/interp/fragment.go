package interp

// This file runs fragment shaders on a grid of pixels: quads row by row, as many
// at once as make a subgroup.

import (
	"context"
	"fmt"

	"refract/exec"
	"refract/ir"
)

// maxExtent is the greatest width or height of a grid.
const maxExtent = 1 << 15

// Fragments implements exec.Program.
func (p *program) Fragments(ctx context.Context, name string, grid exec.FragmentGrid, res *exec.Resources, o exec.RunOptions) (*exec.Report, error) {
	e, err := p.entryPoint(name, ir.StageFragment)
	if err != nil {
		return nil, err
	}
	if grid.Width < 0 || grid.Height < 0 || grid.Width > maxExtent || grid.Height > maxExtent {
		return nil, &exec.InputError{What: "grid", Message: fmt.Sprintf("%d×%d pixels are not possible", grid.Width, grid.Height)}
	}
	r, err := p.start(ctx, e, res, o)
	if err != nil {
		return nil, err
	}
	b := fragments{m: newMachine(r, 1), grid: &grid}
	err = b.run()
	b.m.settle()
	return r.result(), err
}

// fragments runs one grid.
type fragments struct {
	m                 *machine
	grid              *exec.FragmentGrid
	lanes             []*invocation
	inViews, outViews []exec.View // one for each input and output, used for every fragment
}

// views makes a view of memory of its own for each binding.
func (b *fragments) views(list []binding) ([]exec.View, error) {
	out := make([]exec.View, len(list))
	for i := range list {
		var err error
		if out[i], err = exec.NewValue(b.m.p.m, list[i].ty); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (b *fragments) run() error {
	m, e := b.m, b.m.entry
	if !m.reserve(int(m.options.SubgroupSize)*(len(e.private)+256), e.span) {
		return m.err
	}
	m.mems[workgroupMemory] = make([]byte, e.workgroup)
	for range m.options.SubgroupSize {
		b.lanes = append(b.lanes, &invocation{private: make([]byte, len(e.private))})
	}
	var err error
	if b.inViews, err = b.views(e.inputs); err != nil {
		return err
	}
	if b.outViews, err = b.views(e.outputs); err != nil {
		return err
	}
	wide, high := (b.grid.Width+1)/2, (b.grid.Height+1)/2
	batch := int(m.options.SubgroupSize) / 4
	for first := 0; first < wide*high; first += batch {
		if err := b.batch(first, min(first+batch, wide*high), wide); err != nil {
			return err
		}
	}
	return nil
}

// batch runs some quads.
func (b *fragments) batch(first, end, wide int) error {
	m, e := b.m, b.m.entry
	lanes := b.lanes[:4*(end-first)]
	m.workgroup++
	for i, v := range lanes {
		quad := first + i/4
		x, y := 2*(quad%wide)+i%2, 2*(quad/wide)+i%4/2
		v.name = exec.Invocation{Stage: ir.StageFragment, Global: [3]uint32{uint32(x), uint32(y)}}
		v.serial = uint32(4*first + i + 1)
		v.lane = uint32(i)
		copy(v.private, e.private)
		m.enter(v)
		if !m.begin(v, e.fn) {
			return m.err
		}
		if v.helper = x >= b.grid.Width || y >= b.grid.Height; !v.helper {
			m.began.Add(1)
		}
		if err := b.inputs(v, x, y); err != nil {
			return err
		}
	}
	g := group{lanes, m.options.SubgroupSize}
	if !m.runGroup(&g) {
		return m.err
	}
	for _, v := range lanes {
		x, y := int(v.name.Global[0]), int(v.name.Global[1])
		if x >= b.grid.Width || y >= b.grid.Height {
			continue
		}
		if v.demoted {
			if b.grid.Discarded != nil {
				b.grid.Discarded(x, y)
			}
			continue
		}
		if err := b.outputs(v, x, y); err != nil {
			return err
		}
	}
	return nil
}

// inputs fills the arguments of a fragment.
func (b *fragments) inputs(v *invocation, x, y int) error {
	m := b.m
	for i := range m.entry.inputs {
		in := &m.entry.inputs[i]
		slots := v.slots[in.slot : in.slot+in.count]
		clear(slots)
		if in.Kind == ir.BindBuiltIn {
			b.builtIn(v, in.BuiltIn, slots, x, y)
		}
		if b.grid.Input == nil || exec.IsSampleCount(&in.Binding) {
			continue
		}
		plan, view := &m.plans[in.plan], b.inViews[i]
		plan.write(slots, view.Data)
		if err := b.grid.Input(x, y, in.Binding, view); err != nil {
			return err
		}
		plan.read(slots, view.Data)
	}
	return nil
}

// builtIn is the value that a built-in input has unless the caller sets it.
func (b *fragments) builtIn(v *invocation, which ir.BuiltIn, slots []uint64, x, y int) {
	switch which {
	case ir.BuiltInPosition:
		slots[0], slots[1], slots[3] = f32Bits(float32(x)+0.5), f32Bits(float32(y)+0.5), f32Bits(1)
	case ir.BuiltInFrontFacing, ir.BuiltInSampleMask:
		slots[0] = 1
	case ir.BuiltInSamplePosition:
		slots[0], slots[1] = f32Bits(0.5), f32Bits(0.5)
	case ir.BuiltInHelperInvocation:
		slots[0] = boolBits(v.helper)
	case ir.BuiltInSubgroupSize:
		slots[0] = uint64(b.m.options.SubgroupSize)
	case ir.BuiltInSubgroupInvocationID:
		slots[0] = uint64(v.lane)
	case ir.BuiltInNumSubgroups:
		slots[0] = 1
	}
}

// outputs hands over the results of a fragment.
func (b *fragments) outputs(v *invocation, x, y int) error {
	if b.grid.Output == nil {
		return nil
	}
	for i := range b.m.entry.outputs {
		out := &b.m.entry.outputs[i]
		view := b.outViews[i]
		b.m.plans[out.plan].write(v.slots[out.slot:], view.Data)
		if err := b.grid.Output(x, y, out.Binding, view); err != nil {
			return err
		}
	}
	return nil
}
