package exec

// This file declares the resources that can be bound to a shader's variables, and the set
// of bound resources of a run.

import (
	"cmp"
	"maps"
	"slices"

	"refract/ir"
)

// OffsetAlignment divides the offset of a buffer binding, in bytes (WebGPU's default
// limits).
const OffsetAlignment = 256

// A Resource can be bound: *Buffer, BufferRange, *Texture (its whole View), *TextureView,
// *Sampler, Combined, *AccelerationStructure, or an Array of them.
type Resource interface{ isResource() }

// A Buffer is memory that the host and shaders see.
type Buffer struct {
	Data     []byte
	ReadOnly bool // must not be bound to a variable that shaders may write
}

// NewBuffer is a buffer of so many bytes of zeros.
func NewBuffer(size int) *Buffer { return &Buffer{Data: make([]byte, size)} }

// A BufferRange is a part of a buffer.
type BufferRange struct {
	Buffer *Buffer
	Offset int // bytes; a multiple of OffsetAlignment
	Size   int // bytes; 0: to the end
}

// A Combined is a texture with a sampler, for variables that are both.
type Combined struct {
	Texture *TextureView
	Sampler *Sampler
}

// An Array is the elements of a binding array.
type Array []Resource

func (*Buffer) isResource()      {}
func (BufferRange) isResource()  {}
func (*Texture) isResource()     {}
func (*TextureView) isResource() {}
func (*Sampler) isResource()     {}
func (Combined) isResource()     {}
func (Array) isResource()        {}

// Resources are the resources of a run. The zero Resources has none.
type Resources struct {
	// Immediate is the memory of the immediate variable, of any length.
	Immediate []byte

	bound    map[ir.ResourceBinding]Resource
	named    map[string]Resource
	physical []Placed
}

// A Placed is memory at an address, which shaders reach by pointers that they make of
// numbers (ir.SpacePhysical).
type Placed struct {
	Address uint64
	Data    []byte
}

// Place puts a buffer at an address. If it overlaps an earlier one, the earlier one is
// seen.
func (r *Resources) Place(address uint64, b *Buffer) {
	r.physical = append(r.physical, Placed{address, b.Data})
}

// Physical is the memory that has an address, by address.
func (r *Resources) Physical() []Placed {
	if r == nil {
		return nil
	}
	list := slices.Clone(r.physical)
	slices.SortStableFunc(list, func(a, b Placed) int { return cmp.Compare(a.Address, b.Address) })
	return list
}

// Clone has the same resources; later bindings of the clone don't change the original.
func (r *Resources) Clone() *Resources {
	return &Resources{Immediate: r.Immediate, bound: maps.Clone(r.bound), named: maps.Clone(r.named), physical: slices.Clone(r.physical)}
}

// Bind binds a resource to the variables with the group and binding.
func (r *Resources) Bind(group, binding uint32, res Resource) {
	if r.bound == nil {
		r.bound = map[ir.ResourceBinding]Resource{}
	}
	r.bound[ir.ResourceBinding{Group: group, Binding: binding}] = res
}

// BindName binds a resource to a variable that has a name and no binding.
func (r *Resources) BindName(name string, res Resource) {
	if r.named == nil {
		r.named = map[string]Resource{}
	}
	r.named[name] = res
}

// of is the resource bound to a variable, or nil.
func (r *Resources) of(g *ir.Global) Resource {
	if r == nil {
		return nil
	}
	if g.HasBinding {
		return r.bound[g.Binding]
	}
	return r.named[g.Name]
}
