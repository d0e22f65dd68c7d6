package spirv

// This file holds the options of the writer: plain data, with names for JSON.

import (
	"fmt"
	"slices"

	"refract/internal/ir/transform"
	"refract/ir"
	"refract/spirv"
)

// Version is the minor version of SPIR-V 1.x that is written: 0 to 6.
type Version uint8

// DefaultVersion is the version of NewOptions: that of Vulkan 1.1.
const DefaultVersion Version = 3

// MarshalText returns "1.3".
func (v Version) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "1.%d", v), nil }

// UnmarshalText reads "1.0" to "1.6".
func (v *Version) UnmarshalText(text []byte) error {
	if len(text) != 3 || text[0] != '1' || text[1] != '.' || text[2] < '0' || text[2] > '6' {
		return fmt.Errorf("%q is no version of SPIR-V: 1.0 to 1.6 are", text)
	}
	*v = Version(text[2] - '0')
	return nil
}

// UnusedEntryPoint is the name of the entry point that a module without any gets.
const UnusedEntryPoint = "unused_entry_point"

// Options select the output and describe its device. The zero Options mean SPIR-V 1.0;
// start from NewOptions.
type Options struct {
	Version      Version `json:"version"`
	RaiseVersion bool    `json:"raise_version"` // to the one that the module needs

	// AllowedCapabilities are the names of the capabilities that may be used beside Shader,
	// as the specification has them, with all that they imply. If another is needed, Write
	// fails. Nil allows all.
	AllowedCapabilities []string `json:"allowed_capabilities,omitempty"`

	// EntryPoint picks one entry point, of Stage if names repeat. "": all.
	EntryPoint string   `json:"entry_point,omitempty"`
	Stage      ir.Stage `json:"stage,omitempty"`

	// Linkage makes a module without entry points a library, whose functions can be linked
	// to by name, except functions with pointers into resources as parameters, which SPIR-V
	// can't pass. Without it, the module gets a compute entry point that does nothing,
	// named UnusedEntryPoint: Vulkan knows no libraries.
	Linkage bool `json:"linkage"`

	// BindingMap is the places of resources. Nil: group and binding are set and binding. A
	// resource that it lacks is an error, unless FakeMissingBindings makes up a place.
	BindingMap          []MappedBinding `json:"binding_map,omitempty"`
	FakeMissingBindings bool            `json:"fake_missing_bindings,omitempty"`

	// ExternalForm selects how external textures are read: from one texture of colours, or
	// from planes, which ExternalBindings places; see refract.ExternalForm. BindingMap
	// is about the bindings given there.
	ExternalForm     transform.ExternalForm      `json:"external_form"`
	ExternalBindings []transform.ExternalBinding `json:"external_bindings,omitempty"`

	// Overrides are the values of overridable constants, by id in decimal or by name;
	// constants without one get their initial values. Nil: they stay to be set, as
	// specialization constants (see SpecIDs).
	Overrides map[string]float64 `json:"overrides,omitempty"`

	// AdjustCoordinateSpace converts the positions of vertex shaders from the clip space of
	// the source to Vulkan's; else positions stay as they are. See ir.ClipSpace.
	AdjustCoordinateSpace bool `json:"adjust_coordinate_space"`
	ForcePointSize        bool `json:"force_point_size"` // vertices: write a point size of 1 where none is written
	ClampFragDepth        bool `json:"clamp_frag_depth"` // fragments: clamp the depth written to 0 to 1

	// Behaviour that SPIR-V leaves undefined and these options define.
	IntDivChecks            bool                    `json:"emit_int_div_checks"` // x/0 and MIN/-1
	ForceLoopBounding       bool                    `json:"force_loop_bounding"` // loops that may not end, or that are left only behind a load
	Bounds                  transform.BoundsOptions `json:"bounds"`
	ZeroInitializeWorkgroup ZeroInitialize          `json:"zero_initialize_workgroup"`

	// IncludeUnused declares resources that nothing uses, too: layouts of the host may have them.
	IncludeUnused bool `json:"include_unused,omitempty"`

	Names          bool           `json:"names"`          // OpName and OpMemberName
	LabelVaryings  bool           `json:"label_varyings"` // with Names: name inputs and outputs too
	Debug          DebugInfo      `json:"debug"`
	SourceLanguage SourceLanguage `json:"source_language"` // that Debug states

	NoContraction           bool `json:"no_contraction"`              // decorate all float arithmetic, so that none is fused
	UseStorageInputOutput16 bool `json:"use_storage_input_output_16"` // else f16 varyings travel as f32

	// HitObjectsEXT writes hit objects by SPV_EXT_shader_invocation_reorder. By default they are written
	// by NV's extension, except modules with operations that EXT's alone has.
	HitObjectsEXT bool `json:"hit_objects_ext,omitempty"`

	// GeometryPassthrough keeps the form of geometry shaders that pass primitives through, by
	// SPV_NV_geometry_shader_passthrough. By default they emit copies of the vertices.
	GeometryPassthrough bool `json:"geometry_passthrough,omitempty"`
}

// NewOptions returns the options that fit most: SPIR-V 1.3, all capabilities,
// all checks, and names; external textures are read from planes.
func NewOptions() Options {
	return Options{
		Version:                 DefaultVersion,
		RaiseVersion:            true,
		ExternalForm:            transform.ExternalPlanar,
		AdjustCoordinateSpace:   true,
		IntDivChecks:            true,
		ForceLoopBounding:       true,
		Bounds:                  transform.BoundsOptions{Index: transform.Restrict, Buffer: transform.Restrict, ImageLoad: transform.Restrict, BindingArray: transform.Restrict},
		Names:                   true,
		LabelVaryings:           true,
		UseStorageInputOutput16: true,
	}
}

// SourceLanguage is the language that debug information states.
type SourceLanguage uint8

const (
	UnknownLanguage SourceLanguage = iota
	WGSL
	GLSL
	ESSL
)

var sourceLanguages = [...]string{"unknown", "wgsl", "glsl", "essl"}

// MarshalText returns the name of the language.
func (l SourceLanguage) MarshalText() ([]byte, error) { return []byte(sourceLanguages[l]), nil }

// UnmarshalText reads the name of a language.
func (l *SourceLanguage) UnmarshalText(text []byte) error {
	return setName(l, sourceLanguages[:], text, "no source language: unknown, wgsl, glsl and essl are")
}

// number is the language's number in section 3.2.
func (l SourceLanguage) number() spirv.SourceLanguage {
	switch l {
	case WGSL:
		return spirv.SourceLanguageWGSL
	case GLSL:
		return spirv.SourceLanguageGLSL
	case ESSL:
		return spirv.SourceLanguageESSL
	}
	return spirv.SourceLanguageUnknown
}

// BindingTarget is the place of a resource.
type BindingTarget struct {
	Set       uint32 `json:"set"`
	Binding   uint32 `json:"binding"`
	ArraySize uint32 `json:"array_size,omitempty"` // of a binding array whose size the module leaves open
}

// MappedBinding maps one resource.
type MappedBinding struct {
	Group   uint32        `json:"group"`
	Binding uint32        `json:"binding"`
	Target  BindingTarget `json:"target"`
}

// ZeroInitialize is the way in which workgroup memory becomes zero.
type ZeroInitialize uint8

const (
	ZeroPolyfill ZeroInitialize = iota // by stores at the start, and a barrier
	ZeroNative                         // by initializers: needs VK_KHR_zero_initialize_workgroup_memory
	ZeroNone                           // it doesn't
)

var zeroNames = [...]string{"polyfill", "native", "none"}

func (z ZeroInitialize) String() string { return zeroNames[z] }

// MarshalText returns the name of the way.
func (z ZeroInitialize) MarshalText() ([]byte, error) { return []byte(zeroNames[z]), nil }

// UnmarshalText reads the name of a way.
func (z *ZeroInitialize) UnmarshalText(text []byte) error {
	return setName(z, zeroNames[:], text, "no way to initialize workgroup memory: polyfill, native and none are")
}

// DebugInfo is the amount of information for a debugger.
type DebugInfo uint8

const (
	DebugNone        DebugInfo = iota
	DebugLines                 // OpSource with the text, and OpLine
	DebugNonSemantic           // NonSemantic.Shader.DebugInfo.100: source, functions and lines
)

var debugNames = [...]string{"none", "lines", "non_semantic"}

func (d DebugInfo) String() string { return debugNames[d] }

// MarshalText returns the name of the kind.
func (d DebugInfo) MarshalText() ([]byte, error) { return []byte(debugNames[d]), nil }

// UnmarshalText reads the name of a kind.
func (d *DebugInfo) UnmarshalText(text []byte) error {
	return setName(d, debugNames[:], text, "no kind of debug information: none, lines and non_semantic are")
}

// generator is the generator's number in the header: none is registered.
const generator = 0

// allowedCapabilities reads the names of capabilities and adds the ones that they imply
// (section 3.31). It fails on a name that the specification doesn't have.
func allowedCapabilities(names []string) (set capabilitySet, err error) {
	list := []spirv.Capability{spirv.CapabilityShader}
	for _, n := range names {
		c := spirv.KindCapability.EnumerantNamed(n)
		if !c.Exists() {
			return set, fmt.Errorf("SPIR-V: there is no capability %q", n)
		}
		list = append(list, spirv.Capability(c.Value()))
	}
	for len(list) > 0 {
		c := list[len(list)-1]
		list = list[:len(list)-1]
		if c < maxCapability && !set.has(c) {
			set.add(c)
			list = append(list, spirv.KindCapability.Enumerant(uint32(c)).Capabilities()...)
		}
	}
	return set, nil
}

// setName sets v to the index of a name in a list; list describes the names.
func setName[T ~uint8](v *T, names []string, text []byte, list string) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%q is %s", text, list)
	}
	*v = T(i)
	return nil
}

// NameVersion implements back.Versioned.
func (o *Options) NameVersion() { o.RaiseVersion = false }
