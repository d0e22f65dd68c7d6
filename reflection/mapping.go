package reflection

// This file holds a back end's report of its output, in one form for all of them.

// A Mapping is the names and places that a translation gives the entities of a module. The
// version of its JSON form is Version, with the promises of the package's documentation.
type Mapping struct {
	Version     int                `json:"version"`
	Language    string             `json:"language"` // "spv", "glsl", "essl", "hlsl", "msl" or "wgsl"
	EntryPoints []MappedEntryPoint `json:"entry_points"`
	Resources   []MappedResource   `json:"resources"`
	Constants   []MappedConstant   `json:"constants"` // overrides that the pipeline can still set: SPIR-V, MSL

	// GLSL only.
	Inputs        []MappedVarying   `json:"inputs,omitempty"`
	Outputs       []MappedVarying   `json:"outputs,omitempty"`
	Immediates    []MappedImmediate `json:"immediates,omitempty"`
	FirstInstance string            `json:"first_instance,omitempty"` // the uniform that the host sets to the first instance of a draw
	ClipDistances uint32            `json:"clip_distances,omitempty"` // how many the host enables

	// Sizes are, in MSL, the buffers whose sizes in bytes the buffer of class
	// "sizes" holds, a u32 each, in this order.
	Sizes []MappedSize `json:"sizes,omitempty"`

	// Renames are, in WGSL, the names that have changed.
	Renames []Rename `json:"renames,omitempty"`
}

// A MappedEntryPoint is an entry point.
type MappedEntryPoint struct {
	Name  string `json:"name"` // in the module
	Stage string `json:"stage"`
	Text  string `json:"text"` // in the translation
	// RootSignature is that of a container of DXIL or DXBC, in HLSL's text: parameters in their order.
	RootSignature string `json:"root_signature,omitempty"`
}

// A Location is the group and binding of a resource in the module.
type Location struct {
	Group   uint32 `json:"group"`
	Binding uint32 `json:"binding"`
}

// A MappedResource is a resource in the translation.
type MappedResource struct {
	Name string    `json:"name,omitempty"` // in the module; "" for what the translation made up
	At   *Location `json:"at,omitempty"`   // in the module; nil: it has no place there
	// EntryPoint is the only one for which the rest holds; "": all (MSL counts
	// places anew for each).
	EntryPoint string `json:"entry_point,omitempty"`
	Text       string `json:"text,omitempty"` // in the translation, where the host may need it

	// Class is the kind of place:
	//   - SPIR-V: "descriptor";
	//   - GLSL: "uniform_block", "storage_block", "texture", "sampler", "image", "uniform"
	//     (outside any block);
	//   - HLSL: "b", "t", "s" or "u";
	//   - MSL: "buffer", "texture", "sampler", "inline" (in the text), "argument"
	//     (an id in an argument buffer), "group" (an argument buffer), "immediate",
	//     "sizes", "vertex".
	//   - WGSL: "sampler", of the samplers of combined images, which it has apart; "moved",
	//     if it shared its binding with something else in the module; other resources
	//     aren't listed, as they stay in place.
	Class string `json:"class"`
	// Slot is the binding, binding point, register or index; absent: the host finds
	// the resource by Text.
	Slot Number `json:"slot,omitempty"`
	// Space is the descriptor set, the register space, or the group whose argument
	// buffer holds it.
	Space uint32 `json:"space,omitempty"`
	// Count is how many places in a row it takes, if that is known; 0: no bound.
	Count Number `json:"count,omitempty"`
	// Sampler is the module's sampler of a texture of GLSL.
	Sampler  *Location `json:"sampler,omitempty"`
	Writable bool      `json:"writable,omitempty"` // MSL
	// Parts are the parts that the host sets one by one of a uniform buffer that is no
	// block (GLSL).
	Parts []MappedImmediate `json:"parts,omitempty"`
}

// A MappedConstant is an override that the pipeline can set.
type MappedConstant struct {
	Name  string `json:"name"`  // in the module
	Index uint32 `json:"index"` // SpecId, or index of the function constant
}

// A MappedVarying is an input or output with a location.
type MappedVarying struct {
	Name      string `json:"name,omitempty"` // in the source, if the text has another
	Text      string `json:"text"`
	Location  uint32 `json:"location"`
	Index     uint32 `json:"index,omitempty"`     // of dual-source blending
	Component uint32 `json:"component,omitempty"` // that it begins with
}

// A MappedImmediate is a part of the immediates that one call sets.
type MappedImmediate struct {
	Text   string `json:"text"`
	Offset uint32 `json:"offset"` // bytes, in the module
	Type   string `json:"type"`

	// Of a matrix: the bytes from column to column in the module's memory, or from row to
	// row if RowMajor.
	Stride   uint32 `json:"stride,omitempty"`
	RowMajor bool   `json:"row_major,omitempty"`
}

// A MappedSize is a buffer whose size a shader needs.
type MappedSize struct {
	Name         string    `json:"name"`
	At           *Location `json:"at,omitempty"`
	VertexBuffer Number    `json:"vertex_buffer,omitempty"` // the index of this vertex buffer instead
}

// A Rename is an entity whose name has changed.
type Rename struct {
	Kind  string `json:"kind"`            // "struct", "member", "constant", ...
	Owner string `json:"owner,omitempty"` // of a member: the struct
	From  string `json:"from"`            // in the module
	To    string `json:"to"`
}
