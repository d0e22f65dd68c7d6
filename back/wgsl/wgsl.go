package wgsl

// This file holds the entry into the package: options, the writer and its results.

import (
	"errors"
	"slices"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// Options are the style of the text.
type Options struct {
	// ExplicitTypes writes the type of every declaration.
	ExplicitTypes bool `json:"explicit_types,omitempty"`
	// Minify leaves out white space and comments and makes names short, but for
	// those that the host refers to: entry points, and overrides without an id.
	Minify bool `json:"minify,omitempty"`
	// Terse leaves out inferred types as well: suffixes of numbers, types of arrays, the
	// access that is the default; with Minify also the last members of structs in buffers
	// that nothing names. With -Os, Minify does so.
	Terse bool `json:"terse,omitempty"`
	// Standard holds to the specification: a feature that only extensions of wgpu can
	// express is an UnsupportedError.
	Standard bool `json:"standard,omitempty"`
	// WGPU writes the forms that wgpu takes instead of those of the specification: only the
	// enable directives that it knows, diagnostic filters of modules and functions alone,
	// how depth changes as an attribute of the entry point. Standard means nothing with it.
	WGPU bool `json:"wgpu,omitempty"`
	// IncludeUnused declares resources that nothing uses also at -Os and if one entry point is written; else
	// they are declared in any case.
	IncludeUnused bool `json:"include_unused,omitempty"`
	// AdjustCoordinateSpace converts the positions of vertex shaders from the clip space of
	// the source to WebGPU's; else positions stay as they are. See ir.ClipSpace.
	AdjustCoordinateSpace bool `json:"adjust_coordinate_space"`
}

// NewOptions returns the options that fit most: positions in WebGPU's clip space.
func NewOptions() Options { return Options{AdjustCoordinateSpace: true} }

// EntityKind is the kind of a renamed thing.
type EntityKind uint8

const (
	EntityStruct EntityKind = iota
	EntityMember
	EntityConstant
	EntityOverride
	EntityGlobal
	EntityFunction
	EntityEntryPoint
)

var entityNames = [...]string{"struct", "member", "constant", "override", "global", "function", "entry_point"}

func (k EntityKind) String() string { return entityNames[k] }

// MarshalText returns the name of the kind.
func (k EntityKind) MarshalText() ([]byte, error) { return []byte(entityNames[k]), nil }

// A Rename is an entity whose name in the text differs from that in the module.
type Rename struct {
	Kind  EntityKind `json:"kind"`
	Owner string     `json:"owner,omitempty"` // of a member: the struct, as in the module
	From  string     `json:"from"`
	To    string     `json:"to"`
}

// Reflection has the names in the text.
type Reflection struct {
	Renames []Rename // in the order of the module's arenas; what isn't listed kept its name
	// Samplers are those of combined images and samplers, which WGSL has apart: the texture
	// has the name of the combined image.
	Samplers []Sampler
	// Moved are resources that share their group and binding with another one that an
	// entry point uses, too, which WGSL doesn't allow.
	Moved []Moved
}

// A Moved is a resource that stands at another binding than in the module.
type Moved struct {
	Name     string // in the module
	Text     string
	From, To ir.ResourceBinding
}

// A Sampler is one that stood in a combined image and sampler.
type Sampler struct {
	Texture    string             // the combined image, in the module
	At         ir.ResourceBinding // of the combined image and the texture
	Text       string             // the sampler, in the text
	Binding    ir.ResourceBinding // of the sampler
	Comparison bool
}

// UnsupportedError reports a feature of a module that WGSL can't express.
type UnsupportedError struct{ back.Unsupported }

func (e *UnsupportedError) Error() string { return e.Sentence("WGSL") }

// Write is the function of this name; the text is the writer's memory until its
// next use.
func (w *Writer) Write(m *ir.Module, info *validate.Info, opts Options) ([]byte, *Reflection, error) {
	tables.Do(makeTables)
	w.language()
	w.Lacks = nil
	w.dropped = w.dropped[:0]
	if back.FloatAtomics(m, nil, false, w.Unsupported) {
		return nil, nil, w.failure()
	}
	if hasStages(m) {
		var err error
		if m, info, err = w.otherStages(m, &opts); err != nil {
			return nil, nil, err
		}
	}
	if opts.WGPU {
		if err := passedQuery(m); err != nil {
			return nil, nil, err
		}
	}
	w.Layout.Reset(m)
	other := w.hasOtherLayouts(m)
	combined := transform.HasCombinedSamplers(m)
	w.split, w.moved, w.left = nil, nil, nil
	m, err := w.keepOverrides(m)
	if err != nil {
		return nil, nil, err
	}
	if hasUnusedBytes(m, info) {
		if m != &w.frozen {
			m = m.CloneInto(&w.frozen)
		}
		compact.Module(m, compact.Options{Interface: true})
	}
	used := info.UsedGlobals()
	shared := transform.HasSharedBindings(m, used)
	ends := transform.NeedsTermination(m) || transform.LeavesHelpers(m)
	points := transform.HasOutput(m, ir.StageVertex, ir.BuiltInPointSize)
	w.beyond = w.beyond[:0]
	atomics := transform.HasPlainAtomics(m)
	unwritten := readByVertex(m, info)
	components := transform.HasComponents(m)
	fences := transform.HasFences(m)
	collectives := transform.HasCollectives(m, lacksCollective)
	device := hasDeviceIndex(m)
	prints := transform.HasPrints(m)
	sparse := transform.HasResidency(m)
	positions := opts.AdjustCoordinateSpace && transform.HasOtherClipSpace(m, ir.ClipSpaceWebGPU)
	immediates := opts.Standard && slices.ContainsFunc(m.Globals[1:], func(g ir.Global) bool { return g.Space == ir.SpaceImmediate })
	wgpu := opts.WGPU && lacksWGPU(m, info)
	cooperative := transform.HasCooperative(m) && (opts.Standard || !cooperativeForm(m).Fits(m))
	if wgpu || cooperative || prints || sparse || positions || immediates || device || fences || collectives || components || shared || other || combined || ends || points || atomics || unwritten != nil || needsTransform(m) || transform.HasInputAttachments(m) {
		m = m.CloneInto(&w.Clone)
		transform.DropPrints(m)
		if cooperative {
			transform.Cooperative(m)
		}
		transform.MappedTexels(m)
		if positions {
			transform.ConvertPositions(m, ir.ClipSpaceWebGPU)
		}
		if unwritten != nil {
			transform.ReadOnly(m, unwritten)
		}
		if components {
			transform.MergeComponents(m)
		}
		if shared {
			w.moved = transform.SeparateBindings(m, used)
		}
		if combined {
			w.split = transform.SplitSamplers(m)
		}
		if ends {
			transform.HelpDiscarded(m, true)
			transform.CarryTermination(m)
		}
		transform.InputAttachments2D(m)
		transform.Polyfill(m, polyfills)
		transform.ForwardResults(m)
		transform.RemoveFallThrough(m)
		if fences {
			transform.MergeFences(m)
		}
		if device {
			if at, found := oneDevice(m); found {
				w.dropped = append(w.dropped, back.Dropped{What: "that there may be several devices: the index of the device is 0 there", Span: at})
			}
		}
		if collectives {
			transform.CollectiveLoops(m, lacksCollective)
		}
	}
	if wgpu {
		if err := w.forWGPU(m, info); err != nil {
			return nil, nil, err
		}
	}
	if atomics {
		if err := transform.AtomicMemory(m); err != nil {
			return nil, nil, unsupportedAtomics(err)
		}
	}
	if points {
		at := transform.DropOutput(m, ir.StageVertex, ir.BuiltInPointSize)
		w.dropped = append(w.dropped, back.Dropped{What: "the size of points, which are one pixel wide there", Span: at})
	}
	if other {
		o := transform.SpreadOptions{Vectors: true}
		if transform.HasSpreadElements(m, o) {
			if err := transform.PointerParams(m, transform.PointerParamOptions{}); err != nil {
				return nil, nil, err
			}
			w.left = append(w.left, transform.SpreadElements(m, o)...)
			w.Layout.Reset(m)
		}
		transform.PadFront(m)
		if err := w.pad(m); err != nil {
			return nil, nil, err
		}
	}
	if immediates {
		err := transform.BufferWords(m, transform.BufferWordsOptions{Chosen: immediateArrays(m)})
		if narrow := (*transform.NarrowError)(nil); err != nil && !errors.As(err, &narrow) {
			return nil, nil, err
		} else if narrow != nil {
			return nil, nil, &UnsupportedError{back.Unsupported{Feature: narrow.What, Span: narrow.Span}}
		}
		w.Layout.Reset(m)
	}
	w.opts, w.need = opts, 0
	w.L.Operand = nil
	if opts.Terse {
		w.L.Operand = w.operand
	}
	w.Terse = opts.Terse
	if w.isShortest() {
		w.Calls.Of(m)
	}
	w.trimStructs(m)
	w.aliases.begin(0, false)
	if w.isShortest() {
		w.aliases.begin(m.Types.Len(), true)
		w.declarations(m)
		w.chooseAliases()
	}
	w.declarations(m)
	w.standard()
	w.stages(info)
	if err := w.failure(); err != nil {
		return nil, nil, err
	}
	w.writeHeader()
	return w.Out.Finish(w.header), w.reflection(), nil
}

// hasUnusedBytes reports whether there are structs with integers of 8 bits, of which no value
// is in the module.
func hasUnusedBytes(m *ir.Module, info *validate.Info) bool {
	if info == nil || info.Required.Has(validate.Int8) {
		return false
	}
	for i := range m.Structs {
		for k := range m.Structs[i].Members {
			t := m.Structs[i].Members[k].Type
			for m.Types.At(t).Kind == ir.TypeArray {
				t = m.Types.At(t).Base
			}
			if s := m.Types.ScalarOf(t); s == ir.I8 || s == ir.U8 {
				return true
			}
		}
	}
	return false
}

// lacksCollective reports whether WGSL has no function for a collective operation on numbers.
func lacksCollective(v ir.SubgroupCollective, _ ir.TypeID) bool {
	return v.Op >= ir.SubgroupAdd && v.Op <= ir.SubgroupXor && groupWords[v.Op][v.Collective] == 0
}

// declarations writes a module but for the header.
func (w *Writer) declarations(m *ir.Module) {
	w.Begin(m)
	w.runtime = false
	w.fromBits = [2]text.Name{}
	w.Out.Reset(words, w.opts.Minify)
	w.declare()
	w.module()
}

// unsupportedAtomics is the error for memory that can't be atomic.
func unsupportedAtomics(err error) error {
	if e, ok := err.(*transform.AtomicMemoryError); ok {
		return &UnsupportedError{back.Unsupported{Feature: e.What, Span: e.Span}}
	}
	return err
}

// needsTransform reports whether a function holds something that the transforms
// of Write replace.
func needsTransform(m *ir.Module) bool {
	for _, f := range m.Functions[1:] {
		for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
			if f.Kind(e) == ir.KindSelect && m.Types.ComponentCount(f.TypeOf(e)) == 0 {
				return true
			}
			if f.Kind(e) != ir.KindMath {
				continue
			}
			switch f.Math(e).Op {
			case ir.MathOuter, ir.MathInverse, ir.MathAddCarry, ir.MathSubBorrow, ir.MathMulExtended:
				return true
			case ir.MathReflect, ir.MathRefract, ir.MathFaceForward:
				if m.Types.At(f.TypeOf(e)).Kind == ir.TypeScalar {
					return true
				}
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtSwitch {
				continue
			}
			for _, c := range f.Switch(s).Cases {
				if c.FallThrough {
					return true
				}
			}
		}
	}
	return false
}

// standard refuses features that the specification lacks, if the options require that.
func (w *Writer) standard() {
	for i, what := range beyondStandard {
		if w.opts.Standard && what != "" && w.need>>i&1 != 0 {
			w.Unsupported(what+" without the extension "+extensionNames[i], diag.Span{})
		}
	}
}

// failure is the error for the first thing that can't be written, or nil.
func (w *Writer) failure() error {
	return w.Failure(func(u back.Unsupported) error { return &UnsupportedError{u} })
}

// extension is a set of extensions that the text needs.
type extension uint32

const (
	extF16 extension = 1 << iota
	extClipDistances
	extDualSourceBlending
	extSubgroups
	extPrimitiveIndex
	extDrawIndex
	extRayQuery
	extRayQueryVertexReturn
	extBindingArray
	extInt16
	extInt64
	extFloat64
	extImmediates
	extMultiview
	extBarycentrics
	extTextureAtomics
	ext64BitAtomics
	extFloatAtomics
	extSubgroupSizeControl
	extPerVertex
	extMeshShader
	extRayTracing
	extCooperative
)

// extensionNames are the names in enable directives; those with a prefix are not
// of the specification.
var extensionNames = [...]string{"f16", "clip_distances", "dual_source_blending", "subgroups", "primitive_index",
	"draw_index", "wgpu_ray_query", "wgpu_ray_query_vertex_return", "wgpu_binding_array", "wgpu_int16", "wgpu_int64",
	"wgpu_float64", "wgpu_immediates", "wgpu_multiview", "wgpu_barycentrics", "wgpu_texture_atomics",
	"wgpu_int64_atomics", "wgpu_float_atomics", "subgroup_size_control", "wgpu_per_vertex",
	"wgpu_mesh_shader", "wgpu_ray_tracing_pipeline", "wgpu_cooperative_matrix"}

// wgpuNames are the names that wgpu gives them. An extension without a name there is a
// feature of the device alone.
var wgpuNames = [len(extensionNames)]string{"f16", "clip_distances", "dual_source_blending", "", "primitive_index",
	"draw_index", "wgpu_ray_query", "wgpu_ray_query_vertex_return", "wgpu_binding_array", "wgpu_int16", 19: "wgpu_per_vertex", "wgpu_mesh_shader",
	"wgpu_ray_tracing_pipeline", "wgpu_cooperative_matrix"}

// beyondStandard names the features of extensions that aren't of the specification.
var beyondStandard = [len(extensionNames)]string{
	5: "the built-in value draw_index", 6: "ray queries", 7: "vertices that rays hit", 8: "arrays of resources",
	9: "16-bit integers", 10: "64-bit integers", 11: "64-bit floats", 12: "arrays in immediate data",
	13: "the built-in value view_index", 14: "barycentric coordinates",
	15: "atomic operations on textures", 16: "atomic operations of 64 bits", 17: "atomic operations on floats",
	19: "values of each vertex", 20: "task and mesh shaders", 21: "ray-tracing shaders",
}
