package dxbc

// This file makes the chunk Aon9 of a shader: a program of shader model 2 for devices of feature
// level 9, beside the program of model 4.0 that others run. The runtime of Direct3D 11 puts registers of
// constant buffers into registers of constants (c), converts integers in them to floats, and
// combines textures and samplers, by tables of the chunk; and it gives vertex programs half a
// pixel that they add to the position, since pixels of Direct3D 9 have their centers at whole
// coordinates.

import (
	"fmt"
	"slices"

	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/ir/layout"
	"refract/ir"
)

// Limits of the model.
const (
	maxTargets9  = 4
	maxSamplers9 = 16
	maxInputs9   = 8 // of pixel programs, without the position
	maxReads9    = 4 // samples whose coordinates depend on each other, of ps_2_0
)

// limits9 are the limits of a program.
type limits9 struct {
	name                             string
	temps, constants                 int
	arithmetic, texture, instruction int // slots
}

// limitsOf9 are the limits of a stage at a level.
func limitsOf9(pixel bool, p Profile) limits9 {
	switch {
	case !pixel && p < ProfileLevel93:
		return limits9{"vs_2_0", 12, 256, 256, 0, 256}
	case !pixel:
		return limits9{"vs_2_x", 32, 256, 256, 0, 256}
	case p < ProfileLevel93:
		return limits9{"ps_2_0", 12, 32, 64, 32, 96}
	}
	return limits9{"ps_2_x", 32, 32, 512, 512, 512}
}

// checkInterface9 notes inputs and outputs that level 9 lacks.
func (w *Writer) checkInterface9() {
	pixel := w.entry.Stage == ir.StageFragment
	for _, list := range [...][]element{w.inputs, w.outputs} {
		for k := range list {
			e := &list[k]
			span := w.entry.Span
			between := pixel == (k < len(w.inputs) && &w.inputs[k] == e)
			switch {
			case e.binding.Kind == ir.BindBuiltIn:
				switch e.SystemValue {
				case dxbc.ValuePosition, dxbc.SignatureDepth:
				default:
					if e.Semantic != "PSIZE" {
						w.needs(Profile40, "the built-in value "+e.binding.BuiltIn.String(), span)
					}
				}
			case between && (e.interp == dxbc.InterpolationConstant || e.Type != dxbc.TypeFloat):
				w.needs(Profile40, "values between stages that aren't interpolated", span)
			case between && e.interp != dxbc.InterpolationLinear && e.interp != dxbc.InterpolationLinearCentroid:
				w.needs(Profile40, "interpolation without perspective or at samples", span)
			case e.SystemValue == dxbc.SignatureTarget && (e.Type != dxbc.TypeFloat || e.width < 4):
				w.needs(Profile40, "colors that aren't vectors of four floats", span)
			case e.SystemValue == dxbc.SignatureTarget && e.Index >= maxTargets9:
				w.needs(Profile40, fmt.Sprintf("a color output at location %d, which is past SV_Target%d", e.Index, maxTargets9-1), span)
			}
			if between && e.binding.Kind != ir.BindBuiltIn && texcoord9(list, e.Register) >= maxInputs9 {
				w.needs(Profile40, "more than 8 registers between stages", span)
			}
		}
	}
}

// level9 is the chunk Aon9 of the entry point of a module with one. It leaves the signatures and
// resources as they are.
func (w *Writer) level9(m *ir.Module, optimize *back.Optimizer) (*dxbc.Level9, error) {
	pixel := w.entry.Stage == ir.StageFragment
	inputs, outputs, resources := slices.Clone(w.inputs), slices.Clone(w.outputs), slices.Clone(w.resources)
	for k := range resources {
		resources[k].reads = slices.Clone(resources[k].reads)
	}
	defer func() { w.inputs, w.outputs, w.resources = inputs, outputs, resources }()
	passes := &vertex9
	if pixel {
		passes = &pixel9
	}
	f, err := w.lowered(m, optimize, passes.Get())
	if err != nil {
		return nil, err
	}
	g := &w.second
	g.nine = &generator9{pixel: pixel, position: [4]operand{imm(0), imm(0), imm(0), imm(0)}}
	defer func() { g.nine = nil }()
	g.phase, g.icb = noPhase, 0
	g.generate(w, f)
	if w.failed != nil {
		return nil, w.failed
	}
	for k := range w.inputs {
		if e := &w.inputs[k]; pixel && e.used != 0 && e.SystemValue == dxbc.ValuePosition {
			w.needs(Profile40, "the position of a fragment", w.entry.Span)
		}
	}
	g.shape9()
	if g.dependentReads9() > maxReads9 && pixel && w.opts.Profile < ProfileLevel93 {
		w.needs(ProfileLevel93, "more than 4 samples whose coordinates depend on each other", w.entry.Span)
	}
	if w.failed != nil {
		return nil, w.failed
	}
	temps := g.allocate()
	return w.program9(g, temps)
}

// program9 makes the program of the generator's instructions, and the tables.
func (w *Writer) program9(g *generator, temps int) (*dxbc.Level9, error) {
	pixel := g.nine.pixel
	limits := limitsOf9(pixel, w.opts.Profile)
	c := w.constants9(g)
	p := &dxbc.Program9{Pixel: pixel, Major: 2}
	if w.opts.Profile >= ProfileLevel93 {
		p.Minor = 1
	}
	e := &encoder9{g: g, p: p, constants: c, firstDef: c.count}
	for k := range g.nine.defs {
		p.Emit(dxbc.Instruction9{Opcode: dxbc.Op9Def}, append([]uint32{dxbc.Destination9(dxbc.File9Const, e.firstDef+k, 15, 0)}, g.nine.defs[k].values[:]...)...)
	}
	w.declare9(g, p)
	e.instructions()
	texture, arithmetic := p.Slots()
	next := ProfileLevel93
	if w.opts.Profile >= next || !pixel {
		next = Profile40
	}
	tooMany := func(n, most int, what string) {
		if n > most {
			w.needs(next, fmt.Sprintf("%d %s: %s has %d", n, what, limits.name, most), w.entry.Span)
		}
	}
	tooMany(c.count+len(g.nine.defs), limits.constants, "registers of constants")
	tooMany(temps, limits.temps, "temporary registers")
	tooMany(arithmetic, limits.arithmetic, "arithmetic instructions")
	tooMany(texture, limits.texture, "samples")
	tooMany(arithmetic+texture, limits.instruction, "instructions")
	if w.failed != nil {
		return nil, w.failed
	}
	l := &dxbc.Level9{Program: p, Floats: c.ranges, Samplers: g.nine.samplers}
	if !pixel {
		l.Runtime = []dxbc.Runtime9{{Kind: dxbc.Runtime9PositionOffset, Target: uint16(c.offset)}}
	}
	return l, nil
}

// usageTexcoord is the usage of all inputs of vertices in declarations.
const usageTexcoord = 5

// shapes9 are the shapes of textures in declarations.
var shapes9 = [...]uint32{dxbc.DimensionTexture2D: 2, dxbc.DimensionTextureCube: 3, dxbc.DimensionTexture3D: 4}

// declare9 declares inputs and samplers.
func (w *Writer) declare9(g *generator, p *dxbc.Program9) {
	const declaration = 1 << 31
	for k := range w.inputs {
		e := &w.inputs[k]
		if e.used == 0 {
			continue
		}
		if !p.Pixel {
			p.Emit(dxbc.Instruction9{Opcode: dxbc.Op9Dcl}, declaration|usageTexcoord|e.Register<<16, dxbc.Destination9(dxbc.File9Input, int(e.Register), 15, 0))
			continue
		}
		// Elements that share a register are declared together.
		mask, modifiers, first := uint8(0), uint8(0), true
		for j := range w.inputs {
			if x := &w.inputs[j]; x.Register == e.Register && x.used != 0 {
				mask |= x.Mask
				first = first && j >= k
				if x.interp == dxbc.InterpolationLinearCentroid {
					modifiers = dxbc.Dest9Centroid
				}
			}
		}
		if first {
			p.Emit(dxbc.Instruction9{Opcode: dxbc.Op9Dcl}, declaration, dxbc.Destination9(dxbc.File9Texture, texcoord9(w.inputs, e.Register), mask, modifiers))
		}
	}
	for k, shape := range g.nine.shapes {
		p.Emit(dxbc.Instruction9{Opcode: dxbc.Op9Dcl}, declaration|shapes9[shape]<<27, dxbc.Destination9(dxbc.File9Sampler, k, 15, 0))
	}
}

// dependentReads9 is the length of the longest chain of samples in which each needs the result of the
// sample before.
func (g *generator) dependentReads9() (most int) {
	depth := make([]int, len(g.regs))
	for k := range g.instrs {
		in := &g.instrs[k]
		n := 0
		list := g.operandsOf(in)
		for _, o := range list[in.dests:] {
			if o.kind == dxbc.Temp {
				n = max(n, depth[o.reg])
			}
		}
		if in.op == opTexld || in.op == opTexldd {
			n++
			most = max(most, n)
		}
		for _, o := range list[:in.dests] {
			depth[o.reg] = max(depth[o.reg], n)
		}
	}
	return most
}

// A constants9 is the registers of constants of a program.
type constants9 struct {
	count  int // of registers that the runtime sets
	offset int // the one that is added to positions
	ranges []dxbc.Floats9
}

// register is the register of a row of a constant buffer.
func (c *constants9) register(buffer, row uint32) int {
	for k := range c.ranges {
		if r := &c.ranges[k]; uint32(r.Buffer) == buffer && row >= uint32(r.First) && row < uint32(r.First)+uint32(r.Count) {
			return int(r.Target) + int(row) - int(r.First)
		}
	}
	return 0
}

// constants9 gives rows of constant buffers registers: buffers that are indexed first and whole,
// behind them the offset of positions, and then the rows of others that are read.
func (w *Writer) constants9(g *generator) *constants9 {
	c := &constants9{}
	add := func(r *resource) {
		kinds := w.conversions9(r)
		for row := range r.reads {
			if !r.reads[row] {
				continue
			}
			x := dxbc.Floats9{Buffer: uint16(r.at.Register), First: uint16(row), Count: 1, Target: uint16(c.count), Conversions: kinds[row]}
			if n := len(c.ranges); n > 0 {
				if last := &c.ranges[n-1]; last.Buffer == x.Buffer && last.First+last.Count == x.First && last.Target+last.Count == x.Target && last.Conversions == x.Conversions {
					last.Count++
					c.count++
					continue
				}
			}
			c.ranges = append(c.ranges, x)
			c.count++
		}
	}
	for _, dynamic := range [...]bool{true, false} {
		for k := range w.resources {
			if r := &w.resources[k]; r.class == 'b' && r.used && r.dynamic == dynamic {
				add(r)
			}
		}
		if dynamic && !g.nine.pixel {
			c.offset = c.count
			c.count++
		}
	}
	return c
}

// conversions9 are the types of a constant buffer's components, by row.
func (w *Writer) conversions9(r *resource) [][4]dxbc.Conversion9 {
	kinds := make([][4]dxbc.Conversion9, len(r.reads))
	g := &w.module.Globals[r.global]
	t, l := w.module.Held(g)
	x := converter9{m: w.module, places: layout.NewPlaces(w.module), kinds: kinds}
	x.add(layout.Place{Type: t, Layout: l}, 0, 0)
	return kinds
}

// A converter9 notes the types of numbers in a constant buffer.
type converter9 struct {
	m      *ir.Module
	places *layout.Places
	kinds  [][4]dxbc.Conversion9
}

// add notes the numbers of a place.
func (x *converter9) add(p layout.Place, offset uint32, depth int) {
	info, err := x.places.Info(p)
	if err != nil || depth > direct3d.MaxTypeDepth || int(offset/16) >= len(x.kinds) {
		return
	}
	t := x.m.Types.At(p.Type)
	switch t.Kind {
	case ir.TypeStruct:
		for k := range x.m.Structs[t.Struct].Members {
			if member, at, err := x.places.Member(p, k); err == nil {
				x.add(member, offset+at, depth+1)
			}
		}
	case ir.TypeArray:
		element, stride, err := x.places.Element(p)
		for k := uint32(0); err == nil && stride > 0 && k < t.Length && int(offset/16) < len(x.kinds); k++ {
			x.add(element, offset, depth+1)
			offset += stride
		}
	case ir.TypeMatrix: // of floats
	default:
		if t.Scalar.IsFloat() {
			return
		}
		kind := dxbc.Conversion9Uint
		if t.Scalar.IsSigned() {
			kind = dxbc.Conversion9Int
		}
		for k := range info.Size / 4 {
			if at := offset/4 + k; int(at/4) < len(x.kinds) {
				x.kinds[at/4][at%4] = kind
			}
		}
	}
}
