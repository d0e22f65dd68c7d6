// Package kage reads Kage, the shading language of the game library Ebitengine: Go's syntax,
// with vectors, matrices and the functions of GLSL.
//
// Package go/parser reads the syntax, and go/constant folds untyped constants. The checker here
// resolves, types and lowers the declarations in one walk, and reports every error that it finds.
//
// # The module
//
// A program has one entry point for fragments, Fragment. The vertex entry point and the
// functions that read images belong to the bridge, a second source that this package adds; see
// Bridge. The module has:
//
//   - Attributes at locations 0 to 3: position in the destination, position in source 0, color,
//     custom values. Varyings at locations 0 to 2 are the last three of these.
//   - One uniform buffer, Uniforms, at group 0 binding 0. Its members are the seven uniforms of
//     the bridge (PreservedUniforms), then the capital global variables of the program, both in
//     the order of declarations. Options.Layout is its layout, std140 by default. As
//     OpenGL's hosts see it, each member is a uniform by itself.
//   - Four textures, at group 0 bindings 1 to 4, for source images 0 to 3. Texels are fetched at
//     floored positions, without a filter or a sampler.
//
// Positions, sizes and origins of images are in pixels, or in texels if the program has no
// directive //kage:unit pixels. The host gives the regions in pixels in both cases.
//
// # Mapping of Kage
//
//   - int is i32, float is f32; a bool in the uniform buffer is a u32.
//   - Several results become one struct.
//   - A parameter that is assigned to is copied to a local variable; others are values.
//   - Both operands of && and || are evaluated, since no expression has an effect.
//   - discard terminates the invocation.
//
// # Differences from Ebitengine
//
// Ebitengine 2.10 accepts a few more programs, of which most have a wrong translation there:
// see docs/kage.md.
package kage

import (
	"go/ast"
	"go/parser"
	"go/token"

	"refract/diag"
	"refract/internal/budget"
	"refract/internal/front/kage/syntax"
	"refract/internal/ir/compact"
	"refract/ir"
)

// A Layout is a choice of the uniform buffer's layout.
type Layout uint8

const (
	LayoutStd140   Layout = iota // GLSL's rules of uniform blocks
	LayoutDirect3D               // the packing of constant buffers of Direct3D, as Ebitengine has it there
	LayoutMetal                  // the rules of MSL's structs, as Ebitengine has it there
)

// Options of reading.
type Options struct {
	// Vertex and Fragment are the names of the functions that are the entry points. Both "":
	// the vertex entry point of the bridge, and Fragment.
	Vertex, Fragment string
	// Bare leaves out the bridge, and allows programs without entry points and without a unit.
	Bare bool
	// Layout of the uniform buffer.
	Layout Layout
	// EngineNames names uniforms, textures, attributes and varyings as Ebitengine's programs
	// look them up: U0, T0, A0, V0 and so on, and the entry points Vertex and Fragment.
	EngineNames bool
	// Editor, if it is not nil, learns the names and types of the program.
	Editor Editor

	meter *budget.Meter
}

// An Editor learns the names and types of a program while it is checked.
type Editor interface {
	// Type is the type of an expression, by the extent of that.
	Type(at diag.Span, text string)
	// Symbol is a declaration.
	Symbol(s Symbol)
	// Use is a use of a declared name, with the extent of the name in the declaration.
	Use(use, declaration diag.Span)
}

// A Symbol is a declaration of a program.
type Symbol struct {
	Name     string
	At       diag.Span // the name
	Full     diag.Span // the whole declaration of a function; else the name
	Code     string    // the declaration as Go writes it
	Function diag.Span // of a local declaration: the function

	IsFunction bool
	Constant   bool
	Local      bool
}

// A Reader reads Kage. The zero Reader is ready to use.
type Reader struct{ c checker }

// Read reads one source, which lies at offset base, into a module, which is Reset first. It
// reports into diags; after errors the module is nil.
func (r *Reader) Read(m *ir.Module, src string, base uint32, opts Options, diags *diag.List) *ir.Module {
	m.Reset()
	m.Meter = opts.meter
	if opts.Vertex == "" && opts.Fragment == "" {
		opts.Vertex, opts.Fragment = vertexName, "Fragment"
	}
	c := &r.c
	c.start(m, &opts, base, uint32(len(src)), diags)
	unit, ok := c.unitOf(src)
	if !ok {
		return nil
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		syntax.Report(diags, base, c.size, err)
		return nil
	}
	c.file = files.File(file.FileStart)
	if c.tooDeep(file) {
		return nil
	}
	c.program(file, unit)
	if diags.HasErrors() {
		return nil
	}
	compact.Module(m, compact.Options{KeepUnused: opts.Bare})
	return m
}

// maxNesting is the greatest depth of a program's syntax tree.
const maxNesting = 500

// tooDeep reports a syntax tree that the recursive checker and the passes after it should not
// follow.
func (c *checker) tooDeep(file *ast.File) bool {
	depth, deep := 0, token.NoPos
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		c.m.Meter.Step()
		if depth >= maxNesting {
			if deep == token.NoPos {
				deep = n.Pos()
			}
			return false
		}
		depth++
		return true
	})
	if deep != token.NoPos {
		c.errorf(codeDepth, deep, "the program nests more than %d levels deep", maxNesting)
	}
	return deep != token.NoPos
}
