// Package differential runs compute shaders on several engines and compares the contents of
// their buffers and storage textures. Only tests import it.
//
// A Job is a shader with contents for the buffers and textures that it declares. An Engine
// runs jobs: Interpreter here, Vulkan through SPIR-V and a driver, Outside through another
// translator. Compare finds differences of two results, leaving out padding and the sign of
// zeros.
//
// On faults of the software driver itself see package vkrun.
package differential

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/ir/layout"
	"refract/ir"
	"refract/ir/validate"
)

// A Job is a compute shader, or a fragment shader, with all that a run of it
// needs.
type Job struct {
	Name       string
	Source     string // WGSL
	Entry      string
	Stage      ir.Stage // of the entry point
	Workgroups [3]uint32
	Overrides  map[string]float64 // by name, or by id in decimal
	Module     *ir.Module         // valid
	Buffers    []Buffer
	Textures   []Texture
	Samplers   []Sampler
	Immediate  []byte // what the immediate variable has

	// Loose is by how much of their size floats may differ in Compare: for texts compiled
	// without a word against other ways of rounding.
	Loose float32

	// Rounds is set if floats round, so that operations must not be fused.
	Rounds bool

	// Turn chooses among options, if jobs take turns with some.
	Turn int

	// Strict makes Compare look at padding too, which is filled with FillPadding.
	Strict bool

	// Aliased is set if several variables share a buffer that is written: Vulkan's
	// compilers take variables that are not declared Aliased for separate memory.
	Aliased bool

	unbound []bool // by buffer: Source doesn't use it, though Module does
	info    *validate.Info
	devices bool // makes what translators have no way to be given
	small   bool // integers in memory are small
	open    int  // how many elements arrays have whose length the buffer decides
	atomics bool // the entry point operates atomically on memory that invocations share
}

// A Buffer is a buffer that a job's shader declares, or reaches by its Address.
type Buffer struct {
	Address        uint64 // 0: none
	Group, Binding uint32
	Element        int // of a binding array: a Buffer for each; -1: of none
	Writable       bool
	Data           []byte // before the run
	cells          []cell // what each byte is
}

// cell is the kind of value that begins at a byte, or marks the middle of one.
type cell uint8

const (
	padding cell = iota
	inside       // a scalar that has begun before
	word
	float
	half
)

// Elements is how many elements arrays have whose length the buffer decides.
const Elements = 7

// NewJob reads and validates WGSL and makes the buffers that its entry point may use, with
// contents from a seed. The error reports a fault of the source, or a part of it that can't
// be run.
func NewJob(name, source, entry string, workgroups [3]uint32, overrides map[string]float64, seed uint64) (*Job, error) {
	return newJob(Job{Name: name, Source: source, Entry: entry, Stage: ir.StageCompute, Workgroups: workgroups, Overrides: overrides}, seed)
}

// NewFragmentJob is NewJob for a fragment shader, which [Job.Fragments] and
// [Job.Draw] run.
func NewFragmentJob(name, source, entry string, seed uint64) (*Job, error) {
	return newJob(Job{Name: name, Source: source, Entry: entry, Stage: ir.StageFragment}, seed)
}

// NewSmallJob is NewFragmentJob with small integers in memory, so that loops that count up
// to one end soon.
func NewSmallJob(name, source, entry string, seed uint64) (*Job, error) {
	return newJob(Job{Name: name, Source: source, Entry: entry, Stage: ir.StageFragment, small: true}, seed)
}

func newJob(of Job, seed uint64) (*Job, error) {
	j := &of
	j.Module = ir.NewModule()
	var list diag.List
	if new(wgsl.Reader).Read(j.Module, j.Source, 1, wgsl.Options{}, &list) != nil {
		j.info = new(validate.Validator).Validate(j.Module, validate.Options{Capabilities: validate.All}, &list)
	}
	if list.HasErrors() {
		var b strings.Builder
		for _, d := range list.Sorted() {
			fmt.Fprintf(&b, "%s: %s\n", d.Code, d.Message)
		}
		return j, fmt.Errorf("%s: %s", j.Name, b.String())
	}
	return j.begin(seed)
}

// NewModuleJob is NewJob, or NewFragmentJob, for a module that was validated with
// all capabilities.
func NewModuleJob(name string, m *ir.Module, info *validate.Info, stage ir.Stage, workgroups [3]uint32, seed uint64) (*Job, error) {
	j := &Job{Name: name, Entry: "main", Stage: stage, Workgroups: workgroups, Module: m, info: info}
	return j.begin(seed)
}

// NewDeviceJob is NewModuleJob with inputs for the reference engine and a device that other
// translators lack: immediates, arrays of resources, input attachments. Arrays of compute
// shaders whose length the buffer decides are long if the seed is even; integers are small
// from seed 4 on.
func NewDeviceJob(name string, m *ir.Module, info *validate.Info, stage ir.Stage, workgroups [3]uint32, seed uint64) (*Job, error) {
	j := &Job{Name: name, Entry: "main", Stage: stage, Workgroups: workgroups, Module: m, info: info, devices: true}
	if stage == ir.StageCompute && seed%2 == 0 {
		j.open = 1024
	}
	return j.begin(seed)
}

// NewDeviceModuleJob is NewDeviceJob of one of a module's entry points.
func NewDeviceModuleJob(name string, m *ir.Module, info *validate.Info, stage ir.Stage, entry string, seed uint64) (*Job, error) {
	j := &Job{Name: name, Entry: entry, Stage: stage, Workgroups: [3]uint32{1, 1, 1}, Module: m, info: info, devices: true}
	return j.begin(seed)
}

func (j *Job) begin(seed uint64) (*Job, error) {
	at := slices.IndexFunc(j.Module.EntryPoints, func(e ir.EntryPoint) bool { return e.Name == j.Entry && e.Stage == j.Stage })
	if at < 0 {
		return nil, fmt.Errorf("%s: there is no %v entry point %q", j.Name, j.Stage, j.Entry)
	}
	if reached := j.reached(); reached != 0 && !j.devices {
		return nil, fmt.Errorf("%s: memory by addresses", j.Name)
	}
	return j, j.makeResources(&j.info.EntryPoints[at], seed)
}

// makeResources makes the resource of each variable in use that needs one.
func (j *Job) makeResources(entry *validate.EntryPointInfo, seed uint64) error {
	m := j.Module
	how := samplingOf(m, entry)
	cache := layout.New(m)
	f := filler{m: m, cache: cache, state: seed, elements: max(j.open, Elements), small: j.small || j.devices && seed >= 4}
	if err := j.makeAddressed(&f); err != nil {
		return err
	}
	handles := filler{m: m, state: seed + hash(j.Name)} // formats and filters that differ from job to job
	for i := range entry.Globals {
		g := &m.Globals[entry.Globals[i].Global]
		j.atomics = j.atomics || entry.Globals[i].Access&validate.Atomic != 0
		switch g.Space {
		case ir.SpaceHandle:
			if t := m.Types.At(g.Type); !j.devices && (t.Kind == ir.TypeImage && t.Dim == ir.DimSubpass || t.Kind == ir.TypeBindingArray && m.Types.At(t.Base).Dim == ir.DimSubpass) {
				return fmt.Errorf("%s: %q is an input attachment", j.Name, g.Name)
			}
			if err := j.makeHandle(&handles, entry.Globals[i].Global, &how); err != nil {
				return err
			}
			continue
		case ir.SpaceImmediate:
			if !j.devices {
				return fmt.Errorf("%s: %q is an immediate", j.Name, g.Name)
			}
		case ir.SpaceStorage, ir.SpaceUniform:
		default:
			continue
		}
		t, l, first, count := g.Type, g.Layout, -1, 0
		if array := m.Types.At(t); array.Kind == ir.TypeBindingArray {
			if !j.devices {
				return fmt.Errorf("%s: nothing is made for an array of buffers", j.Name)
			}
			t, l, first, count = array.Base, m.ElementLayout(l), 0, arraySize(array)
		}
		for element := first; element < count; element++ {
			b, err := f.newBuffer(g, t, l)
			if err != nil {
				return fmt.Errorf("%s: %w", j.Name, err)
			}
			b.Element = element
			if g.Space == ir.SpaceImmediate {
				j.Immediate = b.Data
			} else {
				j.addBuffer(b)
			}
		}
	}
	return nil
}

// addBuffer adds a buffer, unless it is the same as that of another variable.
func (j *Job) addBuffer(b *Buffer) {
	for i := range j.Buffers {
		old := &j.Buffers[i]
		if j.devices && old.Address == 0 && old.Group == b.Group && old.Binding == b.Binding && old.Element == b.Element {
			writable := b.Writable || old.Writable
			if len(old.Data) < len(b.Data) {
				*old = *b
			}
			old.Writable = writable
			j.Aliased = j.Aliased || writable
			return
		}
	}
	j.Buffers = append(j.Buffers, *b)
}

// arraySize is how many elements a binding array gets: one without a bound as many as
// arrays in buffers.
func arraySize(t *ir.Type) int {
	if t.Length == 0 {
		return Elements
	}
	return int(t.Length)
}

// newBuffer makes a buffer for a variable, or an element of it, of a type.
func (f *filler) newBuffer(g *ir.Global, t ir.TypeID, l ir.LayoutID) (*Buffer, error) {
	info, err := f.cache.Of(t, l)
	if err != nil {
		return nil, err
	}
	size := int(info.Size)
	if info.Open {
		least, err := f.cache.MinSize(t, l)
		if err != nil {
			return nil, err
		}
		size = int(least) + (f.elements-1)*stride(f.m, f.cache, t, l)
	}
	if info.Open && f.m.Types.At(t).Kind == ir.TypeBuffer {
		size = 64 * f.elements
	}
	size = (size + 3) &^ 3
	if g.Space == ir.SpaceUniform || g.Layout >= ir.FirstExplicitLayout {
		size = (size + 15) &^ 15 // as hosts have it
	}
	if size > 1<<20 {
		return nil, fmt.Errorf("%q takes %d bytes", g.Name, size)
	}
	b := &Buffer{Group: g.Binding.Group, Binding: g.Binding.Binding, Data: make([]byte, size), cells: make([]cell, size),
		Writable: g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0}
	f.buffer = b
	return b, f.fill(t, l, 0)
}

// FillPadding gives the bytes between values a pattern, which a run must keep.
func (j *Job) FillPadding() {
	j.Strict = true
	for i := range j.Buffers {
		b := &j.Buffers[i]
		for at, kind := range b.cells {
			if kind == padding {
				b.Data[at] = byte(0xa1 + 7*at)
			}
		}
	}
}

// hash is FNV-1a of a name.
func hash(name string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, name)
	return h.Sum64()
}

// makeHandle makes the texture or sampler of a variable.
func (j *Job) makeHandle(f *filler, id ir.GlobalID, how *sampling) error {
	g := &j.Module.Globals[id]
	t := j.Module.Types.At(g.Type)
	if t.Kind != ir.TypeBindingArray || !j.devices {
		return j.makeElement(f, id, t, -1, how)
	}
	for i := range arraySize(t) {
		if err := j.makeElement(f, id, j.Module.Types.At(t.Base), i, how); err != nil {
			return err
		}
	}
	return nil
}

// makeElement makes a texture or sampler of a type.
func (j *Job) makeElement(f *filler, id ir.GlobalID, t *ir.Type, element int, how *sampling) error {
	g := &j.Module.Globals[id]
	switch t.Kind {
	case ir.TypeImage:
		view, err := f.texture(id, t, how)
		if err != nil {
			return err
		}
		j.Textures = append(j.Textures, Texture{g.Binding.Group, g.Binding.Binding, element, t.Class == ir.ImageStorage, t.Dim == ir.DimSubpass, view, nil})
		return nil
	case ir.TypeSampledImage:
		view, err := f.texture(id, j.Module.Types.At(t.Base), how)
		if err != nil {
			return err
		}
		j.Textures = append(j.Textures, Texture{g.Binding.Group, g.Binding.Binding, element, false, false, view, f.sampler(id, t, how)})
		return nil
	case ir.TypeSampler:
		j.Samplers = append(j.Samplers, Sampler{g.Binding.Group, g.Binding.Binding, element, f.sampler(id, t, how)})
		return nil
	default:
		return fmt.Errorf("%s: nothing is made for a %v", j.Name, t.Kind)
	}
}

// stride is that of the array at the end of a type whose length a buffer decides.
func stride(m *ir.Module, cache *layout.Cache, t ir.TypeID, l ir.LayoutID) int {
	if s := m.StructOf(t); s != nil {
		last := len(s.Members) - 1
		t, l = s.Members[last].Type, m.MemberLayout(l, last)
	}
	info, err := cache.Of(t, l)
	if err != nil {
		return 0
	}
	return int(info.Stride)
}
