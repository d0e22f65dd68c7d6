package glsl

// This file reads qualifiers: storage, interpolation, memory, precision and
// layouts.

import (
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

// qualifiers are those of one declaration, put together.
type qualifiers struct {
	storage   syntax.QualifierKind // const, in, out, inout, uniform, buffer, shared, attribute, varying; none
	isConst   bool                 // besides in
	interp    ir.Interpolation
	sampling  ir.Sampling
	memory    ir.MemoryDecoration
	readOnly  bool
	writeOnly bool
	precision syntax.QualifierKind
	precise   bool
	invariant bool
	patch     bool            // of a patch of vertices
	space     ir.AddressSpace // of a payload and its like
	layout    layoutInfo

	perPrimitive bool
	capture      ir.Feedback
	span         diag.Span // of the first
}

// layoutInfo has the values of layout qualifiers. Numbers are -1 where there are none.
type layoutInfo struct {
	location, component, index  int64
	binding, set, offset, align int64
	constantID, attachment      int64
	localSize, localSizeID      [3]int64
	block                       ir.LayoutID // std140, std430, scalar; 0
	push                        bool
	reference                   bool
	referenceAlign              int64
	packed                      bool // packed or shared
	major                       int8 // 1: row_major, -1: column_major
	format                      ir.StorageFormat
	early                       ir.EarlyDepth
	postDepth                   bool
	derivatives                 ir.DerivativeGroup
	any                         bool
	subpass                     bool
	formatSpan                  diag.Span
	interlock                   ir.Interlock
	interlockAt                 diag.Span // of the qualifier
	pipeline                    *pipelineLayout
	feedback                    *feedbackLayout
}

func noLayout() layoutInfo {
	return layoutInfo{location: -1, component: -1, index: -1, binding: -1, set: -1, offset: -1, align: -1,
		constantID: -1, attachment: -1, localSize: [3]int64{-1, -1, -1}, localSizeID: [3]int64{-1, -1, -1}}
}

// formats are the texel formats by GLSL's names.
var formats = [...]struct {
	name   string
	format ir.StorageFormat
}{
	{"rgba32f", ir.Rgba32Float}, {"rgba16f", ir.Rgba16Float}, {"rg32f", ir.Rg32Float}, {"rg16f", ir.Rg16Float},
	{"r11f_g11f_b10f", ir.Rg11b10Ufloat}, {"r32f", ir.R32Float}, {"r16f", ir.R16Float}, {"rgba16", ir.Rgba16Unorm},
	{"rgb10_a2", ir.Rgb10a2Unorm}, {"rgba8", ir.Rgba8Unorm}, {"rg16", ir.Rg16Unorm}, {"rg8", ir.Rg8Unorm},
	{"r16", ir.R16Unorm}, {"r8", ir.R8Unorm}, {"rgba16_snorm", ir.Rgba16Snorm}, {"rgba8_snorm", ir.Rgba8Snorm},
	{"rg16_snorm", ir.Rg16Snorm}, {"rg8_snorm", ir.Rg8Snorm}, {"r16_snorm", ir.R16Snorm}, {"r8_snorm", ir.R8Snorm},
	{"rgba32i", ir.Rgba32Sint}, {"rgba16i", ir.Rgba16Sint}, {"rgba8i", ir.Rgba8Sint}, {"rg32i", ir.Rg32Sint},
	{"rg16i", ir.Rg16Sint}, {"rg8i", ir.Rg8Sint}, {"r32i", ir.R32Sint}, {"r16i", ir.R16Sint}, {"r8i", ir.R8Sint},
	{"rgba32ui", ir.Rgba32Uint}, {"rgba16ui", ir.Rgba16Uint}, {"rgb10_a2ui", ir.Rgb10a2Uint}, {"rgba8ui", ir.Rgba8Uint},
	{"rg32ui", ir.Rg32Uint}, {"rg16ui", ir.Rg16Uint}, {"rg8ui", ir.Rg8Uint}, {"r32ui", ir.R32Uint}, {"r16ui", ir.R16Uint},
	{"r8ui", ir.R8Uint}, {"r64ui", ir.R64Uint}, {"r64i", ir.R64Sint},
}

// formatOf finds a texel format by its name.
func formatOf(name string) (ir.StorageFormat, bool) {
	for i := range formats {
		if formats[i].name == name {
			return formats[i].format, true
		}
	}
	return 0, false
}

// noQualifiers is the value of a declaration without any.
func noQualifiers() qualifiers { return qualifiers{layout: noLayout()} }

// qualifiers puts the qualifiers of a declaration together.
func (c *checker) qualifiers(list []syntax.Node, q *qualifiers) {
	*q = noQualifiers()
	if len(list) == 0 {
		return
	}
	q.span = c.t.Span(list[0])
	for _, n := range list {
		if c.t.Kind(n) == syntax.KindLayout {
			c.layoutQualifiers(n, &q.layout)
			continue
		}
		v := c.t.Qualifier(n)
		switch v.Kind {
		case syntax.QualConst:
			if q.isConst {
				c.errorf(codeQualifier, c.t.Span(n), "const stands here twice")
			}
			if q.storage == syntax.QualNone {
				q.storage = syntax.QualConst
			}
			q.isConst = true
		case syntax.QualIn, syntax.QualOut, syntax.QualInout, syntax.QualUniform, syntax.QualBuffer, syntax.QualShared,
			syntax.QualAttribute, syntax.QualVarying:
			if q.storage != syntax.QualNone && q.storage != syntax.QualConst {
				if q.storage == syntax.QualIn && v.Kind == syntax.QualOut || q.storage == syntax.QualOut && v.Kind == syntax.QualIn {
					q.storage = syntax.QualInout
					continue
				}
				c.errorf(codeQualifier, c.t.Span(n), "a variable has one storage qualifier, not both %s and %s", q.storage, v.Kind)
				continue
			}
			c.storageAvail(v.Kind, n)
			q.storage = v.Kind
		case syntax.QualCentroid:
			q.sampling = ir.SampleCentroid
		case syntax.QualSample:
			q.sampling = ir.SampleSample
		case syntax.QualPatch:
			q.patch = true
		case syntax.QualSmooth:
			q.interp = ir.InterpolatePerspective
		case syntax.QualFlat:
			q.interp = ir.InterpolateFlat
		case syntax.QualNoPerspective:
			q.interp = ir.InterpolateLinear
		case syntax.QualCoherent:
			q.memory |= ir.Coherent
		case syntax.QualVolatile:
			q.memory |= ir.Volatile
		case syntax.QualRestrict:
			q.memory |= ir.Restrict
		case syntax.QualReadonly:
			q.readOnly = true
		case syntax.QualWriteonly:
			q.writeOnly = true
		case syntax.QualHighp, syntax.QualMediump, syntax.QualLowp:
			if q.precision != syntax.QualNone {
				c.errorf(codeQualifier, c.t.Span(n), "a variable has one precision qualifier, not both %s and %s", q.precision, v.Kind)
			}
			q.precision = v.Kind
		case syntax.QualPrecise:
			q.precise = true
		case syntax.QualInvariant:
			q.invariant = true
		case syntax.QualNonUniform:
		case syntax.QualSubroutine:
			c.unsupported(c.t.Span(n), "subroutines")
		case syntax.QualOther:
			switch name := c.t.Name(v.Name); name {
			case "devicecoherent", "queuefamilycoherent", "workgroupcoherent", "subgroupcoherent", "shadercallcoherent":
				q.memory |= ir.Coherent
			case "nonprivate":
			case "pervertexEXT", "pervertexNV":
				q.interp = ir.InterpolatePerVertex
			case "perprimitiveEXT", "perprimitiveNV":
				q.perPrimitive = true
			case "spirv_storage_class":
				c.storageClass(n, &v, q)
			default:
				if q.space = payloadSpace(name); q.space != ir.NoSpace {
					break
				}
				c.unsupported(c.t.Span(n), "the qualifier "+name)
			}
		}
	}
	if q.passes() {
		c.checkPassed(q)
	}
	if !q.layout.interlockAt.IsZero() && q.storage != syntax.QualIn {
		c.errorf(codeLayout, q.layout.interlockAt, "the order of an interlock can only be a qualifier of in")
	}
	if f := q.layout.feedback; f != nil && q.storage != syntax.QualOut && q.storage != syntax.QualNone {
		c.errorf(codeLayout, f.span, "only outputs are captured by transform feedback")
		q.layout.feedback = nil
	}
}

func (c *checker) storageAvail(k syntax.QualifierKind, n syntax.Node) {
	var a avail
	switch k {
	case syntax.QualAttribute, syntax.QualVarying:
		a = until(420, 300)
		if k == syntax.QualAttribute && c.stage.Info().Inputs != ir.Attributes {
			c.errorf(codeStage, c.t.Span(n), "only vertex shaders have attributes")
		}
	case syntax.QualBuffer:
		a = since(430, 310, exts{extStorageBuffer})
	case syntax.QualShared:
		a = since(430, 310, exts{extComputeShader})
		if !c.stage.Info().Workgroups {
			c.errorf(codeStage, c.t.Span(n), "only compute, task and mesh shaders have shared variables")
		}
	default:
		return
	}
	c.needs(c.t.Span(n), k.String(), &a)
}

func (c *checker) layoutQualifiers(n syntax.Node, l *layoutInfo) {
	for _, id := range c.t.Layout(n) {
		c.layoutID(id, l)
	}
}

func (c *checker) layoutID(n syntax.Node, l *layoutInfo) {
	v := c.t.LayoutID(n)
	name := c.t.Name(v.Name)
	l.any = true
	number := func(to *int64) {
		if v.Value == syntax.None {
			c.errorf(codeLayout, v.NameSpan, "%s needs a value: %s = 0", name, name)
			return
		}
		if c.t.Kind(v.Value) == syntax.KindLiteral {
			if x := c.t.Literal(v.Value); x.Kind == pp.LitInt && x.Bits <= 1<<31-1 {
				*to = int64(x.Bits)
				return
			}
		}
		i, ok := c.constIntExpr(v.Value, "the value of ", name)
		if !ok {
			return
		}
		if i < 0 || i > 1<<31-1 {
			c.errorf(codeLayout, c.t.Span(v.Value), "the value of %s can't be %d", name, i)
			return
		}
		*to = i
	}
	if v.Value == syntax.None {
		if f, ok := formatOf(name); ok {
			l.format, l.formatSpan = f, v.NameSpan
			return
		}
	}
	switch name {
	case "location":
		number(&l.location)
	case "component":
		number(&l.component)
	case "index":
		if number(&l.index); l.index > 1 {
			c.errorf(codeLayout, v.NameSpan, "the index of an output is 0 or 1")
			l.index = -1
		}
	case "binding":
		if a := since(420, 310, exts{extShadingLanguage420, extStorageBuffer, extComputeShader, extImageLoadStore}); !c.opts.Preprocessor.Vulkan {
			c.needs(v.NameSpan, "binding", &a)
		}
		number(&l.binding)
	case "set":
		number(&l.set)
	case "offset":
		number(&l.offset)
	case "align":
		number(&l.align)
		if l.align == 0 || l.align&(l.align-1) != 0 && l.align > 0 {
			c.errorf(codeLayout, v.NameSpan, "align must be a power of two")
			l.align = -1
		}
	case "constant_id":
		number(&l.constantID)
	case "input_attachment_index":
		number(&l.attachment)
		l.subpass = true
	case "local_size_x", "local_size_y", "local_size_z":
		i := name[11] - 'x'
		number(&l.localSize[i])
		if l.localSize[i] == 0 {
			c.errorf(codeLayout, v.NameSpan, "a workgroup has at least one invocation in each dimension")
			l.localSize[i] = 1
		}
	case "local_size_x_id", "local_size_y_id", "local_size_z_id":
		number(&l.localSizeID[name[11]-'x'])
	case "std140":
		l.block = ir.LayoutStd140
	case "std430":
		l.block = ir.LayoutStd430
	case "scalar":
		l.block = ir.LayoutScalar
	case "packed", "shared":
		l.packed = true
	case "push_constant":
		l.push = true
	case "row_major":
		l.major = 1
	case "column_major":
		l.major = -1
	case "early_fragment_tests":
		l.early = ir.EarlyDepthForce
	case "post_depth_coverage":
		a := only(exts{extPostDepth, extPostDepthEXT})
		if l.postDepth = c.needs(v.NameSpan, name, &a); c.lang.exts[extPostDepth] {
			l.early = ir.EarlyDepthForce // GL_ARB_post_depth_coverage: "implicitly also enables early_fragment_tests"
		}
	case "depth_any":
	case "depth_greater":
		l.early = ir.EarlyDepthGreaterEqual
	case "depth_less":
		l.early = ir.EarlyDepthLessEqual
	case "depth_unchanged":
		l.early = ir.EarlyDepthUnchanged
	case "origin_upper_left", "pixel_center_integer", "primitive_culling":
	case "num_views":
		var views int64
		number(&views)
	case "buffer_reference":
		l.reference = true
	case "buffer_reference_align":
		number(&l.referenceAlign)
		if l.referenceAlign <= 0 || l.referenceAlign&(l.referenceAlign-1) != 0 {
			c.errorf(codeLayout, v.NameSpan, "buffer_reference_align must be a power of two")
			l.referenceAlign = 0
		}
	case "xfb_buffer", "xfb_stride", "xfb_offset":
		c.feedbackLayoutID(name, v.NameSpan, l, number)
	case "pixel_interlock_ordered":
		l.interlock, l.interlockAt = ir.InterlockPixelOrdered, v.NameSpan
	case "pixel_interlock_unordered":
		l.interlock, l.interlockAt = ir.InterlockPixelUnordered, v.NameSpan
	case "sample_interlock_ordered":
		l.interlock, l.interlockAt = ir.InterlockSampleOrdered, v.NameSpan
	case "sample_interlock_unordered":
		l.interlock, l.interlockAt = ir.InterlockSampleUnordered, v.NameSpan
	case "shading_rate_interlock_ordered":
		l.interlock, l.interlockAt = ir.InterlockShadingRateOrdered, v.NameSpan
	case "shading_rate_interlock_unordered":
		l.interlock, l.interlockAt = ir.InterlockShadingRateUnordered, v.NameSpan
	case "bindless_sampler", "bindless_image", "bound_sampler", "bound_image":
		c.unsupported(v.NameSpan, "bindless textures")
	case "derivative_group_quadsNV", "derivative_group_linearNV", "derivative_group_quadsKHR", "derivative_group_linearKHR":
		if l.derivatives = ir.DerivativeGroupLinear; strings.HasPrefix(name, "derivative_group_quads") {
			l.derivatives = ir.DerivativeGroupQuads
		}
	case "early_and_late_fragment_tests_amd", "early_and_late_fragment_testsAMD", "stencil_ref_unchanged_frontAMD", "stencil_ref_unchanged_backAMD",
		"stencil_ref_less_frontAMD", "stencil_ref_less_backAMD", "stencil_ref_greater_frontAMD", "stencil_ref_greater_backAMD",
		"early_and_late_fragment_tests", "noncoherent",
		"secondary_view_offset", "override_coverage",
		"blend_support_all_equations", "blend_support_multiply", "blend_support_screen", "blend_support_overlay", "size1x8":
		c.unsupported(v.NameSpan, "the layout qualifier "+name)
	default:
		if c.pipelineLayoutID(name, v.NameSpan, l, number) {
			break
		}
		d := c.errorf(codeLayout, v.NameSpan, "unknown layout qualifier %q", name)
		if s := spell.Nearest(name, layoutNames); s != "" {
			d.Suggest(v.NameSpan, s, "did you mean %q?", s)
		}
	}
}

// layoutNames are the words that a misspelled qualifier may stand for.
var layoutNames = []string{"location", "component", "index", "binding", "set", "offset", "align", "constant_id",
	"buffer_reference", "buffer_reference_align", "input_attachment_index", "local_size_x", "local_size_y", "local_size_z", "std140", "std430", "scalar", "packed", "shared",
	"push_constant", "row_major", "column_major", "early_fragment_tests", "depth_any", "depth_greater", "depth_less",
	"depth_unchanged", "origin_upper_left", "pixel_center_integer", "xfb_buffer", "xfb_stride", "xfb_offset"}
