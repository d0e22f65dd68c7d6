package dxbc

// This file holds the options of the writer: plain data, with names for JSON.

import (
	"fmt"
	"strings"

	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/ir/transform"
	"refract/ir"
)

// Profile is a shader model. The order is that of their features.
type Profile uint8

// The shader models that are written: ten times the major number and the minor one. The numbers
// below 40 are 4.0 for feature levels 9.1 and 9.3, whose containers also have a program of shader
// model 2.
const (
	ProfileLevel91 Profile = 37
	ProfileLevel93 Profile = 39
	Profile40      Profile = 40
	Profile41      Profile = 41
	Profile50      Profile = 50
	Profile51      Profile = 51
)

// profileNames are the names of shader models.
var profileNames = [...]string{
	ProfileLevel91: "4_0_level_9_1", ProfileLevel93: "4_0_level_9_3",
	Profile40: "4_0", Profile41: "4_1", Profile50: "5_0", Profile51: "5_1",
}

// Exists reports whether the shader model is one of the constants.
func (p Profile) Exists() bool { return p.name() != "" }

// name is the name of a shader model that is one of the constants, else "".
func (p Profile) name() string {
	if int(p) < len(profileNames) {
		return profileNames[p]
	}
	return ""
}

// isLevel9 reports whether containers have a program of shader model 2.
func (p Profile) isLevel9() bool { return p < Profile40 }

// model returns the version of the program of model 4 or 5.
func (p Profile) model() (major, minor uint8) {
	p = max(p, Profile40)
	return uint8(p / 10), uint8(p % 10)
}

// String returns "5_0" or "4_0_level_9_1".
func (p Profile) String() string {
	if name := p.name(); name != "" {
		return name
	}
	return fmt.Sprintf("%d_%d", p/10, p%10)
}

// MarshalText returns "5_0".
func (p Profile) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads "5_0" or "5.0".
func (p *Profile) UnmarshalText(text []byte) error {
	name := strings.ReplaceAll(string(text), ".", "_")
	for _, known := range [...]Profile{ProfileLevel91, ProfileLevel93, Profile40, Profile41, Profile50, Profile51} {
		if known.String() == name {
			*p = known
			return nil
		}
	}
	return fmt.Errorf("%q is no shader model of Direct3D bytecode: 4_0_level_9_1, 4_0_level_9_3, 4_0, 4_1, 5_0 and 5_1 are", text)
}

// Register, BindingTarget and MappedBinding are places of resources, as package hlsl has them;
// MappedSemantic is the name of an input or output.
type (
	Register       = direct3d.Register
	BindingTarget  = direct3d.BindingTarget
	MappedBinding  = direct3d.MappedBinding
	MappedSemantic = direct3d.MappedSemantic
)

// TessDomain, TessSpacing and TessOrder are those of package ir, as text.
type (
	TessDomain  = direct3d.TessDomain
	TessSpacing = direct3d.TessSpacing
	TessOrder   = direct3d.TessOrder
)

// Options select the output and describe its device. Start from NewOptions.
type Options struct {
	// Of the device.

	Profile Profile `json:"profile"`

	// BindingMap is the places of resources. Nil: see the package's documentation. A
	// resource that it lacks is an error, unless FakeMissingBindings makes up a place.
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
	// location: those of an input layout, as POSITION.
	Semantics []MappedSemantic `json:"semantics,omitempty"`

	// AdjustCoordinateSpace converts the positions of vertex shaders from the clip space of
	// the source to Direct3D's; else positions stay as they are. See ir.ClipSpace.
	AdjustCoordinateSpace bool `json:"adjust_coordinate_space"`

	// Behaviour that Direct3D leaves undefined and these options define.
	IntDivChecks      bool `json:"emit_int_div_checks"` // x/0 and MIN/-1
	ForceLoopBounding bool `json:"force_loop_bounding"`
	// ClampConversions holds floats within the range of an integer that they become, which
	// Direct3D does itself, and translators of its bytecode may not.
	ClampConversions        bool                    `json:"clamp_conversions"`
	Bounds                  transform.BoundsOptions `json:"bounds"`
	ZeroInitializeWorkgroup bool                    `json:"zero_initialize_workgroup"`

	// Doubles selects how 64-bit floats are computed. Hardware of Direct3D 11 may lack them.
	Doubles Doubles `json:"doubles"`

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

	// Definitions writes the names and types of resources and constants (the chunk RDEF), which
	// D3DReflect reads.
	Definitions bool `json:"definitions"`
}

// NewOptions returns the options that fit most: shader model 5.0 and all checks that Direct3D
// doesn't make itself; external textures are read from planes.
func NewOptions() Options {
	return Options{
		Profile:                 Profile50,
		ExternalForm:            transform.ExternalPlanar,
		AdjustCoordinateSpace:   true,
		IntDivChecks:            true,
		ForceLoopBounding:       true,
		Bounds:                  transform.BoundsOptions{Index: transform.Restrict, BindingArray: transform.Restrict},
		ZeroInitializeWorkgroup: true,
		Definitions:             true,
	}
}

// check looks for values that make no sense. The error is a *back.OptionError.
func (o *Options) check() error {
	if err := direct3d.CheckSemantics("dxbc", o.Semantic, o.Semantics); err != nil {
		return err
	}
	if err := o.checkDoubles(); err != nil {
		return err
	}
	if err := direct3d.CheckRoot("dxbc", o.RootSignature, o.DeriveRootSignature); err != nil {
		return err
	}
	return back.CheckBindings("dxbc.binding_map", o.BindingMap, (*MappedBinding).Of)
}
