package msl

// This file holds the options and results of the writer: plain data, with names for JSON.

import (
	"fmt"

	"refract/internal/ir/transform"
	"refract/ir"
)

// Version is a version of Metal's language: 100 times the major number plus the
// minor one.
type Version uint16

// DefaultVersion is the version of NewOptions.
const DefaultVersion Version = 300

// MarshalText returns "3.0".
func (v Version) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d.%d", v/100, v%100), nil }

// UnmarshalText reads "1.0" to "4.9".
func (v *Version) UnmarshalText(text []byte) error {
	if len(text) != 3 || text[0] < '1' || text[0] > '4' || text[1] != '.' || text[2] < '0' || text[2] > '9' {
		return fmt.Errorf("%q is no version of Metal: 1.0 to 4.0 are", text)
	}
	*v = Version(text[0]-'0')*100 + Version(text[2]-'0')
	return nil
}

func (v Version) String() string { s, _ := v.MarshalText(); return string(s) }

// VertexBuffer, VertexAttribute and VertexFormat describe a buffer that vertex shaders read their
// attributes from.
type (
	VertexBuffer    = transform.VertexBuffer
	VertexAttribute = transform.VertexAttribute
	VertexFormat    = transform.VertexFormat
)

// Options select the output and describe its device. The zero Options mean Metal 3.0
// without any check; start from NewOptions.
type Options struct {
	Version Version `json:"version"`

	// Minify leaves out white space and comments and makes names short, except names of
	// entry points.
	Minify bool `json:"minify,omitempty"`
	// LineDirectives writes #line, so that compilers' messages and debuggers name the
	// lines of the source. Minified text has none.
	LineDirectives bool `json:"line_directives,omitempty"`

	// AdjustCoordinateSpace converts the positions of vertex shaders from the clip space of
	// the source to Metal's; else positions stay as they are. See ir.ClipSpace.
	AdjustCoordinateSpace bool `json:"adjust_coordinate_space"`

	// Behaviour that Metal leaves undefined and these options define.
	IntDivChecks      bool                    `json:"emit_int_div_checks"` // x/0 and MIN/-1
	ForceLoopBounding bool                    `json:"force_loop_bounding"` // loops that may not end
	Bounds            transform.BoundsOptions `json:"bounds"`
	ZeroWorkgroup     bool                    `json:"zero_initialize_workgroup"`

	// Resources are the places of the resources of each entry point. An entry point that is
	// not listed, or a resource that the list lacks, gets the next free places, in the
	// order of groups and bindings.
	Resources []EntryPointResources `json:"resources,omitempty"`
	// InlineSamplers are samplers that are part of the shader; see Target.InlineSampler.
	InlineSamplers []InlineSampler `json:"inline_samplers,omitempty"`
	// ArgumentBuffers are groups whose resources lie in one argument buffer each, a
	// struct whose members have the binding as id (Metal 2.0).
	ArgumentBuffers []uint32 `json:"argument_buffers,omitempty"`

	// ExternalForm selects how external textures are read: from one texture of colours, or
	// from planes, which ExternalBindings places; see refract.ExternalForm. Resources
	// and ArgumentBuffers are about the bindings given there.
	ExternalForm     transform.ExternalForm      `json:"external_form"`
	ExternalBindings []transform.ExternalBinding `json:"external_bindings,omitempty"`

	// Of one pipeline.

	// Overrides are the values of overridable constants, by id in decimal or by name;
	// constants without one get their initial values. Nil: they stay to be set, as function
	// constants (Metal 1.2; see Output.Constants), unless the length of an array or the
	// size of a workgroup depends on one: then all get initial values.
	Overrides map[string]float64 `json:"overrides,omitempty"`
	// PatchVertices is how many control points the patches have that a tessellation stage reads, and
	// Domain what is tessellated, unless the control stage states it.
	PatchVertices uint32     `json:"patch_vertices,omitempty"`
	Domain        TessDomain `json:"domain"`
	// IncludeUnused declares resources that nothing uses, too: layouts of the host may have them.
	IncludeUnused bool `json:"include_unused,omitempty"`
	// PointSize makes vertex shaders without a point size write 1, which drawing points
	// needs.
	PointSize bool `json:"point_size,omitempty"`
	// VertexBuffers makes vertex shaders read their attributes from these buffers,
	// instead of having them fetched. Attributes of other locations are fetched.
	VertexBuffers []VertexBuffer `json:"vertex_buffers,omitempty"`
}

// NewOptions returns the options that fit most: Metal 3.0 and all checks; external
// textures are read from planes.
func NewOptions() Options {
	return Options{
		Version:               DefaultVersion,
		ExternalForm:          transform.ExternalPlanar,
		AdjustCoordinateSpace: true,
		IntDivChecks:          true,
		ForceLoopBounding:     true,
		Bounds:                transform.BoundsOptions{Index: transform.Restrict, Buffer: transform.Restrict, ImageLoad: transform.Restrict, BindingArray: transform.Restrict},
		ZeroWorkgroup:         true,
	}
}

// EntryPointResources are the places of one entry point's resources.
type EntryPointResources struct {
	EntryPoint string           `json:"entry_point"`
	Stage      ir.Stage         `json:"stage,omitempty"` // where names repeat
	Resources  []MappedResource `json:"resources,omitempty"`
	Immediates *uint8           `json:"immediates_buffer,omitempty"`
	Sizes      *uint8           `json:"sizes_buffer,omitempty"`
}

// MappedResource is the place of one resource.
type MappedResource struct {
	Group   uint32 `json:"group"`
	Binding uint32 `json:"binding"`
	Target  Target `json:"target"`
}

// Target is a place in the argument tables. The resource's type determines the table.
type Target struct {
	Index         uint8 `json:"index"`
	InlineSampler *int  `json:"inline_sampler,omitempty"` // a sampler: this one of Options.InlineSamplers instead
}

// Enumerants of Metal's samplers (section 2.9), by the names that Metal gives
// them; "" is Metal's default.
type InlineSampler struct {
	Coord         string      `json:"coord,omitempty"`   // "normalized" or "pixel"
	Address       [3]string   `json:"address,omitempty"` // of s, t and r
	BorderColor   string      `json:"border_color,omitempty"`
	MinFilter     string      `json:"min_filter,omitempty"`
	MagFilter     string      `json:"mag_filter,omitempty"`
	MipFilter     string      `json:"mip_filter,omitempty"`
	LodClamp      *[2]float32 `json:"lod_clamp,omitempty"`
	MaxAnisotropy int         `json:"max_anisotropy,omitempty"`
	CompareFunc   string      `json:"compare_func,omitempty"`
}

// Output is a module in Metal, with the facts that a host needs.
type Output struct {
	Text        string
	EntryPoints []EntryPoint
	// Sizes are the buffers whose sizes the buffer of sizes holds, one u32 each, in
	// this order.
	Sizes []SizedBuffer
	// Constants are the function constants.
	Constants []Constant
}

// A SizedBuffer is one whose size a shader needs.
type SizedBuffer struct {
	Name    string // in the module
	Binding ir.ResourceBinding
	Vertex  bool  // not a resource, but one of Options.VertexBuffers:
	Index   uint8 // this one
}

// EntryPoint is the facts about an entry point that a host needs.
type EntryPoint struct {
	Name          string // in the module
	Function      string // in the text
	Stage         ir.Stage
	WorkgroupSize [3]uint32 // of compute shaders: threads per threadgroup
	Resources     []Place
}

// A Table is one of the tables that a host sets arguments in.
type Table string

// The tables, and other places of resources.
const (
	BufferTable    Table = "buffer"
	TextureTable   Table = "texture"
	SamplerTable   Table = "sampler"
	InlineTable    Table = "inline"    // a sampler in the text
	ArgumentTable  Table = "argument"  // an id within the argument buffer of the group
	ImmediateTable Table = "immediate" // a buffer, with immediate data
	SizesTable     Table = "sizes"     // a buffer, with the sizes of Output.Sizes
	GroupTable     Table = "group"     // a buffer: the argument buffer of a group
	VertexTable    Table = "vertex"    // a buffer: one of Options.VertexBuffers

	// Buffers of a tessellation stage: see Place.Binding.
	PatchInputTable  Table = "patch_input"  // values of control points or patches that it reads
	PatchOutputTable Table = "patch_output" // that it writes
	FactorTable      Table = "tess_factors"
)

// A Place is the place of a resource for an entry point.
type Place struct {
	Name     string             // in the module
	Binding  ir.ResourceBinding // PatchInputTable, PatchOutputTable: the group is the location
	Table    Table
	Index    uint32
	Writable bool
}

// A Constant is a function constant that stands for an override.
type Constant struct {
	Name  string // in the module
	HasID bool
	ID    uint16 // in the module
	Index uint32 // in the text
}
