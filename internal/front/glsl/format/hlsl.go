package format

// This file finds the parts of HLSL that the layout depends on: the angle brackets of templates,
// casts, and names of operators. A macro may stand for anything here, too, so that the rules
// are about neighbouring tokens:
//
//   - "<" opens arguments behind a name of the language's or the source's templates, if only
//     types, constants and commas come before its ">";
//   - parentheses around a type are a cast if no name stands before them.

import (
	"slices"
	"strings"
)

// A role is a meaning of a token that its text alone doesn't have.
type role uint8

const (
	plain      role = iota
	angleOpen       // < of arguments
	angleClose      // > or >> of arguments
	castClose       // ) of a cast
	called          // the last token of the name of an operator
)

// templates are the language's types with arguments, but for families that isTemplate knows.
var templates = []string{"vector", "matrix", "template", "ConstantBuffer", "TextureBuffer", "StructuredBuffer", "InputPatch", "OutputPatch",
	"PointStream", "LineStream", "TriangleStream", "RayQuery", "SubpassInput", "SubpassInputMS", "NodeOutput"}

// isTemplate reports whether a name of the language takes arguments.
func isTemplate(name string) bool {
	return slices.Contains(templates, name) || strings.HasSuffix(name, "Buffer") || strings.HasPrefix(name, "Texture") ||
		strings.HasPrefix(name, "RWTexture") || strings.HasPrefix(name, "RasterizerOrdered") || strings.HasPrefix(name, "FeedbackTexture")
}

// markHLSL gives the tokens of HLSL their roles.
func markHLSL(items []item) {
	own := map[string]bool{} // templates of the source
	var parens []int         // open parentheses
	last := -1               // the token before
	for i := range items {
		it := &items[i]
		if it.kind >= lineComment {
			continue
		}
		switch {
		case it.text == "<" && last >= 0 && items[last].kind == word && (isTemplate(items[last].text) || own[items[last].text] || isMember(items, last)):
			if end := angleEnd(items, i); end > 0 {
				it.role, items[end].role = angleOpen, angleClose
				if items[last].text == "template" {
					if name := templateName(items, end); name != "" {
						own[name] = true
					}
				}
			}
		case it.text == "(":
			parens = append(parens, i)
		case it.text == ")" && len(parens) > 0:
			open := parens[len(parens)-1]
			parens = parens[:len(parens)-1]
			if isCast(items, open, i) {
				it.role = castClose
			}
		case last >= 0 && items[last].text == "operator" && it.kind == punct:
			it.role = called
		case last >= 0 && items[last].role == called && (it.text == ")" || it.text == "]"):
			it.role = called
		}
		last = i
	}
}

// isMember reports whether a name stands behind a dot: Load<float4> of a buffer.
func isMember(items []item, i int) bool {
	return i > 0 && items[i-1].text == "." && (items[i].text == "Load" || items[i].text == "Store")
}

// angleEnd is the index of the token that closes the arguments which begin at i, or 0.
func angleEnd(items []item, i int) int {
	depth := 0
	for j := i; j < len(items) && j < i+64; j++ {
		switch it := &items[j]; {
		case it.kind == directive:
			return 0
		case it.kind == word || it.kind == number || it.kind >= lineComment:
		case it.text == "<":
			depth++
		case it.text == ">" || it.text == ">>":
			if depth -= len(it.text); depth <= 0 { // below 0: >> ends the arguments around, too
				return j
			}
		case strings.Contains(", :: [ ] ( ) = * + - .", it.text):
		default:
			return 0
		}
	}
	return 0
}

// templateName is the name that a template declares, whose parameters end at i.
func templateName(items []item, i int) string {
	before := ""
	for j := i + 1; j < len(items) && j < i+32; j++ {
		switch it := &items[j]; {
		case it.kind == word && (before == "struct" || before == "class"):
			return it.text
		case it.text == "(" || it.text == "{" || it.text == ";":
			if it.text == "(" && j > 0 && items[j-1].kind == word {
				return items[j-1].text
			}
			return ""
		}
		before = items[j].text
	}
	return ""
}

// isCast reports whether the parentheses from open to end hold a type, and stand before a value.
func isCast(items []item, open, end int) bool {
	if end == open+1 || end+1 >= len(items) {
		return false
	}
	if open > 0 {
		switch a := &items[open-1]; {
		case a.kind == word && a.text != "return" && a.text != "case", a.kind == number, a.text == "]", a.text == ")" && a.role != castClose, a.role == called, a.role == angleClose:
			return false
		}
	}
	names, typed := 0, false
	for j := open + 1; j < end; j++ {
		it := &items[j]
		switch {
		case it.kind == word:
			names++
			typed = typed || isBuiltInType(it.text)
		case it.kind == number || it.role == angleOpen || it.role == angleClose || it.text == "," || it.text == "::" || it.text == "[" || it.text == "]":
		default:
			return false
		}
	}
	next := &items[end+1]
	switch {
	case names == 0:
		return false
	case next.kind == word || next.kind == number || next.text == "(":
		return true
	}
	return typed && (next.text == "-" || next.text == "+" || next.text == "!" || next.text == "~" || next.text == "++" || next.text == "--")
}

// scalarTypes are the names of types that casts have, without dimensions.
var scalarTypes = []string{"bool", "int", "uint", "dword", "half", "float", "double", "min10float", "min16float", "min12int", "min16int", "min16uint",
	"int16_t", "int32_t", "int64_t", "uint16_t", "uint32_t", "uint64_t", "float16_t", "float32_t", "float64_t", "vector", "matrix"}

// isBuiltInType reports whether a name is a scalar, vector or matrix of the language.
func isBuiltInType(s string) bool {
	n := len(s)
	if n > 1 && isDigit(s[n-1]) {
		if n--; n > 2 && s[n-1] == 'x' && isDigit(s[n-2]) {
			n -= 2
		}
	}
	return slices.Contains(scalarTypes, s[:n])
}

// spacedHLSL is spaced for the tokens that only HLSL has.
func (p *printer) spacedHLSL(a, b *item) (spaced, known bool) {
	switch {
	case a.text == "::" || b.text == "::":
		return b.text == "::" && a.kind == punct && a.role != angleClose && a.text != "(" && a.text != "[" && a.text != "{", true
	case b.role == angleOpen || a.role == angleOpen || b.role == angleClose:
		return false, true
	case a.role == angleClose:
		return b.kind == word || b.kind == number || b.kind == punct && strings.IndexByte("(),;.[", b.text[0]) < 0 && b.role != angleClose, true
	case a.role == castClose && b.text != ")" && b.text != "," && b.text != ";":
		return false, true
	case b.role == called, a.role == called:
		return false, true
	case a.kind == text && a.text[0] == '"' && b.kind == punct && b.text != "+":
		return strings.IndexByte(")];,", b.text[0]) < 0, true
	case b.text == ":":
		return p.s.first != "case" && p.s.first != "default" || p.s.asks > 0, true
	}
	return false, false
}
