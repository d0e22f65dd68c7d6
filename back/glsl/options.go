package glsl

// This file holds the options of the writer: plain data, with names for JSON.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// A Version is a version of GLSL: its number and whether it is that of OpenGL ES.
type Version struct {
	Number uint16
	ES     bool
}

// Versions are the versions that can be written.
var Versions = []Version{{110, false}, {120, false}, {140, false}, {150, false}, {330, false}, {400, false}, {410, false}, {420, false}, {430, false},
	{440, false}, {450, false}, {460, false}, essl100, {300, true}, {310, true}, {320, true}}

// essl100 is GLSL ES 1.00, of OpenGL ES 2.0 and WebGL 1. See old.go.
var essl100 = Version{100, true}

// isOld reports whether the version is one before blocks and unsigned integers.
func (v Version) isOld() bool { return v == essl100 || !v.ES && v.Number < 130 }

// Exists reports whether the version is one of Versions.
func (v Version) Exists() bool { return slices.Contains(Versions, v) }

// String returns "450" or "310 es".
func (v Version) String() string {
	n := strconv.Itoa(int(v.Number))
	if v.ES {
		return n + " es"
	}
	return n
}

// MarshalText returns the text of String.
func (v Version) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads "450", "310 es", "310es", "100", and such names as "core450" and
// "es310".
func (v *Version) UnmarshalText(text []byte) error {
	s := strings.ReplaceAll(string(text), " ", "")
	for _, known := range Versions {
		n := fmt.Sprint(known.Number)
		if known.ES && (s == n+"es" || s == "es"+n) || (!known.ES || known == essl100) && (s == n || s == n+"core" || s == "core"+n) {
			*v = known
			return nil
		}
	}
	var names []string
	for _, known := range Versions {
		names = append(names, known.String())
	}
	return fmt.Errorf("%q is no version of GLSL: %s are", text, strings.Join(names, ", "))
}

// MappedBinding is the place of one resource: the binding point of its kind, or with Vulkan
// the binding in a descriptor set. For a texture that becomes several uniforms it is the
// first one's.
type MappedBinding struct {
	Group     uint32 `json:"group"`
	Binding   uint32 `json:"binding"`
	Slot      uint32 `json:"slot"`
	Set       uint32 `json:"set,omitempty"`        // Vulkan
	ArraySize uint32 `json:"array_size,omitempty"` // of a binding array whose size the module leaves open
}

// Options select the output and describe its device. Start from NewOptions.
type Options struct {
	// Of the device.

	Version      Version `json:"version"`
	RaiseVersion bool    `json:"raise_version"`    // to the one that the module needs
	WebGL        bool    `json:"webgl,omitempty"`  // the version is 300 es as WebGL 2 has it, or 100 as WebGL 1 has it: without extensions of OpenGL ES, and within appendix A
	Vulkan       bool    `json:"vulkan,omitempty"` // Vulkan's form: sets, textures apart from samplers, push constants

	// BindingMap is the places of resources. AssignBindings gives a binding point to
	// resources that it lacks: with Vulkan their own group and binding, else the next free
	// one of their kind in the order of groups and bindings. Resources without one, and all
	// in versions without layout(binding) (420, 310 es), are for the host to find by name.
	BindingMap     []MappedBinding `json:"binding_map,omitempty"`
	AssignBindings bool            `json:"assign_bindings"`

	// LooseUniforms writes uniform buffers as uniforms outside any block, whose parts the
	// host sets one by one; Reflection lists them. Version 100 has no others.
	LooseUniforms bool `json:"loose_uniforms,omitempty"`

	// GatherUniforms writes the uniforms that the source has outside of blocks as one block,
	// Uniforms. By default they stay uniforms by themselves, except with Vulkan.
	GatherUniforms bool `json:"gather_uniforms,omitempty"`

	// VaryingNames keeps the names of varyings that the source links by location, in
	// versions that link by name. The stages must then agree on names. By default such
	// varyings have names made of their locations.
	VaryingNames bool `json:"varying_names,omitempty"`

	// AttributeLocations declares the locations of attributes in the text, with
	// GL_ARB_explicit_attrib_location if the version lacks it; else the host binds
	// attributes by name there, and a single output of fragments has no location.
	AttributeLocations bool `json:"attribute_locations"`

	// ExternalForm selects how external textures are read: from planes, which
	// ExternalBindings places (see refract.ExternalForm; BindingMap is about the
	// bindings given there), from one texture of colours, or as samplerExternalOES if
	// OpenGL ES has that, else from one texture.
	ExternalForm     transform.ExternalForm      `json:"external_form"`
	ExternalBindings []transform.ExternalBinding `json:"external_bindings,omitempty"`

	// Features of the device beyond the version.
	DrawParameters   bool `json:"draw_parameters,omitempty"`    // GL_ARB_shader_draw_parameters; else a uniform holds the first instance
	TextureShadowLod bool `json:"texture_shadow_lod,omitempty"` // GL_EXT_texture_shadow_lod
	Demote           bool `json:"demote,omitempty"`             // GL_EXT_demote_to_helper_invocation
	ImageFormats     bool `json:"image_formats"`                // GL_NV_image_formats, of OpenGL ES

	// AdjustCoordinateSpace converts the positions of vertex shaders from the clip space of
	// the source to OpenGL's, or to Vulkan's if Vulkan is set; else positions stay as they are. See ir.ClipSpace.
	AdjustCoordinateSpace bool `json:"adjust_coordinate_space"`
	ForcePointSize        bool `json:"force_point_size,omitempty"` // vertices: write a point size of 1 where none is written

	// Behaviour that GLSL leaves undefined and these options define.
	IntDivChecks            bool                    `json:"emit_int_div_checks"` // x/0 and MIN/-1
	ForceLoopBounding       bool                    `json:"force_loop_bounding"` // loops that may not end, or that are left only behind a load
	Bounds                  transform.BoundsOptions `json:"bounds"`
	ZeroInitializeWorkgroup bool                    `json:"zero_initialize_workgroup"`

	// Of the pipeline.

	// EntryPoint picks the entry point, of Stage if names repeat. "": the only one, or the
	// only one of Stage.
	EntryPoint string   `json:"entry_point,omitempty"`
	Stage      ir.Stage `json:"stage,omitempty"`
	// Overrides are the values of overridable constants, by id in decimal or by name;
	// constants without one get their initial values. Nil: they are specialization
	// constants of Vulkan, and get their initial values for OpenGL.
	Overrides map[string]float64 `json:"overrides,omitempty"`
	// Multiview is the number of views that are drawn at once, for vertex shaders;
	// 0: one, without multiview.
	Multiview uint32 `json:"multiview,omitempty"`
	// IncludeUnused writes unused entities, too.
	IncludeUnused bool `json:"include_unused,omitempty"`

	// HitObjectsEXT writes hit objects by GL_EXT_shader_invocation_reorder. By default they are written
	// by NV's extension, except shaders with operations that EXT's alone has.
	HitObjectsEXT bool `json:"hit_objects_ext,omitempty"`

	// GeometryPassthrough keeps the form of geometry shaders that pass primitives through, by
	// GL_NV_geometry_shader_passthrough. By default they emit copies of the vertices.
	GeometryPassthrough bool `json:"geometry_passthrough,omitempty"`

	// Minify leaves out white space and comments and makes names short, except names of
	// inputs and outputs.
	Minify bool `json:"minify,omitempty"`
	// LineDirectives writes #line, so that compilers' messages and debuggers name the
	// lines of the source. Minified text has none.
	LineDirectives bool `json:"line_directives,omitempty"`
}

// raised are the capabilities that need a version of GLSL.
var raised = []struct {
	needs   []validate.Capability
	version uint16
}{
	{[]validate.Capability{validate.GeometryShader}, 150},
	{[]validate.Capability{validate.TessellationShader}, 400},
	{[]validate.Capability{validate.MeshShader}, 450},
	{[]validate.Capability{validate.RayQuery, validate.RayTracingPipeline}, 460},
}

// raise raises the version to the need of a module, if that is enabled, and reports whether it is
// another now.
func (o *Options) raise(info *validate.Info) bool {
	if !o.RaiseVersion || o.Version.ES || info == nil {
		return false
	}
	was := o.Version.Number
	for _, r := range raised {
		if info.Required.HasAny(r.needs...) && (o.Vulkan || r.version < 460) {
			o.Version.Number = max(o.Version.Number, r.version)
		}
	}
	return o.Version.Number != was
}

// NameVersion implements back.Versioned.
func (o *Options) NameVersion() { o.RaiseVersion = false }

// check looks for options that contradict each other. The error is a *back.OptionError.
func (o *Options) check() error {
	language := "glsl."
	if o.Version.ES {
		language = "essl."
	}
	wrong := func(name, format string, args ...any) error {
		return &back.OptionError{Name: language + name, Err: fmt.Errorf(format, args...)}
	}
	at := func(b *MappedBinding) ir.ResourceBinding {
		return ir.ResourceBinding{Group: b.Group, Binding: b.Binding}
	}
	if err := back.CheckBindings(language+"binding_map", o.BindingMap, at); err != nil {
		return err
	}
	switch {
	case !o.Vulkan:
	case o.WebGL:
		return wrong("webgl", "WebGL has no form of Vulkan (%svulkan)", language)
	case o.Version.ES && o.Version.Number < 310, !o.Version.ES && o.Version.Number < 420:
		return wrong("vulkan", "GLSL %v has no form for Vulkan: 420 and later have, and 310 es and later", o.Version)
	}
	return nil
}

// NewOptions returns the options that fit most: version 450 for OpenGL, with all
// checks.
func NewOptions() Options {
	return Options{
		Version:               Version{450, false},
		RaiseVersion:          true,
		AssignBindings:        true,
		AttributeLocations:    true,
		ImageFormats:          true,
		ExternalForm:          transform.ExternalNative,
		AdjustCoordinateSpace: true,
		IntDivChecks:          true,
		Bounds: transform.BoundsOptions{Index: transform.Restrict, Buffer: transform.Restrict, ImageLoad: transform.Restrict,
			BindingArray: transform.Restrict},
		ZeroInitializeWorkgroup: true,
	}
}
