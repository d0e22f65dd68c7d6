package dxil

// This file holds the options of the writer: plain data, with names for JSON.

import (
	"fmt"

	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/ir/transform"
	"refract/ir"
)

// Profile is a shader model: ten times the major number and the minor one.
type Profile uint8

// The shader models that are written.
const (
	Profile60 Profile = 60
	Profile61 Profile = 61
	Profile62 Profile = 62
	Profile63 Profile = 63
	Profile64 Profile = 64
	Profile65 Profile = 65
	Profile66 Profile = 66
	Profile67 Profile = 67
	Profile68 Profile = 68
)

// Exists reports whether the shader model is one of the constants.
func (p Profile) Exists() bool { return p >= Profile60 && p <= Profile68 }

// String returns "6_0".
func (p Profile) String() string { return fmt.Sprintf("%d_%d", p/10, p%10) }

// MarshalText returns "6_0".
func (p Profile) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads "6_0" or "6.0".
func (p *Profile) UnmarshalText(text []byte) error {
	if len(text) == 3 && (text[1] == '.' || text[1] == '_') {
		if m := Profile(10*(text[0]-'0') + text[2] - '0'); m.Exists() {
			*p = m
			return nil
		}
	}
	return fmt.Errorf("%q is no shader model of DXIL: 6_0 to 6_8 are", text)
}

// Register, BindingTarget, MappedBinding and MappedSemantic are places of resources, and names of
// inputs and outputs, as packages hlsl and dxbc have them.
type (
	Register       = direct3d.Register
	BindingTarget  = direct3d.BindingTarget
	MappedBinding  = direct3d.MappedBinding
	MappedSemantic = direct3d.MappedSemantic
)

// TessDomain, TessSpacing and TessOrder are the types of package ir with these names, as text.
type (
	TessDomain  = direct3d.TessDomain
	TessSpacing = direct3d.TessSpacing
	TessOrder   = direct3d.TessOrder
)

// Options select the output and describe its device. Start from NewOptions.
type Options struct {
	// Of the device.

	Profile    Profile `json:"profile"`
	RaiseModel bool    `json:"raise_model"` // to the one that the module needs

	// BindingMap is the places of resources. Nil: a resource has the register of its binding, in
	// the space of its group. A resource that the map lacks is an error, unless
	// FakeMissingBindings makes up a place.
	BindingMap          []MappedBinding `json:"binding_map,omitempty"`
	FakeMissingBindings bool            `json:"fake_missing_bindings,omitempty"`

	// ExternalForm selects how external textures are read: from one texture of colours, or
	// from planes, which ExternalBindings places; see refract.ExternalForm.
	ExternalForm     transform.ExternalForm      `json:"external_form"`
	ExternalBindings []transform.ExternalBinding `json:"external_bindings,omitempty"`

	// SpecialConstants is a constant buffer of three u32: the first vertex and the
	// first instance of a draw, which the hardware's indices don't count, and one
	// not used; or the numbers of workgroups of a dispatch. Nil: indices of vertices
	// and instances begin at 0, and the numbers of workgroups have a made-up place.
	SpecialConstants *Register `json:"special_constants,omitempty"`
	// RootConstants is the constant buffer of immediates. Nil: a made-up place.
	RootConstants *Register `json:"root_constants,omitempty"`

	// RootSignature is the text of a root signature, as HLSL's attribute of this name has it; it
	// binds all resources that the shader uses. "": there is none.
	RootSignature string `json:"root_signature,omitempty"`
	// DeriveRootSignature makes a root signature of the resources; see direct3d.RootDeriver.
	DeriveRootSignature bool `json:"derive_root_signature,omitempty"`

	// Semantic is the name of user-defined inputs and outputs, followed by their location.
	// "": LOC.
	Semantic string `json:"semantic,omitempty"`

	// Semantics are the names of single inputs and outputs, in place of Semantic and their
	// location: the names of an input layout, as POSITION.
	Semantics []MappedSemantic `json:"semantics,omitempty"`

	// AdjustCoordinateSpace converts the positions of vertex shaders from the clip space of
	// the source to Direct3D's; else positions stay as they are. See ir.ClipSpace.
	AdjustCoordinateSpace bool `json:"adjust_coordinate_space"`

	// Behaviour that Direct3D leaves undefined and these options define.
	IntDivChecks            bool                    `json:"emit_int_div_checks"` // x/0 and MIN/-1
	ForceLoopBounding       bool                    `json:"force_loop_bounding"`
	Bounds                  transform.BoundsOptions `json:"bounds"`
	ZeroInitializeWorkgroup bool                    `json:"zero_initialize_workgroup"`

	// Of the pipeline.

	// EntryPoint picks one entry point, of Stage if names repeat. "": the only one, or the
	// only one of Stage.
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

	// Definitions writes the names and types of constant buffers' members (the part STAT), which the
	// reflection of Direct3D 12 reads, and the functions of libraries.
	Definitions bool `json:"definitions"`
}

// NewOptions returns the options that fit most: shader model 6.0, raised if the shader needs a
// later one, and all checks that Direct3D doesn't make itself; external textures are read from
// planes.
func NewOptions() Options {
	return Options{
		Profile:                 Profile60,
		RaiseModel:              true,
		ExternalForm:            transform.ExternalPlanar,
		AdjustCoordinateSpace:   true,
		IntDivChecks:            true,
		ForceLoopBounding:       true,
		Bounds:                  transform.BoundsOptions{Index: transform.Restrict, BindingArray: transform.Restrict},
		ZeroInitializeWorkgroup: true,
		Definitions:             true,
	}
}

// NameVersion is called if the shader model is set by name: it isn't raised then.
func (o *Options) NameVersion() { o.RaiseModel = false }

// check looks for values that make no sense. The error is a *back.OptionError.
func (o *Options) check() error {
	if err := direct3d.CheckSemantics("dxil", o.Semantic, o.Semantics); err != nil {
		return err
	}
	if err := direct3d.CheckRoot("dxil", o.RootSignature, o.DeriveRootSignature); err != nil {
		return err
	}
	return back.CheckBindings("dxil.binding_map", o.BindingMap, (*MappedBinding).Of)
}
