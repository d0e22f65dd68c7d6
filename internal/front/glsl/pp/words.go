package pp

import (
	"fmt"

	"refract/internal/intern"
)

// This file lists the keywords and reserved words of each version of the language: the
// section "Keywords" of each specification.

// never is a version that doesn't come.
const never = 9999

// A word is a word of the language. It is an identifier below the versions at
// which it is reserved or a keyword.
type word struct {
	name            string
	kind            TokenKind
	desktop, es     int  // the versions from which it is a keyword
	reserved, resES int  // those from which it is reserved, while it is no keyword
	exts            uint // extensions that make it a keyword: bits of wordExtensions
}

// Extensions that bring keywords.
const (
	extStorageBuffer = 1 << iota
	extCompute
	extImages
	ext420Pack
	extAttribLocation
	extTessellation
	extGPUShader5
	extMultisampleInterpolation
	extNoPerspective
	extSubroutine
	extDemote
	extTerminate
	extNonUniform
	extMemoryScope
	extRayTracing
	extRayTracingNV
	extMesh
	extMeshNV
	extBarycentric
	extBarycentricNV
	extExplicitVertex
	extInvocationReorder
)

// wordExtensions are the names of the extensions that bring keywords.
var wordExtensions = []struct {
	name string
	bits uint
}{
	{"GL_ARB_shader_storage_buffer_object", extStorageBuffer},
	{"GL_ARB_compute_shader", extCompute},
	{"GL_ARB_shader_image_load_store", extImages},
	{"GL_EXT_shader_image_load_store", extImages},
	{"GL_ARB_shading_language_420pack", ext420Pack},
	{"GL_ARB_explicit_attrib_location", extAttribLocation},
	{"GL_ARB_separate_shader_objects", extAttribLocation},
	{"GL_ARB_uniform_buffer_object", extAttribLocation},
	{"GL_ARB_fragment_coord_conventions", extAttribLocation},
	{"GL_ARB_tessellation_shader", extTessellation},
	{"GL_EXT_tessellation_shader", extTessellation},
	{"GL_OES_tessellation_shader", extTessellation},
	{"GL_ARB_gpu_shader5", extGPUShader5},
	{"GL_EXT_gpu_shader5", extGPUShader5},
	{"GL_OES_gpu_shader5", extGPUShader5},
	{"GL_ANDROID_extension_pack_es31a", extGPUShader5 | extTessellation | extMultisampleInterpolation},
	{"GL_OES_shader_multisample_interpolation", extMultisampleInterpolation},
	{"GL_NV_shader_noperspective_interpolation", extNoPerspective},
	{"GL_ARB_shader_subroutine", extSubroutine},
	{"GL_EXT_demote_to_helper_invocation", extDemote},
	{"GL_EXT_terminate_invocation", extTerminate},
	{"GL_EXT_nonuniform_qualifier", extNonUniform},
	{"GL_KHR_memory_scope_semantics", extMemoryScope},
	{"GL_EXT_ray_tracing", extRayTracing},
	{"GL_NV_ray_tracing", extRayTracingNV},
	{"GL_EXT_mesh_shader", extMesh},
	{"GL_NV_mesh_shader", extMeshNV},
	{"GL_EXT_fragment_shader_barycentric", extBarycentric},
	{"GL_NV_fragment_shader_barycentric", extBarycentricNV},
	{"GL_AMD_shader_explicit_vertex_parameter", extExplicitVertex},
	{"GL_NV_shader_invocation_reorder", extInvocationReorder},
	{"GL_EXT_shader_invocation_reorder", extInvocationReorder},
}

var words = [...]word{
	{"true", TokTrue, 0, 0, 0, 0, 0},
	{"false", TokFalse, 0, 0, 0, 0, 0},
	{"if", TokIf, 0, 0, 0, 0, 0},
	{"else", TokElse, 0, 0, 0, 0, 0},
	{"switch", TokSwitch, 130, 300, 0, 0, 0},
	{"case", TokCase, 130, 300, 0, 0, 0},
	{"default", TokDefault, 130, 300, 0, 0, 0},
	{"for", TokFor, 0, 0, 0, 0, 0},
	{"while", TokWhile, 0, 0, 0, 0, 0},
	{"do", TokDo, 0, 0, 0, 0, 0},
	{"break", TokBreak, 0, 0, 0, 0, 0},
	{"continue", TokContinue, 0, 0, 0, 0, 0},
	{"return", TokReturn, 0, 0, 0, 0, 0},
	{"discard", TokDiscard, 0, 0, 0, 0, 0},
	{"demote", TokDemote, never, never, never, never, extDemote},
	{"terminateInvocation", TokTerminate, never, never, never, never, extTerminate},
	{"terminateRayEXT", TokTerminate, never, never, never, never, extRayTracing},
	{"ignoreIntersectionEXT", TokTerminate, never, never, never, never, extRayTracing},
	{"struct", TokStruct, 0, 0, 0, 0, 0},
	{"layout", TokLayout, 140, 300, never, never, ext420Pack | extAttribLocation | extStorageBuffer | extCompute | extImages},
	{"precision", TokPrecision, 0, 0, 0, 0, 0},

	{"const", TokConst, 0, 0, 0, 0, 0},
	{"in", TokIn, 0, 0, 0, 0, 0},
	{"out", TokOut, 0, 0, 0, 0, 0},
	{"inout", TokInout, 0, 0, 0, 0, 0},
	{"uniform", TokUniform, 0, 0, 0, 0, 0},
	{"buffer", TokBuffer, 430, 310, never, never, extStorageBuffer},
	{"shared", TokShared, 430, 310, never, never, extCompute},
	{"attribute", TokAttribute, 0, 0, 0, 0, 0},
	{"varying", TokVarying, 0, 0, 0, 0, 0},
	{"centroid", TokCentroid, 120, 300, never, never, 0},
	{"sample", TokSample, 400, 320, never, 300, extGPUShader5 | extMultisampleInterpolation},
	{"patch", TokPatch, 400, 320, never, 300, extTessellation},
	{"smooth", TokSmooth, 130, 300, never, never, 0},
	{"flat", TokFlat, 130, 300, never, 100, 0},
	{"noperspective", TokNoPerspective, 130, never, never, 300, extNoPerspective},
	{"coherent", TokCoherent, 420, 310, never, 300, extImages | extStorageBuffer},
	{"volatile", TokVolatile, 420, 310, 110, 100, extImages | extStorageBuffer},
	{"restrict", TokRestrict, 420, 310, never, 300, extImages | extStorageBuffer},
	{"readonly", TokReadonly, 420, 310, never, 300, extImages | extStorageBuffer},
	{"writeonly", TokWriteonly, 420, 310, never, 300, extImages | extStorageBuffer},
	{"highp", TokHighp, 0, 0, 0, 0, 0},
	{"mediump", TokMediump, 0, 0, 0, 0, 0},
	{"lowp", TokLowp, 0, 0, 0, 0, 0},
	{"precise", TokPrecise, 400, 320, never, 310, extGPUShader5},
	{"invariant", TokInvariant, 120, 100, never, never, 0},
	{"nonuniformEXT", TokNonUniform, never, never, never, never, extNonUniform},
	{"subroutine", TokSubroutine, 400, never, never, 300, extSubroutine},

	{"devicecoherent", TokQualifier, never, never, never, never, extMemoryScope},
	{"queuefamilycoherent", TokQualifier, never, never, never, never, extMemoryScope},
	{"workgroupcoherent", TokQualifier, never, never, never, never, extMemoryScope},
	{"subgroupcoherent", TokQualifier, never, never, never, never, extMemoryScope},
	{"shadercallcoherent", TokQualifier, never, never, never, never, extMemoryScope},
	{"nonprivate", TokQualifier, never, never, never, never, extMemoryScope},
	{"rayPayloadEXT", TokQualifier, never, never, never, never, extRayTracing},
	{"rayPayloadInEXT", TokQualifier, never, never, never, never, extRayTracing},
	{"hitAttributeEXT", TokQualifier, never, never, never, never, extRayTracing},
	{"callableDataEXT", TokQualifier, never, never, never, never, extRayTracing},
	{"callableDataInEXT", TokQualifier, never, never, never, never, extRayTracing},
	{"rayPayloadNV", TokQualifier, never, never, never, never, extRayTracingNV},
	{"rayPayloadInNV", TokQualifier, never, never, never, never, extRayTracingNV},
	{"hitAttributeNV", TokQualifier, never, never, never, never, extRayTracingNV},
	{"callableDataNV", TokQualifier, never, never, never, never, extRayTracingNV},
	{"callableDataInNV", TokQualifier, never, never, never, never, extRayTracingNV},
	{"hitObjectAttributeNV", TokQualifier, never, never, never, never, extInvocationReorder},
	{"hitObjectAttributeEXT", TokQualifier, never, never, never, never, extInvocationReorder},
	{"perprimitiveEXT", TokQualifier, never, never, never, never, extMesh},
	{"taskPayloadSharedEXT", TokQualifier, never, never, never, never, extMesh},
	{"perprimitiveNV", TokQualifier, never, never, never, never, extMeshNV},
	{"perviewNV", TokQualifier, never, never, never, never, extMeshNV},
	{"taskNV", TokQualifier, never, never, never, never, extMeshNV},
	{"pervertexEXT", TokQualifier, never, never, never, never, extBarycentric},
	{"pervertexNV", TokQualifier, never, never, never, never, extBarycentricNV},
	{"__explicitInterpAMD", TokQualifier, never, never, never, never, extExplicitVertex},

	{"asm", TokReserved, never, never, 0, 0, 0},
	{"class", TokReserved, never, never, 0, 0, 0},
	{"union", TokReserved, never, never, 0, 0, 0},
	{"enum", TokReserved, never, never, 0, 0, 0},
	{"typedef", TokReserved, never, never, 0, 0, 0},
	{"template", TokReserved, never, never, 0, 0, 0},
	{"this", TokReserved, never, never, 0, 0, 0},
	{"goto", TokReserved, never, never, 0, 0, 0},
	{"inline", TokReserved, never, never, 0, 0, 0},
	{"noinline", TokReserved, never, never, 0, 0, 0},
	{"public", TokReserved, never, never, 0, 0, 0},
	{"static", TokReserved, never, never, 0, 0, 0},
	{"extern", TokReserved, never, never, 0, 0, 0},
	{"external", TokReserved, never, never, 0, 0, 0},
	{"interface", TokReserved, never, never, 0, 0, 0},
	{"long", TokReserved, never, never, 0, 0, 0},
	{"short", TokReserved, never, never, 0, 0, 0},
	{"half", TokReserved, never, never, 0, 0, 0},
	{"fixed", TokReserved, never, never, 0, 0, 0},
	{"unsigned", TokReserved, never, never, 0, 0, 0},
	{"superp", TokReserved, never, never, 130, 0, 0},
	{"input", TokReserved, never, never, 0, 0, 0},
	{"output", TokReserved, never, never, 0, 0, 0},
	{"hvec2", TokReserved, never, never, 0, 0, 0},
	{"hvec3", TokReserved, never, never, 0, 0, 0},
	{"hvec4", TokReserved, never, never, 0, 0, 0},
	{"fvec2", TokReserved, never, never, 0, 0, 0},
	{"fvec3", TokReserved, never, never, 0, 0, 0},
	{"fvec4", TokReserved, never, never, 0, 0, 0},
	{"sampler3DRect", TokReserved, never, never, 0, 0, 0},
	{"sizeof", TokReserved, never, never, 0, 0, 0},
	{"cast", TokReserved, never, never, 0, 0, 0},
	{"namespace", TokReserved, never, never, 0, 0, 0},
	{"using", TokReserved, never, never, 0, 0, 0},
	{"common", TokReserved, never, never, 130, 300, 0},
	{"partition", TokReserved, never, never, 130, 300, 0},
	{"active", TokReserved, never, never, 130, 300, 0},
	{"filter", TokReserved, never, never, 130, 300, 0},
	{"resource", TokReserved, never, never, 420, 300, 0},
}

const (
	lastWord = Symbol(len(words))

	// Names that the preprocessor knows, after the words.
	symDefined Symbol = lastWord + iota
	symInclude
	symDefine
	symUndef
	symIfdef
	symIfndef
	symElif
	symEndif
	symError
	symPragma
	symExtension
	symVersion
	symLineDirective
	symLine
	symFile
	symVersionMacro
	symVaArgs
	symWarning
	symCounter

	// FirstPredeclared is the symbol of the first name given to New.
	FirstPredeclared
)

// knownNames are spelled in the order of the symbols above.
var knownNames = []string{"defined", "include", "define", "undef", "ifdef", "ifndef", "elif", "endif",
	"error", "pragma", "extension", "version", "line", "__LINE__", "__FILE__", "__VERSION__", "__VA_ARGS__", "warning", "__COUNTER__"}

// Symbols of words that directives and other packages look at.
var (
	symIf   = wordSymbol("if")
	symElse = wordSymbol("else")
)

func wordSymbol(name string) Symbol {
	if s := WordSymbol(name); s != intern.NoSymbol {
		return s
	}
	panic("pp: no word " + name)
}

// newInterner makes an Interner that knows all words and the names given.
func newInterner(predeclared []string) *intern.Interner {
	names := make([]string, len(words))
	for i := range words {
		names[i] = words[i].name
	}
	return intern.New(names, knownNames, predeclared)
}

// A wordState has the facts that the kinds of words depend on.
type wordState struct {
	version int
	es      bool
	hlsl    bool
	exts    uint
}

// wordKinds is the kind of each word, by symbol.
type wordKinds [lastWord + 1]TokenKind

// A wordTable is the kinds of words in a version.
type wordTable struct {
	state wordState
	kinds *wordKinds
}

// maxWordTables bounds the versions that are remembered: a source that enables
// extensions one by one goes through many.
const maxWordTables = 16

// setWords fills kinds, by symbol, with the kind of each word.
func setWords(kinds *wordKinds, s wordState) {
	for i := range words {
		w := &words[i]
		since, reserved := w.desktop, w.reserved
		if s.es {
			since, reserved = w.es, w.resES
		}
		kind := TokIdent
		switch {
		case s.hlsl:
			if w.kind >= TokTrue && w.kind <= TokDiscard || w.kind == TokStruct {
				kind = w.kind
			}
		case s.es && s.version >= 300 && (w.kind == TokAttribute || w.kind == TokVarying):
			kind = TokReserved // in and out have taken their place
		case s.version >= since || w.exts&s.exts != 0:
			kind = w.kind
		case s.version >= reserved:
			kind = TokReserved
		}
		kinds[i+1] = kind
	}
}

// KeywordSince names the version or extension that makes a word a keyword that is none in
// the version in force: "#version 140 or GL_ARB_..."; of all others it is empty.
func (p *Preprocessor) KeywordSince(name string) string {
	if p.hlsl {
		return ""
	}
	for i := range words {
		w := &words[i]
		if w.name != name {
			continue
		}
		from, version := w.desktop, "#version %d"
		if p.unit.Profile == ProfileES {
			if from = w.es; from >= 300 {
				version = "#version %d es"
			}
		}
		needs := ""
		if from != never {
			if p.unit.Version >= from {
				return ""
			}
			needs = fmt.Sprintf(version, from)
		}
		var by []string
		for _, x := range wordExtensions {
			if x.bits&w.exts != 0 {
				by = append(by, x.name)
			}
		}
		switch {
		case len(by) == 0:
		case needs == "" && len(by) == 1:
			needs = by[0]
		case len(by) == 1:
			needs += " or " + by[0]
		case needs == "":
			needs = "an extension such as " + by[0]
		default:
			needs += " or an extension"
		}
		return needs
	}
	return ""
}

// WordSymbol is the symbol of a word of GLSL, which no name given to New may be; NoSymbol for
// other names.
func WordSymbol(name string) Symbol {
	for i := range words {
		if words[i].name == name {
			return Symbol(i + 1)
		}
	}
	return intern.NoSymbol
}
