package wasm

// This file runs vertex and fragment stages on batches: records are copied into the
// memory of an instance and out again.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"unsafe"

	"refract/exec"
	"refract/ir"
	"refract/ssa"
)

// batchSize is how many invocations are run at once.
const batchSize = 1024

// A stage implements exec.Stage.
type stage struct {
	opened
	in, out          uint64 // addresses of the records
	live             uint64
	pixels           uint64
	quads, triangles uint64           // of Merge and Interpolate
	places           []exec.QuadPlace // the quads, if inputs are interpolated
}

// opened is an entry point with its resources and, if it runs, an instance.
type opened struct {
	e       *entry
	i       *instance
	ctx     context.Context
	m       *ir.Module
	host    host
	buffers [][]byte
	options *exec.RunOptions
	kind    ir.Stage
	left    uint64
	steps   uint64
	writes  bool
}

// Stage implements exec.Stager.
func (p *program) Stage(ctx context.Context, name string, res *exec.Resources, o exec.RunOptions) (_ exec.Stage, err error) {
	defer exec.Protect(&err)
	kind := ir.NoStage
	for i := range p.source.EntryPoints {
		if ep := &p.source.EntryPoints[i]; ep.Name == name && (ep.Stage == ir.StageVertex || ep.Stage == ir.StageFragment && kind == ir.NoStage) {
			kind = ep.Stage
		}
	}
	if kind == ir.NoStage {
		return p.Program.(exec.Stager).Stage(ctx, name, res, o) // the error
	}
	s, err := p.open(ctx, name, kind, res, o)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// open makes a stage of an entry point that there is.
func (p *program) open(ctx context.Context, name string, kind ir.Stage, res *exec.Resources, o exec.RunOptions) (*stage, error) {
	stager := p.Program.(exec.Stager)
	reference := func() (exec.Stage, error) { return stager.Stage(ctx, name, res, o) }
	s := &stage{}
	s.ctx = ctx
	err := s.prepare(p, name, kind, [3]uint32{lanes, 1, 1}, res, o, func() error { return closed(reference()) }, func(shader *ssa.Shader, ep *ir.EntryPoint) (*stageLayout, error) {
		s, err := reference()
		if err != nil {
			return nil, err
		}
		defer s.Close()
		return newStageLayout(shader, shader.Funcs[ep.Function], s.Inputs(), s.Outputs()), nil
	})
	if err != nil {
		return nil, err
	}
	in, out := uint64(4*batchSize*s.e.layout.inWords), uint64(4*batchSize*s.e.layout.outWord)
	room := in + out + 4*batchSize + 192
	triangles := 0
	if kind == ir.StageFragment {
		if s.e.layout.interpolates() {
			triangles = 16 * batchSize / lanes * s.e.layout.triangleRecord()
		}
		room += maxMergePixels + quadBytes*batchSize/lanes + uint64(triangles) + 192
	}
	at, err := s.take(room)
	if err != nil {
		return nil, err
	}
	s.in, s.out = at, (at+in+63)&^63
	s.live = (s.out + out + 63) &^ 63
	s.pixels = (s.live + 4*batchSize + 63) &^ 63
	s.quads = s.pixels + maxMergePixels
	s.triangles = (s.quads + quadBytes*batchSize/lanes + 63) &^ 63
	for k, x := range []uint64{s.in, s.out, s.live} {
		binary.LittleEndian.PutUint32(s.i.memory[headIn+4*k:], uint32(x))
	}
	return s, nil
}

// closed is the error of making a stage, which is closed if there is none.
func closed(s interface{ Close() }, err error) error {
	if err == nil {
		s.Close()
	}
	return err
}

// prepare compiles an entry point and finds its resources. Invalid options are the errors of the reference
// engine.
func (s *opened) prepare(p *program, name string, kind ir.Stage, size [3]uint32, res *exec.Resources, o exec.RunOptions, reference func() error, layout layouter) error {
	if o.Check != 0 {
		return &exec.UnsupportedError{Feature: "checks in generated code"}
	}
	if bits.OnesCount32(o.SubgroupSize) > 1 || o.SubgroupSize != 0 && (o.SubgroupSize < 4 || o.SubgroupSize > 128) {
		if err := reference(); err != nil {
			return err
		}
		return &exec.UnsupportedError{Feature: "subgroups of such a size in generated code"}
	}
	if o.SubgroupSize == 0 {
		o.SubgroupSize = 8
	}
	if o.MaxSteps == 0 || o.MaxSteps > 1<<62 {
		o.MaxSteps = exec.DefaultMaxSteps
	}
	e, err := p.entryOf(name, kind, size, o.SubgroupSize, layout)
	if err != nil {
		return err
	}
	bound, handles, err := p.resolve(name, e, res)
	if err != nil {
		return err
	}
	s.e, s.m, s.options, s.kind, s.left, s.steps = e, p.Module(), &o, kind, o.MaxSteps, o.MaxSteps
	s.host = host{funcs: e.hosts, resources: handles}
	s.buffers, err = e.memoryOf(s.m, bound)
	return err
}

// take takes an instance with so much memory behind the buffers, and returns its address.
func (s *opened) take(extra uint64) (at uint64, err error) {
	textures := uint64(0)
	if !s.options.Shared { // others may write textures, too
		textures = s.e.roomFor(s.host.resources)
	}
	if s.i, at, err = s.e.instance(s.buffers, extra, textures); err != nil {
		return 0, err
	}
	for k := range s.buffers {
		s.writes = s.writes || s.e.writable(s.m, k)
	}
	s.copyIn()
	return at, nil
}

// copyIn copies the buffers into memory.
func (s *opened) copyIn() {
	s.e.again(s.i)
	for k, b := range s.buffers {
		copy(s.i.memory[s.i.where[k]:], b)
	}
}

func (s *stage) Inputs() []exec.Port  { return s.e.layout.inputs }
func (s *stage) Outputs() []exec.Port { return s.e.layout.outputs }

// Close gives the memory back.
func (s *opened) Close() {
	if s.i != nil {
		s.e.release(s.i)
		s.i = nil
	}
}

// words are words of memory.
func (s *opened) words(at uint64, n int) []uint32 {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(&s.i.memory[at])), n)
}

// Run implements exec.Stage.
func (s *stage) Run(b *exec.Batch) (err error) {
	defer exec.Protect(&err)
	in, out := s.e.layout.inWords, s.e.layout.outWord
	if s.places == nil && len(b.In) < b.Count*in || len(b.Out) < b.Count*out || s.kind.Info().Quads && b.Count%lanes != 0 {
		return &exec.InputError{What: "batch", Message: fmt.Sprintf("the records are too short for %d invocations", b.Count)}
	}
	if err := s.begin(); err != nil {
		return err
	}
	for first := 0; first < b.Count; first += batchSize {
		if err := s.some(b, first, min(batchSize, b.Count-first)); err != nil {
			return err
		}
	}
	s.end()
	return nil
}

// begin begins a run of an open stage.
func (s *opened) begin() error {
	if s.i == nil {
		return &exec.InputError{What: "stage", Message: "it was closed"}
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if s.options.Shared { // others may write the buffers between two runs
		s.copyIn()
	}
	return nil
}

// end copies the possibly written buffers out.
func (s *opened) end() {
	if !s.writes {
		return
	}
	for k, b := range s.buffers {
		if s.e.writable(s.m, k) {
			copy(b, s.i.memory[s.i.where[k]:])
		}
	}
}

// Lend implements exec.Lender.
func (s *stage) Lend(count int) (in, out []uint32) {
	if s.i == nil || count > batchSize {
		return nil, nil
	}
	in, out = s.words(s.in, count*s.e.layout.inWords), s.words(s.out, count*s.e.layout.outWord)
	clear(in)
	clear(out)
	return in, out
}

// copyWords copies words, unless they are in place already.
func copyWords(to, from []uint32) {
	if len(to) > 0 && len(from) > 0 && &to[0] != &from[0] {
		copy(to, from)
	}
}

// some runs as many invocations as there is memory for.
func (s *stage) some(b *exec.Batch, first, n int) error {
	in, out := s.e.layout.inWords, s.e.layout.outWord
	if s.places == nil {
		copyWords(s.words(s.in, n*in), b.In[first*in:(first+n)*in])
	}
	records := s.words(s.out, n*out)
	copyWords(records, b.Out[first*out:])
	binary.LittleEndian.PutUint32(s.i.memory[headCount:], uint32(n))
	live := s.words(s.live, n)
	if s.e.live && s.places == nil {
		for k := range live {
			live[k] = 1
		}
		for k := first; k < first+n && b.Quads != nil; k += lanes {
			if b.Quads[k/lanes].Helpers == 0 {
				continue
			}
			for lane := range lanes {
				if b.Helper(k + lane) {
					live[k-first+lane] = 0
				}
			}
		}
	}
	s.host.print = printer(s.m, s.options, func(quad, lane uint32) exec.Invocation { return s.invocation(b, first+int(lanes*quad+lane)) })
	left, err := s.e.call(s.ctx, s.i, &s.host, 0, uint64((n+lanes-1)/lanes), s.left)
	if err != nil {
		return s.failed(b, first, err)
	}
	s.left = left
	copyWords(b.Out[first*out:(first+n)*out], records)
	if b.Quads == nil {
		return nil
	}
	quads := b.Quads[first/lanes:][:n/lanes]
	for k := range quads {
		q := &quads[k]
		q.Discarded = q.Helpers
		if s.e.live {
			l := (*[lanes]uint32)(live[lanes*k:])
			q.Discarded = ended(l[0]) | ended(l[1])<<1 | ended(l[2])<<2 | ended(l[3])<<3
		}
	}
	return nil
}

// ended is 1 if a lane doesn't live, else 0.
func ended(live uint32) uint8 {
	if live == 0 {
		return 1
	}
	return 0
}

// failed is the error of a run that ended.
func (s *stage) failed(b *exec.Batch, first int, err error) error {
	return s.opened.failed(err, func(quad, _, lane uint32) exec.Invocation { return s.invocation(b, first+int(lanes*quad+lane)) })
}

// failed is the error of a run that ended; name names an invocation by the numbers of its workgroup or quad,
// of the group in that, and of the lane.
func (s *opened) failed(err error, name func(first, group, lane uint32) exec.Invocation) error {
	memory := s.i.memory
	s.i.module.Close(context.Background())
	s.i = nil
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(memory[at:]) }
	switch wrong := s.host.wrong; {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case wrong != nil:
		return wrong.trapped(name(wrong.first, wrong.group, wrong.lane))
	case word(headReason) == 0:
		return &exec.FaultError{Value: err}
	}
	return &exec.StepLimitError{Steps: s.steps, Invocation: name(word(headWhere), word(headWhere+4), 0), Span: s.e.stops[word(headReason)-1]}
}

// invocation names an invocation.
func (s *stage) invocation(b *exec.Batch, at int) exec.Invocation {
	x := exec.Invocation{Stage: s.kind}
	switch {
	case at/lanes < len(b.Quads):
		pixel := b.Quads[at/lanes].Pixel(at % lanes)
		x.Global = [3]uint32{pixel[0], pixel[1]}
	case at/lanes < len(s.places):
		q := &s.places[at/lanes]
		x.Global = [3]uint32{q.X + uint32(at&1), q.Y + uint32(at>>1&1)}
	}
	return x
}

// Stage implements exec.Stager: shaders that Engine rejects run on the reference engine.
func (p *either) Stage(ctx context.Context, name string, res *exec.Resources, o exec.RunOptions) (exec.Stage, error) {
	if o.Check == 0 {
		s, err := p.program.Stage(ctx, name, res, o)
		var no *exec.UnsupportedError
		if !errors.As(err, &no) {
			return s, err
		}
		if p.refused != nil {
			p.refused(no)
		}
	}
	return p.program.Program.(exec.Stager).Stage(ctx, name, res, o)
}
