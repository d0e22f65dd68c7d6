package wasm

// This file runs fragment shaders on a grid of pixels: the quads row by row, as records
// of a stage.

import (
	"context"
	"encoding/binary"
	"errors"
	"math"

	"refract/exec"
	"refract/ir"
)

// A portView is memory for a value of a port, and the places of its scalars.
type portView struct {
	port    exec.Port
	view    exec.View
	offsets []uint32
}

// portViews makes views for ports.
func (p *program) portViews(ports []exec.Port) ([]portView, error) {
	places := exec.NewPlaces(p.Module())
	out := make([]portView, len(ports))
	for k, port := range ports {
		view, err := exec.NewValue(p.Module(), port.Type)
		if err != nil {
			return nil, err
		}
		offsets, err := flattenPlace(p.Module(), places, view.Place, 0, nil)
		if err != nil {
			return nil, err
		}
		out[k] = portView{port, view, offsets}
	}
	return out, nil
}

func (v *portView) write(record []uint32) {
	for k, at := range v.offsets {
		word := record[v.port.First+k]
		if v.port.Scalars[k] == ir.F16 {
			binary.LittleEndian.PutUint16(v.view.Data[at:], uint16(word))
			continue
		}
		binary.LittleEndian.PutUint32(v.view.Data[at:], word)
	}
}

func (v *portView) read(record []uint32) {
	for k, at := range v.offsets {
		if v.port.Scalars[k] == ir.F16 {
			record[v.port.First+k] = uint32(binary.LittleEndian.Uint16(v.view.Data[at:]))
			continue
		}
		record[v.port.First+k] = binary.LittleEndian.Uint32(v.view.Data[at:])
	}
}

// Fragments implements exec.Program.
func (p *program) Fragments(ctx context.Context, name string, grid exec.FragmentGrid, res *exec.Resources, o exec.RunOptions) (report *exec.Report, err error) {
	defer exec.Protect(&err)
	const most = 1 << 15
	fragment := false
	for i := range p.source.EntryPoints {
		fragment = fragment || p.source.EntryPoints[i].Name == name && p.source.EntryPoints[i].Stage == ir.StageFragment
	}
	if !fragment || grid.Width < 0 || grid.Height < 0 || grid.Width > most || grid.Height > most {
		return p.Program.Fragments(ctx, name, grid, res, o) // the error
	}
	opened, err := p.open(ctx, name, ir.StageFragment, res, o)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	g := &gridRun{stage: opened, grid: &grid}
	if g.in, err = p.portViews(opened.Inputs()); err != nil {
		return nil, err
	}
	if g.out, err = p.portViews(opened.Outputs()); err != nil {
		return nil, err
	}
	err = g.run()
	return &exec.Report{Steps: opened.steps - opened.left, Invocations: g.began}, err
}

// A gridRun runs one grid.
type gridRun struct {
	stage   *stage
	grid    *exec.FragmentGrid
	in, out []portView
	began   uint64
	record  []uint32 // scratch: of a fragment
}

func (g *gridRun) run() error {
	in, out := exec.Words(g.stage.Inputs()), exec.Words(g.stage.Outputs())
	g.record = make([]uint32, max(in, out))
	b := exec.Batch{In: make([]uint32, batchSize*in), Out: make([]uint32, batchSize*out), Quads: make([]exec.Quad, batchSize/lanes)}
	wide, high := (g.grid.Width+1)/2, (g.grid.Height+1)/2
	for first := 0; first < wide*high; first += batchSize / lanes {
		quads := min(batchSize/lanes, wide*high-first)
		b.Count = lanes * quads
		for k := range b.Count {
			quad := first + k/lanes
			x, y := 2*(quad%wide)+k%2, 2*(quad/wide)+k%4/2
			q := &b.Quads[k/lanes]
			if k%lanes == 0 {
				*q = exec.Quad{X: uint32(x), Y: uint32(y)}
			}
			if x >= g.grid.Width || y >= g.grid.Height {
				q.Helpers |= 1 << (k % lanes)
			} else {
				g.began++
			}
			if err := g.inputs(g.record[:in], x, y); err != nil {
				return err
			}
			for n, word := range g.record[:in] {
				b.In[exec.FragmentWord(in, k, n)] = word
			}
		}
		if err := g.stage.Run(&b); err != nil {
			return err
		}
		for k := range b.Count {
			q := &b.Quads[k/lanes]
			pixel := q.Pixel(k % lanes)
			x, y := int(pixel[0]), int(pixel[1])
			switch {
			case b.Helper(k):
			case q.Discarded>>(k%lanes)&1 != 0:
				if g.grid.Discarded != nil {
					g.grid.Discarded(x, y)
				}
			case g.grid.Output != nil:
				for n := range out {
					g.record[n] = b.Out[exec.FragmentWord(out, k, n)]
				}
				for n := range g.out {
					v := &g.out[n]
					v.write(g.record)
					if err := g.grid.Output(x, y, v.port.Binding, v.view); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// inputs fills the record of a fragment.
func (g *gridRun) inputs(record []uint32, x, y int) error {
	clear(record)
	for n := range g.in {
		v := &g.in[n]
		words := record[v.port.First:]
		if v.port.Kind == ir.BindBuiltIn {
			switch v.port.BuiltIn {
			case ir.BuiltInPosition:
				words[0], words[1], words[3] = math.Float32bits(float32(x)+0.5), math.Float32bits(float32(y)+0.5), math.Float32bits(1)
			case ir.BuiltInFrontFacing, ir.BuiltInSampleMask:
				words[0] = 1
			case ir.BuiltInSamplePosition:
				words[0], words[1] = math.Float32bits(0.5), math.Float32bits(0.5)
			}
		}
		if g.grid.Input == nil || exec.IsSampleCount(&v.port.Binding) {
			continue
		}
		v.write(record)
		if err := g.grid.Input(x, y, v.port.Binding, v.view); err != nil {
			return err
		}
		v.read(record)
	}
	return nil
}

// Fragments implements exec.Program: shaders that Engine rejects run on the reference
// engine.
func (p *either) Fragments(ctx context.Context, entry string, grid exec.FragmentGrid, r *exec.Resources, o exec.RunOptions) (*exec.Report, error) {
	if o.Check == 0 {
		report, err := p.program.Fragments(ctx, entry, grid, r, o)
		var no *exec.UnsupportedError
		if !errors.As(err, &no) {
			return report, err
		}
		if p.refused != nil {
			p.refused(no)
		}
	}
	return p.program.Program.Fragments(ctx, entry, grid, r, o)
}
