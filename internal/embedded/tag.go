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

import "strings"

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
		case rest == "" || tag.Language == "":
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
	if tag.Language == "" || unknown != "" {
		return Tag{}, reachNone
	}
	tag.At = t.at
	return tag, r
}

// tagWords reads the words of a tag: a language, then an optional stage and entry point.
func (s *scanner) tagWords(words []string) (tag Tag, unknown string) {
	for i, w := range words {
		lower := strings.ToLower(w)
		entry, isEntry := strings.CutPrefix(w, "entry=")
		switch {
		case i == 0 && s.options.IsLanguage(lower):
			tag.Language = lower
		case i > 0 && s.options.IsStage(lower):
			tag.Stage = lower
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
	if word := strings.ToLower(s.text[at.Start:at.End]); word != "" && s.options.IsLanguage(word) {
		return Tag{Language: word, At: at}
	}
	return Tag{}
}
