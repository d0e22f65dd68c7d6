package hlsl

// This file holds the options of the writer: plain data, with names for JSON.

import (
	"fmt"
	"maps"
	"slices"

	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// ShaderModel is a version of HLSL's machine: ten times the major number and the
// minor one.
type ShaderModel uint8

// The shader models that are written. FXC compiles the ones of version 5.
const (
	ShaderModel50 ShaderModel = 50
	ShaderModel51 ShaderModel = 51
	ShaderModel60 ShaderModel = 60
	ShaderModel61 ShaderModel = 61
	ShaderModel62 ShaderModel = 62
	ShaderModel63 ShaderModel = 63
	ShaderModel64 ShaderModel = 64
	ShaderModel65 ShaderModel = 65
	ShaderModel66 ShaderModel = 66
	ShaderModel67 ShaderModel = 67
	ShaderModel68 ShaderModel = 68
)

// Exists reports whether the shader model is one of the constants.
func (s ShaderModel) Exists() bool {
	return s == ShaderModel50 || s == ShaderModel51 || s >= ShaderModel60 && s <= ShaderModel68
}

// String returns "6.0".
func (s ShaderModel) String() string { return fmt.Sprintf("%d.%d", s/10, s%10) }

// MarshalText returns "6.0".
func (s ShaderModel) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads "6.0" or "6_0".
func (s *ShaderModel) UnmarshalText(text []byte) error {
	if len(text) == 3 && (text[1] == '.' || text[1] == '_') {
		if m := ShaderModel(10*(text[0]-'0') + text[2] - '0'); m.Exists() {
			*s = m
			return nil
		}
	}
	return fmt.Errorf("%q is no shader model: 5.0, 5.1 and 6.0 to 6.8 are", text)
}

// Register, BindingTarget and MappedBinding are places of resources, which package dxbc
// has, too.
type (
	Register      = direct3d.Register
	BindingTarget = direct3d.BindingTarget
	MappedBinding = direct3d.MappedBinding
)

// GroupRegister is a register that serves one group.
type GroupRegister struct {
	Group    uint32   `json:"group"`
	Register Register `json:"register"`
	Size     uint32   `json:"size,omitempty"` // DynamicOffsets: how many there are
}

// SamplerHeap is the places of the arrays of all samplers.
type SamplerHeap struct {
	Samplers    Register `json:"samplers"`
	Comparisons Register `json:"comparisons"`
	// Indices are, by group, the buffers of u32 that hold the index of each
	// sampler, by its binding's register.
	Indices []GroupRegister `json:"indices"`
}

// Options select the output and describe its device. Start from NewOptions.
type Options struct {
	// Of the device.

	ShaderModel ShaderModel `json:"shader_model"`
	RaiseModel  bool        `json:"raise_model"` // to the one that the module needs, from 6.0 on

	// BindingMap is the places of resources. Nil: see the package's documentation. A
	// resource that it lacks is an error, unless FakeMissingBindings makes up a place.
	BindingMap          []MappedBinding `json:"binding_map,omitempty"`
	FakeMissingBindings bool            `json:"fake_missing_bindings,omitempty"`

	// ExternalForm selects how external textures are read: from one texture of colours, or
	// from planes, which ExternalBindings places; see refract.ExternalForm. BindingMap
	// is about the bindings given there.
	ExternalForm     transform.ExternalForm      `json:"external_form"`
	ExternalBindings []transform.ExternalBinding `json:"external_bindings,omitempty"`

	// SpecialConstants is a constant buffer of three u32: the first vertex and the
	// first instance of a draw, which the hardware's indices don't count, and one
	// not used; or the numbers of workgroups of a dispatch. Nil: indices of vertices
	// and instances begin at 0, and the numbers of workgroups have a made-up place.
	SpecialConstants *Register `json:"special_constants,omitempty"`
	// RootConstants is the constant buffer of immediates. Nil: a made-up place.
	RootConstants *Register `json:"root_constants,omitempty"`
	// SamplerHeap makes every sampler an element of one of two arrays. Nil: each
	// has a register.
	SamplerHeap *SamplerHeap `json:"sampler_heap,omitempty"`
	// DynamicOffsets are, by group, the constant buffers of u32 that hold the
	// offsets of its storage buffers: see BindingTarget.
	DynamicOffsets []GroupRegister `json:"dynamic_offsets,omitempty"`

	// Semantic is the name of user-defined inputs and outputs, followed by their location.
	// "": LOC.
	Semantic string `json:"semantic,omitempty"`
	// Semantics are whole semantics, as "COLOR1", of inputs and outputs that have a name by
	// which stages link; see ir.Link. Others have Semantic.
	Semantics map[string]string `json:"semantics,omitempty"`

	// AdjustCoordinateSpace converts the positions of vertex shaders from the clip space of
	// the source to Direct3D's; else positions stay as they are. See ir.ClipSpace.
	AdjustCoordinateSpace bool `json:"adjust_coordinate_space"`

	// MinPrecision writes 16-bit floats as min16float, which every shader model has, and which may have more
	// bits. Modules with such floats in buffers are written with half, in shader model 6.2.
	MinPrecision bool `json:"min_precision"`

	// Behaviour that HLSL leaves undefined and these options define.
	IntDivChecks            bool                    `json:"emit_int_div_checks"` // x/0 and MIN/-1
	ForceLoopBounding       bool                    `json:"force_loop_bounding"` // loops that may not end, or that are left only behind a load
	WrapSigned              bool                    `json:"wrap_signed"`         // overflow of signed integers, which DXC takes for impossible and FXC folds to the nearest number
	Bounds                  transform.BoundsOptions `json:"bounds"`
	ZeroInitializeWorkgroup bool                    `json:"zero_initialize_workgroup"`

	// Of the pipeline.

	// EntryPoint picks one entry point, of Stage if names repeat. "": all.
	EntryPoint string   `json:"entry_point,omitempty"`
	Stage      ir.Stage `json:"stage,omitempty"`
	// Overrides are the values of overridable constants, by id in decimal or by name;
	// constants without one get their initial values.
	Overrides map[string]float64 `json:"overrides,omitempty"`
	// VertexOutputs are the locations that the fragment stage reads: the vertex
	// stage writes no others. Nil: all.
	VertexOutputs []uint32 `json:"vertex_outputs,omitempty"`

	// PatchVertices is how many control points the patches have that a tessellation control
	// shader takes, or an evaluation shader without its control shader. 0: a control shader takes
	// as many as it makes.
	PatchVertices uint32 `json:"patch_vertices,omitempty"`
	// Domain, Spacing, Order and TessellatedPoints are the setup of a tessellation control
	// shader without its evaluation shader.
	Domain            TessDomain  `json:"domain"`
	Spacing           TessSpacing `json:"spacing"`
	Order             TessOrder   `json:"order"`
	TessellatedPoints bool        `json:"tessellated_points,omitempty"`

	// Printf writes calls of printf for the lines that a shader prints: DXC compiles them for
	// SPIR-V only, and Slang for most targets. Else the output leaves the lines out.
	Printf bool `json:"printf,omitempty"`

	// IncludeUnused declares resources that nothing uses, too: layouts of the host may have them.
	IncludeUnused bool `json:"include_unused,omitempty"`

	// Minify leaves out white space and comments and makes names short, except names of
	// entry points.
	Minify bool `json:"minify,omitempty"`
	// LineDirectives writes #line, so that compilers' messages and debuggers name the
	// lines of the source. Minified text has none.
	LineDirectives bool `json:"line_directives,omitempty"`
}

// NewOptions returns the options that fit most: shader model 6.0 and all checks
// that Direct3D doesn't make itself; external textures are read from planes.
// Accesses to buffers and textures out of bounds are defined there.
func NewOptions() Options {
	return Options{
		ShaderModel:             ShaderModel60,
		RaiseModel:              true,
		ExternalForm:            transform.ExternalPlanar,
		AdjustCoordinateSpace:   true,
		IntDivChecks:            true,
		ForceLoopBounding:       true,
		WrapSigned:              true,
		Bounds:                  transform.BoundsOptions{Index: transform.Restrict, BindingArray: transform.Restrict},
		ZeroInitializeWorkgroup: true,
	}
}

// NameVersion implements back.Versioned.
func (o *Options) NameVersion() { o.RaiseModel = false }

// raised are the capabilities of modules that need a later shader model than 6.0.
var raised = [...]struct {
	needs []validate.Capability
	model ShaderModel
}{
	{[]validate.Capability{validate.Barycentrics, validate.PerVertex, validate.Multiview}, ShaderModel61},
	{[]validate.Capability{validate.Float16, validate.Int16}, ShaderModel62},
	{[]validate.Capability{validate.RayTracingPipeline}, ShaderModel63},
	{[]validate.Capability{validate.RayQuery, validate.MeshShader}, ShaderModel65},
	{[]validate.Capability{validate.Int64AtomicMinMax, validate.Int64AtomicAll, validate.TextureInt64Atomic}, ShaderModel66},
}

// raise raises the shader model to the need of a module, if that is enabled, and reports
// whether it is another now.
func (o *Options) raise(info *validate.Info) bool {
	if !o.RaiseModel || o.ShaderModel < ShaderModel60 || info == nil {
		return false
	}
	was := o.ShaderModel
	required := info.Required
	if o.MinPrecision {
		required = required.Without(validate.Float16)
	}
	for _, r := range raised {
		if required.HasAny(r.needs...) {
			o.ShaderModel = max(o.ShaderModel, r.model)
		}
	}
	return o.ShaderModel != was
}

// check looks for values that make no sense. The error is a *back.OptionError.
func (o *Options) check() error {
	if err := direct3d.CheckSemantic("hlsl.semantic", o.Semantic); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(o.Semantics)) {
		if err := direct3d.CheckSemantic("hlsl.semantics", o.Semantics[name]); err != nil {
			return err
		}
	}
	return back.CheckBindings("hlsl.binding_map", o.BindingMap, func(b *MappedBinding) ir.ResourceBinding {
		return ir.ResourceBinding{Group: b.Group, Binding: b.Binding}
	})
}

// TessDomain, TessSpacing and TessOrder are those of package ir, as text.
type (
	TessDomain  = direct3d.TessDomain
	TessSpacing = direct3d.TessSpacing
	TessOrder   = direct3d.TessOrder
)
