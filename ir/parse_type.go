package ir

// This file reads types of the text form.

import (
	"math"
	"slices"
	"strings"

	"refract/internal/lazy"
)

var scalarByText = lazy.Value[map[string]Scalar]{Make: func() map[string]Scalar {
	m := map[string]Scalar{"abstract_float": AbstractFloat, "abstract_int": AbstractInt}
	for s := Bool; s < AbstractFloat; s++ {
		m[s.String()] = s
	}
	return m
}}

// typ reads a type.
func (p *textParser) typ() TypeID {
	if p.tok.kind == tokIdent {
		if s, ok := scalarByText.Get()[p.tok.text]; ok {
			p.advance()
			return ScalarTypeOf(s)
		}
	}
	p.nest()
	defer func() { p.depth-- }()
	t := p.tok
	if t.kind == tokLabel && t.sigil == '@' {
		return p.structRef()
	}
	word := p.word("a type")
	ts := &p.m.Types
	switch word {
	case "none":
		return 0
	case "struct":
		return p.structRef()
	case "vec2", "vec3", "vec4":
		return VectorOf(p.scalarArg(), int(word[3]-'0'))
	case "mat2x2", "mat2x3", "mat2x4", "mat3x2", "mat3x3", "mat3x4", "mat4x2", "mat4x3", "mat4x4":
		s := p.scalarArg()
		if !s.IsFloat() {
			p.fail(codeTextType, t, "no matrix of %s", s)
		}
		return MatrixOf(s, int(word[3]-'0'), int(word[5]-'0'))
	case "atomic":
		s := p.scalarArg()
		if AtomicOf(s) == 0 {
			p.fail(codeTextType, t, "no atomic of %s", s)
		}
		return AtomicOf(s)
	case "ptr":
		return p.pointerType()
	case "array", "binding_array":
		return p.arrayType(word)
	case "buffer":
		return p.bufferType()
	case "cooperative":
		return p.cooperativeType()
	case "image":
		return p.imageType()
	case "sampler":
		return TypeSamplerFiltering
	case "sampler_comparison":
		return TypeSamplerComparison
	case "sampled_image":
		p.expect('<')
		base := p.typ()
		p.expect('>')
		if ts.At(base).Kind != TypeImage {
			p.fail(codeTextType, t, "no sampled image of this type")
		}
		return ts.Intern(Type{Kind: TypeSampledImage, Base: base})
	case "hit_object":
		return ts.Intern(Type{Kind: TypeHitObject})
	case "acceleration_structure", "ray_query":
		k := Type{Kind: TypeKind(slices.Index(typeKindNames[:], word))}
		if p.accept('<') {
			if !p.acceptWord("vertex_return") {
				p.fail(codeTextSyntax, p.tok, `expected "vertex_return", found %s`, p.tok)
			}
			k.VertexReturn = true
			p.expect('>')
		}
		return ts.Intern(k)
	}
	if k := slices.Index(specialWords[:], word); k > 0 {
		return p.specialType(SpecialKind(k), t)
	}
	p.fail(codeTextType, t, "unknown type %s", t)
	return 0
}

// nest enters one more level of nesting; the caller leaves it.
func (p *textParser) nest() {
	p.depth++
	if p.depth > maxTextDepth {
		p.fail(codeTextSyntax, p.tok, "nested more than %d levels deep", maxTextDepth)
	}
}

func (p *textParser) structRef() TypeID {
	t := p.label('@', "a struct")
	id, ok := p.structs[t.text]
	if !ok {
		p.fail(codeTextName, t, "no struct %s", t)
	}
	return p.m.Structs[id].Type
}

func (p *textParser) scalarArg() Scalar {
	p.expect('<')
	t := p.tok
	s, ok := scalarByText.Get()[p.word("a scalar type")]
	if !ok {
		p.fail(codeTextType, t, "%s is no scalar type", t)
	}
	p.expect('>')
	return s
}

func (p *textParser) specialType(k SpecialKind, t token) TypeID {
	if k == SpecialRayDesc || k == SpecialRayIntersection {
		return p.m.SpecialStruct(k, 0)
	}
	p.expect('<')
	param := p.typ()
	p.expect('>')
	if !p.m.Types.IsScalarOrVector(param) {
		p.fail(codeTextType, t, "%s takes a scalar or vector", t)
	}
	return p.m.SpecialStruct(k, param)
}

func (p *textParser) pointerType() TypeID {
	p.expect('<')
	t := Type{Kind: TypePointer, Space: enum[AddressSpace](p, "an address space", spaceNames[:])}
	t.Access, t.Layout = defaultAccess(t.Space), defaultLayout(t.Space)
	p.expect(',')
	t.Base = p.typ()
	for p.accept(',') {
		if i := slices.Index(accessNames[:], p.tok.text); p.tok.kind == tokIdent && i > 0 {
			t.Access = AccessMode(i)
			p.advance()
		} else if p.acceptWord("no_access") {
			t.Access = 0
		} else {
			t.Layout = p.layout()
		}
	}
	p.expect('>')
	return p.m.Types.Intern(t)
}

func (p *textParser) arrayType(word string) TypeID {
	t := Type{Kind: TypeArray}
	if word == "binding_array" {
		t.Kind = TypeBindingArray
	}
	p.expect('<')
	t.Base = p.typ()
	if p.accept(',') {
		p.lengthOf(&t)
	}
	p.expect('>')
	return p.m.Types.Intern(t)
}

// bufferType reads a buffer type after the word "buffer".
func (p *textParser) bufferType() TypeID {
	t := Type{Kind: TypeBuffer}
	if p.accept('<') {
		p.lengthOf(&t)
		p.expect('>')
	}
	return p.m.Types.Intern(t)
}

// lengthOf reads the length of an array or buffer.
func (p *textParser) lengthOf(t *Type) {
	if p.tok.kind == tokNumber && isDigit(p.tok.text[len(p.tok.text)-1]) {
		at := p.tok
		if t.Length = p.uint(math.MaxUint32); t.Length == 0 {
			p.fail(codeTextType, at, "a length is at least 1")
		}
		return
	}
	t.LengthExpr = p.arrayLength()
}

// arrayLength reads an array's length that isn't a plain number. The same
// override, constant or literal, written in place, is the same length each time.
func (p *textParser) arrayLength() ConstID {
	named := p.tok.kind == tokLabel && p.tok.sigil == '^'
	c := ConstID(p.operand(&p.m.Consts))
	if named {
		return c
	}
	n := p.m.Consts.nodes[c]
	if same, ok := p.lengths[n]; ok {
		return same
	}
	p.lengths[n] = c
	return c
}

func (p *textParser) imageType() TypeID {
	p.expect('<')
	t := Type{Kind: TypeImage}
	at := p.tok
	if at.kind != tokIdent && at.kind != tokNumber {
		p.fail(codeTextSyntax, at, "expected a dimension, found %s", at)
	}
	dim := p.advance().text
	dim, t.Multisampled = strings.CutSuffix(dim, "_ms")
	dim, t.Arrayed = strings.CutSuffix(dim, "_array")
	i := slices.Index(dimNames[:], dim)
	if i < 0 {
		p.fail(codeTextType, at, "unknown dimension %s", at)
	}
	t.Dim = ImageDim(i)
	p.expect(',')
	t.Class = enum[ImageClass](p, "a class of images", classNames[:])
	switch t.Class {
	case ImageSampled:
		t.Scalar = p.texelScalar()
	case ImageStorage:
		p.expect(',')
		at := p.tok
		word := p.word("a texel format")
		if t.Format = StorageFormatByName(word); t.Format == NoFormat && word != "none" {
			p.fail(codeTextType, at, "unknown texel format %s", at)
		}
		if t.Format == NoFormat {
			t.Scalar = p.texelScalar()
		}
		p.expect(',')
		t.Access = enum[AccessMode](p, "an access", accessNames[:])
	}
	p.expect('>')
	return p.m.Types.Intern(t)
}

// texelScalar reads the scalar of an image's texels.
func (p *textParser) texelScalar() Scalar {
	p.expect(',')
	at := p.tok
	s, ok := scalarByText.Get()[p.word("a scalar type")]
	if !ok {
		p.fail(codeTextType, at, "%s is no scalar type", at)
	}
	return s
}
