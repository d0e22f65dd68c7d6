package embedded

// Tags, which mark literals as shaders:
//
//	/* wgsl */ "..."               a comment right before the literal, with an optional stage
//	/* glsl fragment */ `...`      and entry=NAME
//	// language=GLSL               a line comment above, as JetBrains' editors have it
//	//refract:shader wgsl compute  the same, for programs whose editor has no form of its own
//	wgsl`...`                      the function of a template literal in JavaScript
//	R"glsl(...)glsl"               the delimiter of a raw literal in C++
//
// A comment of the first form that has other words is none. An unknown word in a directive is
// an error.

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"refract/ir"
	"refract/language"
)

// directive begins the tag that is this program's own.
const directive = "refract:shader"

// A reach is how far a tag reaches.
type reach uint8

const (
	reachNone      reach = iota
	reachNext            // the next token is the literal
	reachStatement       // the literal is in the statement that follows
)

// tagOf is the tag in a comment.
func (s *scanner) tagOf(t *token) (tag Tag, r reach) {
	text := s.text[t.at.Start:t.at.End]
	if len(text) > 200 {
		return Tag{}, reachNone
	}
	text = strings.TrimSuffix(text[2:], "*/")
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, directive); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
		tag, unknown := s.tagWords(strings.Fields(rest))
		switch {
		case rest == "" || tag.Language == nil:
			s.problem(t.at, "%s needs a language, as in //%s wgsl compute", directive, directive)
			return Tag{}, reachNone
		case unknown != "":
			s.problem(t.at, "%s: %q is neither a stage nor entry=NAME", directive, unknown)
		}
		tag.At = t.at
		return tag, reachStatement
	}
	r = reachNext
	if rest, ok := strings.CutPrefix(text, "language="); ok {
		text, r = rest, reachStatement
	}
	tag, unknown := s.tagWords(strings.Fields(text))
	if tag.Language == nil || unknown != "" {
		return Tag{}, reachNone
	}
	tag.At = t.at
	return tag, r
}

// tagWords reads the words of a tag: a language, then an optional stage and entry point.
func (s *scanner) tagWords(words []string) (tag Tag, unknown string) {
	for i, w := range words {
		lower := strings.ToLower(w)
		info, isLanguage := languageOf(lower)
		entry, isEntry := strings.CutPrefix(w, "entry=")
		switch {
		case i == 0 && isLanguage:
			tag.Language, tag.WESL = info, lower == weslWord
		case i > 0 && ir.StageByName(lower) != ir.NoStage:
			tag.Stage = ir.StageByName(lower)
		case i > 0 && isEntry && entry != "":
			tag.Entry = entry
		default:
			return tag, w
		}
	}
	return tag, ""
}

// ownTag is the tag that a literal has in itself: its function in JavaScript, its delimiter in
// C++.
func (s *scanner) ownTag(t *token, before token) Tag {
	at := Span{}
	switch {
	case t.kind == tokTemplate && before.kind == tokWord && before.at.End == t.at.Start:
		at = before.at
	case t.kind == tokText && t.style == rawC:
		at = Span{t.body.End + 1, t.at.End - 1}
	}
	word := strings.ToLower(s.text[at.Start:at.End])
	if info, ok := languageOf(word); ok {
		return Tag{Language: info, WESL: word == weslWord, At: at}
	}
	return Tag{}
}

// weslWord is the word for WESL, whose files are of the language WGSL.
const weslWord = "wesl"

// languages are the languages of shaders in programs.
var languages = [...]*language.Info{&language.WGSL, &language.GLSL, &language.ESSL, &language.HLSL, &language.Kage}

// languageOf is the language that a word in lower case names.
func languageOf(word string) (*language.Info, bool) {
	if word == weslWord {
		return &language.WGSL, true
	}
	for _, info := range languages {
		if word == info.Name || slices.Contains(info.Aliases, word) {
			return info, true
		}
	}
	return nil, false
}

// TagOfFile is the tag that a file's name stands for: its language; zero, if it is the name of
// no shader.
func TagOfFile(name string) Tag {
	extension := strings.ToLower(path.Ext(name))
	for _, info := range languages {
		if slices.Contains(info.Extensions, extension) {
			return Tag{Language: info, WESL: extension == "."+weslWord}
		}
	}
	return Tag{}
}

// Stage is the stage of the tag, or that for which the shader's name has a word, as
// vertexShader and BLUR_FS have, or ir.NoStage.
func (s *Shader) Stage() ir.Stage {
	if s.Tag.Stage != ir.NoStage {
		return s.Tag.Stage
	}
	stage := ir.NoStage
	start, last := 0, '_'
	for i, r := range s.Name + "_" {
		letter := unicode.IsLetter(r)
		if !letter || unicode.IsUpper(r) && unicode.IsLower(last) {
			switch strings.ToLower(s.Name[start:i]) {
			case "vertex", "vert", "vs":
				stage = ir.StageVertex
			case "fragment", "frag", "fs", "pixel", "ps":
				stage = ir.StageFragment
			case "compute", "comp", "cs":
				stage = ir.StageCompute
			}
			if start = i; !letter {
				start += utf8.RuneLen(r)
			}
		}
		last = r
	}
	return stage
}
