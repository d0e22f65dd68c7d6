// Package wgsl reads WGSL: source text to a module.
//
// Reading has two phases. Package syntax makes a flat tree. The checker here resolves
// names, checks types and builds the module in one walk: module-scope declarations on
// demand (they may stand in any order), then function bodies in source order. Constant
// expressions become values at once (internal/ir/consteval); everything else becomes expressions of
// the module IR as it is checked. Checked holds the facts that later analyses of the
// checked tree need.
//
// A source with syntax errors is not checked: missing parts of its tree would cause false
// errors. After an error of the checker the walk goes on with an operand of error type,
// which is never complained about again, so that one mistake gives one diagnostic.
package wgsl

import (
	"math/bits"
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/budget"
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/ir/consteval"
	"refract/internal/ir/layout"
	"refract/internal/spell"
	"refract/ir"
	"refract/ir/validate"
)

// Extensions is a set of the extensions that enable directives name.
type Extensions uint32

const (
	ExtF16 Extensions = 1 << iota
	ExtClipDistances
	ExtDualSourceBlending
	ExtSubgroups
	ExtPrimitiveIndex
	ExtSubgroupSizeControl
	ExtDrawIndex
	ExtRayQuery
	ExtRayQueryVertexReturn
	ExtBindingArray
	ExtInt16
	ExtInt64
	ExtFloat64
	ExtImmediates
	ExtMultiview
	ExtBarycentrics
	ExtTextureAtomics
	Ext64BitAtomics
	ExtFloatAtomics
	Ext16BitNorm
	ExtPerVertex
	ExtMeshShader
	ExtRayTracingPipeline
	ExtCooperativeMatrix

	// AllExtensions has every extension.
	AllExtensions = 1<<iota - 1
)

var extensionNames = []string{"f16", "clip_distances", "dual_source_blending", "subgroups", "primitive_index",
	"subgroup_size_control", "draw_index", "wgpu_ray_query", "wgpu_ray_query_vertex_return", "wgpu_binding_array",
	"wgpu_int16", "wgpu_int64", "wgpu_float64", "wgpu_immediates", "wgpu_multiview", "wgpu_barycentrics",
	"wgpu_texture_atomics", "wgpu_int64_atomics", "wgpu_float_atomics", "wgpu_16bit_norm",
	"wgpu_per_vertex", "wgpu_mesh_shader", "wgpu_ray_tracing_pipeline",
	"wgpu_cooperative_matrix"}

// ExtensionsFor returns the extensions that the given capabilities allow: the WGSL
// specification's, and others that bring any of the capabilities. The others are in force
// without a directive, too.
func ExtensionsFor(c validate.Capabilities) (allowed, implied Extensions) {
	for i, name := range extensionNames[standardCount:] {
		if validate.EnableCapabilities(name).Overlaps(c) {
			implied |= 1 << (standardCount + i)
		}
	}
	return standardExtensions | implied, implied
}

// standardCount is how many of the names are in the WGSL specification.
const standardCount = 6

// languageFeatures are the names that requires directives may use.
var languageFeatures = []string{"readonly_and_readwrite_storage_textures", "packed_4x8_integer_dot_product",
	"unrestricted_pointer_parameters", "pointer_composite_access", "uniform_buffer_standard_layout", "subgroup_id",
	"subgroup_uniformity", "texture_and_sampler_let", "texture_formats_tier1", "linear_indexing",
	"immediate_address_space", "fragment_depth", "buffer_view", "swizzle_assignment"}

// experimental are the names of experiments of implementations that this front end doesn't
// take. Names in Tint's directives come first.
var experimental = []string{"chromium_disable_uniformity_analysis", "chromium_experimental_barycentric_coord",
	"chromium_experimental_dynamic_binding", "chromium_experimental_framebuffer_fetch", "chromium_experimental_immediate",
	"chromium_experimental_input_attachments", "chromium_experimental_pixel_local", "chromium_experimental_primitive_id",
	"chromium_experimental_push_constant", "chromium_experimental_resource_table", "chromium_experimental_subgroup_matrix",
	"chromium_experimental_subgroup_size_control", "chromium_experimental_subgroups", "chromium_internal_dual_source_blending",
	"chromium_internal_graphite", "chromium_internal_input_attachments", "chromium_internal_relaxed_uniform_layout",
	"atomic_vec2u_min_max", "texel_buffers", "sized_binding_array", "sampling_with_texture_view_type", "chromium_print",
	"chromium_testing_experimental", "chromium_testing_shipped", "chromium_testing_shipped_with_killswitch",
	"chromium_testing_unimplemented", "chromium_testing_unsafe_experimental"}

// Options of reading.
type Options struct {
	// Allowed are the extensions that an enable directive may name. Zero means the ones of
	// the WGSL specification.
	Allowed Extensions
	// Implied are extensions in force without a directive.
	Implied Extensions
	// SwizzleAssignment allows assignments to several components of a vector at
	// once, v.xy = e, without the directive "requires swizzle_assignment".
	SwizzleAssignment bool
	// MaxConstants bounds the scalars of composite constants that aren't zero, all
	// together, as often as they are written out; 0: there is no bound of its own.
	MaxConstants int
	// DocComments keeps documentation comments in the module.
	DocComments bool
	// WESL reads the language WESL, WGSL with conditions and imports. The driver sets it if
	// the name of the file ends in .wesl.
	WESL bool
	// Features are the values of the features that conditions of WESL name. One without a
	// value is an error, unless Lenient: then it is false.
	Features map[string]bool
	Lenient  bool
	// Importer finds the imports of WESL; nil: nothing is found.
	Importer Importer
	// Types, if not nil, is called with every expression that has a type, its extent and
	// that type in the module that is being made: for editors. value is that of a scalar
	// constant, else "".
	Types func(at diag.Span, m *ir.Module, t ir.TypeID, value string)

	sources *diag.Sources // of the source, where modules are added
	name    string        // of the source
	meter   *budget.Meter // ends reading; may be nil
	workers int           // how many goroutines check bodies at most; 0: as many as run at once
}

// standardExtensions are the extensions of the WGSL specification.
const standardExtensions = Extensions(1<<standardCount - 1)

// A Reader reads WGSL and keeps its memory from one source to the next. The
// zero Reader is ready to use.
type Reader struct {
	parser *syntax.Parser
	c      checker
}

// Parse reads one source whose text begins at offset base of the diagnostics'
// space. It reports into diags and returns the module; after errors the module
// is nil. The module does not refer to the Reader's memory.
func Parse(src string, base uint32, opts Options, diags *diag.List) *ir.Module {
	return new(Reader).Read(ir.NewModule(), src, base, opts, diags)
}

// Read is Parse with a module to fill, which is Reset first.
func (r *Reader) Read(m *ir.Module, src string, base uint32, opts Options, diags *diag.List) *ir.Module {
	tables.Do(makeTables)
	if r.parser == nil {
		r.parser = syntax.NewParser(predeclaredNames)
	}
	errors := diags.ErrorCount()
	tree := r.parser.Parse(src, base, opts.syntax(), diags)
	m.Reset()
	if errors > 0 || diags.HasErrors() && !tree.Whole() {
		return nil
	}
	r.c.check(tree, m, opts, diags)
	if diags.HasErrors() {
		return nil
	}
	return m
}

// checker holds the state of checking one source.
type checker struct {
	placeless int // errors about inputs and outputs without a place: see places.go
	t         *syntax.Tree
	m         *ir.Module
	diags     *diag.List
	opts      Options
	enabled   Extensions
	ev        consteval.Evaluator
	layout    layout.Cache

	decls  []decl
	bind   []declID // by symbol: what the name means here; 0: predeclared or nothing
	undo   []shadow // what to put back when scopes end
	scope  scope    // where the innermost scope begins
	skip   int      // greater than 0 where constants are checked but not evaluated
	depth  int      // of expressions, types and declarations under way
	resolv []syntax.Node

	b      ir.Builder
	ex     *ir.Exprs // where expressions go: the function's arena or Module.Consts
	fn     *ir.Function
	fnDecl declID
	fnGen  uint32 // counts functions, to tell whose cached expressions a decl holds
	result ir.TypeID
	stage  ir.Stage
	loop   loopState
	// Declarations that a continue statement of the innermost loop may skip: from skipFrom
	// on (0: there is no continue), up to skipTo in its continuing block (0: not in one).
	skipFrom, skipTo declID
	calls            []callEdge
	graph            callGraph
	moduleDecls      declID             // where the declarations of module scope end
	collective       []uniformityScopes // by function: those of the collective operations in it, and, shifted by numScopes, of conditional ones
	branches         int                // that the place under check stands in
	returned         bool               // some invocations may have returned before it
	owner            []declID           // by function: its declaration
	staged           []stagedEntry      // entry points of task, mesh and ray stages
	written          int                // scalars of composite constants that were written out
	structFacts      []uint8            // by StructID: see factsOf
	chain            []demand           // declarations being resolved, each needed by the one before
	structDepths     []uint8            // by StructID: how deep it nests
	swizzles         bool               // several components of a vector can be assigned to
	dead             uint32             // where the statements last warned of as unreachable end
	pointerParams    bool               // a function has a parameter of pointer type
	alias            aliases
	uniform          uniformity

	match builtin.Match
	args  []operand // stack of evaluated arguments
	types []ir.TypeID
	exprs []ir.ExprID
	vals  []consteval.Value
	cases []ir.Case
	sels  []uint32
	lefts []syntax.Node // stack of left spines

	help helpers

	suggestions spell.Effort           // of what a misspelled name may have meant
	entries     map[ir.FuncID]bool     // see isEntryPoint
	filtersOf   *[]ir.DiagnosticFilter // the list that filters is of
	filters     map[string]int         // filters of a long list, by their rules

	idents []declID // by node: the declaration that a KindIdent names
	seen   map[uint32]bool
}

// maxDepth bounds the recursion of the checker: expressions, types, statements
// and chains of declarations together.
const maxDepth = 40_000

func (c *checker) errorf(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	return c.diags.Errorf(code, span, format, args...)
}

func (c *checker) check(t *syntax.Tree, m *ir.Module, opts Options, diags *diag.List) {
	c.t, c.m, c.opts, c.diags = t, m, opts, diags
	if c.opts.Allowed == 0 {
		c.opts.Allowed = standardExtensions
	}
	c.enabled, c.placeless = opts.Implied, 0
	c.ev.Start(m)
	c.ev.MaxScalars, c.written = opts.MaxConstants, 0
	c.layout.Reset(m)
	c.decls = append(c.decls[:0], decl{})
	c.bind = resized(c.bind, t.Interner().Len())
	c.idents = resized(c.idents, t.Len())
	c.undo = c.undo[:0]
	c.calls = c.calls[:0]
	c.suggestions = spell.MaxEffort
	c.filtersOf, c.filters, c.entries = nil, nil, nil
	c.scope, c.depth, c.fnGen, c.fn = scope{}, 0, 0, nil
	c.pointerParams, c.dead, c.swizzles = false, 0, opts.SwizzleAssignment
	c.staged = c.staged[:0]
	c.structDepths, c.structFacts, c.chain = c.structDepths[:0], c.structFacts[:0], c.chain[:0]

	if opts.DocComments {
		m.Doc = moduleDoc(t.Source())
	}
	c.directives()
	c.collect()
	c.linkImports()
	for id := declID(1); int(id) < len(c.decls); id++ {
		c.resolve(id)
	}
	c.bodies()
	c.orderCalls()
	c.keepUses()
	if !c.diags.HasErrors() {
		c.checkAliases()
		c.checkUniformity()
	}
	if !c.diags.HasErrors() {
		c.finishStages()
	}
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n+n/4)[:n]
	}
	s = s[:n]
	clear(s)
	return s
}

// enter counts one level of nesting; if it returns false, the limit was hit and reported.
func (c *checker) enter(n syntax.Node) bool {
	c.depth++
	if c.depth > maxDepth {
		c.tooDeep(n)
		return false
	}
	return true
}

func (c *checker) tooDeep(n syntax.Node) {
	c.errorf(codeDepth, c.t.Primary(n), "nested too deeply: more than %d levels", maxDepth)
}

func (c *checker) leave() { c.depth-- }

// directives reads enable, requires and diagnostic.
func (c *checker) directives() {
	for _, n := range c.t.Items() {
		switch c.t.Kind(n) {
		case syntax.KindEnable:
			for _, x := range c.t.Extensions(n).Names {
				c.enable(x)
			}
		case syntax.KindRequires:
			for _, x := range c.t.Extensions(n).Names {
				name := c.t.Name(c.t.Ident(x).Name)
				if name == "swizzle_assignment" {
					c.swizzles = true
				}
				if indexOf(experimental, name) >= 0 {
					c.errorf(codeUnsupported, c.t.Span(x), "the language extension %q is experimental and not supported", name).
						Note("only Tint has it; the WGSL specification doesn't")
				} else if indexOf(languageFeatures, name) < 0 {
					d := c.errorf(codeUnknownExtension, c.t.Span(x), "unknown language extension %q", name)
					if s := spell.Nearest(name, languageFeatures); s != "" {
						d.Suggest(c.t.Span(x), s, "did you mean %q?", s)
					}
				}
			}
		case syntax.KindDiagnostic:
			d := c.t.DiagnosticControl(n)
			if f, ok := c.diagnosticFilter(d.Severity, d.Rule); ok {
				c.addFilter(&c.m.Diagnostics, f, c.t.Span(n), false)
			}
		}
	}
}

func (c *checker) enable(x syntax.Node) {
	name := c.t.Name(c.t.Ident(x).Name)
	i := indexOf(extensionNames, name)
	if i < 0 {
		if indexOf(experimental, name) >= 0 {
			c.errorf(codeUnsupported, c.t.Span(x), "the extension %q is experimental and not supported", name).
				Note("only Tint has it; the WGSL specification doesn't")
			return
		}
		if strings.HasPrefix(name, "wgpu_") || strings.HasPrefix(name, "chromium_") {
			d := c.errorf(codeUnsupported, c.t.Span(x), "the extension %q is not supported", name)
			d.Note("extensions outside the WGSL specification: %s", strings.Join(extensionNames[standardCount:], ", "))
			return
		}
		d := c.errorf(codeUnknownExtension, c.t.Span(x), "unknown extension %q", name)
		if s := spell.Nearest(name, extensionNames); s != "" {
			d.Suggest(c.t.Span(x), s, "did you mean %q?", s)
		}
		return
	}
	ext := Extensions(1) << i
	if c.opts.Allowed&ext == 0 {
		d := c.errorf(codeCapability, c.t.Span(x), "the extension %q needs the capability %s", name, validate.EnableCapabilities(name))
		c.howToAllow(d, name)
	}
	switch ext {
	case ExtRayQueryVertexReturn:
		ext |= ExtRayQuery
	case Ext64BitAtomics:
		ext |= ExtInt64
	}
	c.enabled |= ext
}

// need reports that an extension that a feature needs is not enabled. It reports once, and
// goes on as if it were.
func (c *checker) need(ext Extensions, span diag.Span, feature string) {
	if c.enabled&ext != 0 {
		return
	}
	c.enabled |= ext
	name := extensionNames[bits.TrailingZeros32(uint32(ext))]
	d := c.errorf(codeExtension, span, "%s needs the extension %q", feature, name)
	if c.opts.Allowed&ext == 0 {
		c.howToAllow(d, name)
		return
	}
	start := c.t.Base()
	d.Suggest(diag.Span{Start: start, End: start}, "enable "+name+";\n", "enable it at the top of the file")
}

// howToAllow adds how to enable an extension's features.
func (c *checker) howToAllow(d *diag.Diagnostic, name string) {
	caps := validate.EnableCapabilities(name)
	d.Note("it is off by default: --capabilities default,%s", caps)
}

// diagnosticFilter reads the severity and rule of a diagnostic control.
func (c *checker) diagnosticFilter(severity, rule syntax.Node) (ir.DiagnosticFilter, bool) {
	var f ir.DiagnosticFilter
	s, ok := severityNamed(c.t.Text(severity))
	if !ok {
		c.errorf(codeDiagnosticRule, c.t.Span(severity), "unknown severity %q: want error, warning, info or off", c.t.Text(severity))
		return f, false
	}
	f.Severity = s
	f.Rule = c.t.Text(rule)
	if c.t.Kind(rule) == syntax.KindIdent && f.Rule != "derivative_uniformity" && f.Rule != "subgroup_uniformity" {
		c.diags.Warnf(codeDiagnosticRule, c.t.Span(rule), "unknown diagnostic rule %q", f.Rule)
	}
	return f, true
}

// severityNamed is the severity that a diagnostic control names.
func severityNamed(name string) (diag.Severity, bool) {
	switch name {
	case "error":
		return diag.Error, true
	case "warning":
		return diag.Warning, true
	case "info":
		return diag.Info, true
	case "off":
		return diag.Off, true
	}
	return 0, false
}

// addFilter appends a filter unless one for the same rule stands beside it. That
// is an error if the severities differ, and among attributes always.
func (c *checker) addFilter(list *[]ir.DiagnosticFilter, f ir.DiagnosticFilter, span diag.Span, attributes bool) {
	if i := c.filterOf(list, f.Rule); i >= 0 {
		if (*list)[i].Severity != f.Severity {
			c.errorf(codeDiagnosticRule, span, "conflicting severities for the rule %q", f.Rule)
		} else if attributes {
			c.errorf(codeDiagnosticRule, span, "the severity of the rule %q is set twice", f.Rule)
		}
		return
	}
	*list = append(*list, f)
}

// manyFilters is how many filters are looked up by an index of them.
const manyFilters = 16

// filterOf finds the filter for a rule in a list to which addFilter alone appends; -1: there
// is none.
func (c *checker) filterOf(list *[]ir.DiagnosticFilter, rule string) int {
	if len(*list) < manyFilters {
		c.filtersOf = nil
		return slices.IndexFunc(*list, func(g ir.DiagnosticFilter) bool { return g.Rule == rule })
	}
	if c.filtersOf != list || len(c.filters) > len(*list) || len(c.filters) < len(*list)-1 {
		c.filtersOf, c.filters = list, make(map[string]int, len(*list))
	}
	for i := len(c.filters); i < len(*list); i++ {
		c.filters[(*list)[i].Rule] = i
	}
	if i, ok := c.filters[rule]; ok {
		return i
	}
	return -1
}

func indexOf(list []string, s string) int {
	for i, x := range list {
		if x == s {
			return i
		}
	}
	return -1
}
