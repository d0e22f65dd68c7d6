// Package reflection describes a valid module for its host: entry points with their inputs,
// outputs and sizes, the resources that each uses, how every struct in them lies in memory,
// overrides, and the limits and features of a device that pipelines need. It is plain data
// with a JSON form.
//
// # Stability
//
// The JSON form has a version, Version. Within a version members may be added, and none is
// removed, renamed or changed in meaning. Lists are in a fixed order: entry points,
// overrides and members as declared, bindings by group and binding, structs each after the
// structs inside it.
//
// A back end's names and places of entities are not here: see refract.Output.Mapping.
package reflection

// Version is the version of the JSON form.
const Version = 1

// A Reflection describes a module. Sizes, offsets, alignments and strides are bytes. Source
// places are "file:line:column", or "" if there is none.
type Reflection struct {
	Version     int          `json:"version"`
	EntryPoints []EntryPoint `json:"entry_points"`
	Bindings    []Binding    `json:"bindings"`
	Immediates  []Immediate  `json:"immediates"` // one for each variable; no entry point uses several
	Structs     []Struct     `json:"structs"`    // those in bindings, immediates and workgroup memory
	Overrides   []Override   `json:"overrides"`

	// Capabilities are the names of the capabilities that the module uses beyond the
	// minimum, as --capabilities takes them. Features are the features of WebGPU that a
	// device needs for the module.
	Capabilities []string `json:"capabilities"`
	Features     []string `json:"features"`
	// Limits are the least values of WebGPU's limits with which each entry point
	// works; see EntryPoint.Limits.
	Limits []Limit `json:"limits"`
}

// An EntryPoint is the start of a pipeline's stage.
type EntryPoint struct {
	Name   string `json:"name"`
	Stage  string `json:"stage"` // "vertex", "fragment", "compute", ...
	Source string `json:"source,omitempty"`

	// Workgroup is nil for stages without workgroups.
	Workgroup *Workgroup `json:"workgroup,omitempty"`

	Resources []Use    `json:"resources"` // bindings and immediates
	Samplings []Pair   `json:"samplings"` // textures sampled, with what samplers
	Overrides []string `json:"overrides"` // names of those that it depends on

	VertexInputs []Varying `json:"vertex_inputs,omitempty"` // vertex stage: what vertex buffers hold
	Inputs       []Varying `json:"inputs"`                  // all others
	Outputs      []Varying `json:"outputs"`

	// Uses are its features that not every stage or device has: "derivative",
	// "implicit_level", "discard", "barrier", "workgroup_memory", "subgroup",
	// "subgroup_barrier", "ray_query", "task_payload", "non_uniform_access".
	Uses       []string `json:"uses"`
	EarlyDepth string   `json:"early_depth,omitempty"` // "force", "greater_equal", "less_equal", "unchanged"

	Feedback []FeedbackBuffer `json:"feedback,omitempty"` // of transform feedback

	Limits []Limit `json:"limits"`
}

// A FeedbackBuffer is a buffer that transform feedback writes outputs to.
type FeedbackBuffer struct {
	Buffer  uint8            `json:"buffer"`
	Stride  uint32           `json:"stride"`           // bytes from one vertex to the next
	Stream  uint8            `json:"stream,omitempty"` // of its outputs
	Outputs []FeedbackOutput `json:"outputs"`          // by offset
}

// A FeedbackOutput is an output that transform feedback writes. Its components follow each other
// without padding.
type FeedbackOutput struct {
	Name    string `json:"name,omitempty"`
	BuiltIn string `json:"builtin,omitempty"`
	Type    string `json:"type"`
	Offset  uint32 `json:"offset"` // bytes from the beginning of a vertex
	Size    uint32 `json:"size"`   // bytes
}

// A Workgroup is the size of an entry point's workgroups and of their memory.
type Workgroup struct {
	// Size has three dimensions, with the values given for overrides and else their
	// defaults; nil if a dimension has no value without the pipeline's.
	Size []uint32 `json:"size"`
	// SizeOverrides names, for each of the three dimensions, the overrides that it
	// depends on; nil where none does.
	SizeOverrides [][]string `json:"size_overrides,omitempty"`
	// SubgroupSize is the size that the pipeline must require in Vulkan (required subgroup
	// size); 0: any, or the overrides that it depends on have no value.
	SubgroupSize          uint32   `json:"subgroup_size,omitempty"`
	SubgroupSizeOverrides []string `json:"subgroup_size_overrides,omitempty"`
	// Memory is the size of all variables in the workgroup space, as WebGPU counts it: each
	// rounded up to 16 bytes. Nil: it depends on an override without a value.
	Memory *uint64 `json:"memory"`
	// Variables are those variables.
	Variables []WorkgroupVariable `json:"variables,omitempty"`
}

// A WorkgroupVariable is a variable in the workgroup space.
type WorkgroupVariable struct {
	Name   string  `json:"name"`
	Type   Type    `json:"type"`
	Size   *uint64 `json:"size"` // nil: it depends on an override without a value
	Source string  `json:"source,omitempty"`
}

// A Use is the accesses of an entry point to a resource.
type Use struct {
	Name    string `json:"name"`
	Group   Number `json:"group,omitempty"` // absent: immediates, or a resource without a place
	Binding Number `json:"binding,omitempty"`
	Read    bool   `json:"read,omitempty"`
	Write   bool   `json:"write,omitempty"`
	Atomic  bool   `json:"atomic,omitempty"`
	Query   bool   `json:"query,omitempty"` // its size is asked for
}

// A Pair is a texture with a sampler that it is sampled with, by name.
type Pair struct {
	Texture string `json:"texture"`
	Sampler string `json:"sampler"`
}

// A Varying is an input or output of an entry point.
type Varying struct {
	Name       string `json:"name,omitempty"` // results may have none
	Location   Number `json:"location,omitempty"`
	BuiltIn    string `json:"builtin,omitempty"`
	Type       string `json:"type"`
	Scalar     string `json:"scalar,omitempty"`
	Components int    `json:"components,omitempty"` // 1: a scalar; 0: no scalar or vector
	Component  uint8  `json:"component,omitempty"`  // the first within the location
	// Format is the vertex format that fits best, as WebGPU names it, of vertex
	// inputs: "float32x3".
	Format        string `json:"format,omitempty"`
	Interpolation string `json:"interpolation,omitempty"` // between stages: "perspective", "linear", "flat", "per_vertex"
	Sampling      string `json:"sampling,omitempty"`      // "center", "centroid", "sample", "first", "either"
	BlendSrc      *uint8 `json:"blend_src,omitempty"`
	Invariant     bool   `json:"invariant,omitempty"`
	PerPrimitive  bool   `json:"per_primitive,omitempty"`
	Patch         bool   `json:"patch,omitempty"`  // a value of a patch, not of its vertices
	Stream        uint8  `json:"stream,omitempty"` // of the vertices that a geometry stage emits
	Source        string `json:"source,omitempty"`
}

// A Binding is a resource.
type Binding struct {
	Name    string `json:"name"`
	Group   Number `json:"group,omitempty"` // absent: it has no place
	Binding Number `json:"binding,omitempty"`
	// Kind is "uniform", "storage", "texture", "sampler", "storage_texture",
	// "texel_buffer", "storage_texel_buffer", "input_attachment", "external_texture",
	// "sampled_texture" (texture and sampler in one) or "acceleration_structure".
	Kind string `json:"kind"`
	// Access is of storage buffers and storage textures: "read", "write" or
	// "read_write".
	Access string `json:"access,omitempty"`
	// Count is the number of array elements, absent if it is no array; 0: the host decides.
	Count Number `json:"count,omitempty"`
	// Visibility are the stages of the entry points that use it.
	Visibility []string `json:"visibility"`

	// Of buffers.
	Type           *Type  `json:"type,omitempty"`
	MinBindingSize uint64 `json:"min_binding_size,omitempty"` // with one element in an array whose length the host decides
	RuntimeSized   bool   `json:"runtime_sized,omitempty"`

	// Of textures.
	Dimension    string `json:"dimension,omitempty"`   // "1d", "2d", "2d-array", "cube", "cube-array", "3d", "buffer"
	SampleType   string `json:"sample_type,omitempty"` // "float", "unfilterable-float" (never sampled with a filtering sampler), "sint", "uint", "depth"
	Multisampled bool   `json:"multisampled,omitempty"`
	Format       string `json:"format,omitempty"`     // of storage textures
	Attachment   Number `json:"attachment,omitempty"` // the number of an input attachment

	SamplerType string `json:"sampler_type,omitempty"` // "filtering", "non-filtering" (used with depth or integers) or "comparison"

	Source string `json:"source,omitempty"`
}

// An Immediate is a variable of immediate data ("push constants").
type Immediate struct {
	Name   string `json:"name"`
	Type   Type   `json:"type"`
	Size   uint64 `json:"size"`
	Source string `json:"source,omitempty"`
}

// A Struct is a struct as it lies in memory under one layout.
type Struct struct {
	Name         string   `json:"name"`
	Layout       string   `json:"layout"` // "natural" (WGSL's), "std140", "std430", "scalar" or "explicit"
	Size         uint64   `json:"size"`   // with one element in an array whose length the host decides
	Align        uint32   `json:"align"`
	RuntimeSized bool     `json:"runtime_sized,omitempty"`
	Members      []Member `json:"members"`
	Source       string   `json:"source,omitempty"`
}

// A Member is a member of a struct.
type Member struct {
	Name    string `json:"name"`
	Offset  uint32 `json:"offset"`
	Size    uint64 `json:"size"` // of its type; of an array whose length the host decides, of one element
	Align   uint32 `json:"align"`
	Padding uint64 `json:"padding,omitempty"` // bytes after it that hold nothing
	Type    Type   `json:"type"`
	// Default is the initial value of a uniform, if GLSL gives it one: its scalars in the
	// order of memory. Bools are 0 and 1.
	Default []Value `json:"default,omitempty"`
	Source  string  `json:"source,omitempty"`
}

// A Type is a type in memory.
type Type struct {
	Name     string `json:"name"`              // as WGSL spells it
	Kind     string `json:"kind"`              // "scalar", "vector", "matrix", "atomic", "array", "struct"
	Scalar   string `json:"scalar,omitempty"`  // "f32", "i32", ...
	Columns  uint8  `json:"columns,omitempty"` // of a matrix
	Rows     uint8  `json:"rows,omitempty"`    // of a matrix; components of a vector
	RowMajor bool   `json:"row_major,omitempty"`
	Stride   uint32 `json:"stride,omitempty"` // from element to element of an array; from column to column of a matrix (row to row, if RowMajor)
	// Length is the number of elements of an array; absent: the host decides, or an
	// override without a value.
	Length  Number `json:"length,omitempty"`
	Element *Type  `json:"element,omitempty"` // of an array
	Struct  Number `json:"struct,omitempty"`  // index into Reflection.Structs
}

// An Override is a constant that the pipeline may set.
type Override struct {
	Name     string  `json:"name"`
	ID       *uint16 `json:"id,omitempty"`
	Key      string  `json:"key"` // what a pipeline calls it: the id in decimal where it has one, else the name
	Type     string  `json:"type"`
	Default  Value   `json:"default,omitempty"` // with the values given for others
	Required bool    `json:"required,omitempty"`
	Source   string  `json:"source,omitempty"`
}

// A Value is a number, true or false, as JSON spells it; "" is none.
type Value string

// MarshalJSON returns the value itself, or null.
func (v Value) MarshalJSON() ([]byte, error) {
	if v == "" {
		return []byte("null"), nil
	}
	return []byte(v), nil
}

// UnmarshalJSON keeps the value as it is spelled.
func (v *Value) UnmarshalJSON(text []byte) error {
	*v = Value(text)
	if *v == "null" {
		*v = ""
	}
	return nil
}

// A Limit is one of WebGPU's limits and the value needed of it.
type Limit struct {
	Name  string `json:"name"` // "maxBindGroups"
	Value uint64 `json:"value"`
}
