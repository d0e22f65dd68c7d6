package embedded

// The scanner walks over the tokens of a program once. It remembers the tag that is pending,
// the name that the next value gets, and the begin of the expression that a literal stands in,
// and chooses literals. The values of the chosen ones are assembled afterwards.

import (
	"fmt"
	"path"
	"strings"
)

// A format is the language of placeholders in the text of a call.
type format uint8

const (
	formatNone   format = iota
	formatPrintf        // %d, and %% for a percent sign
	formatBraces        // {} and {name}, and {{ for a brace
)

// A chosen literal is a shader.
type chosen struct {
	name      string
	tag       Tag
	start     int  // of the expression
	prefix    bool // an unknown value is in front of it
	directive bool // C: it is in a directive, and ends with the line
	format    format
}

// A scanner is the state of the walk.
type scanner struct {
	lexer
	rule    Rule
	program Program
	chosen  []chosen

	tag       Tag
	reach     reach
	words     int    // words and marks since the tag
	name      Span   // of the next value
	word      Span   // the last word
	first     Span   // Go: the first word of the statement, behind var and const
	indexed   Span   // C: the word in front of the last [
	start     int    // of the expression
	plain     bool   // the expression has been words, literals and + alone
	calls     []call // around
	directive bool   // C: the line before was a directive

	names map[string]named // the places of values; nil: they aren't collected
}

// A call is a parenthesis that is open.
type call struct {
	format format
	joins  bool // concat! of Rust
	file   bool // a literal in it is a file to embed
}

func (s *scanner) problem(at Span, form string, args ...any) {
	s.program.Problems = append(s.program.Problems, Problem{at, fmt.Sprintf(form, args...)})
}

// scan walks over the program.
func (s *scanner) scan() {
	previous := token{}
	for {
		before := s.before
		t := s.next()
		if t.line {
			s.lineBegins(&t, before)
		}
		switch t.kind {
		case tokEnd:
			s.unused()
			return
		case tokComment:
			s.comment(&t)
			continue
		case tokWord:
			s.wordSeen(&t, previous)
		case tokMark:
			s.markSeen(&t, previous)
		case tokText, tokTemplate:
			s.literal(&t, before)
		default:
			s.plain = false
		}
		if s.reach == reachNext && t.kind != tokWord {
			s.reach = reachNone
		}
		previous = t
	}
}

// statementReach is how many words and marks a tag reaches at most.
const statementReach = 64

// lineBegins ends a statement of Go, and a directive of C.
func (s *scanner) lineBegins(t *token, before token) {
	switch s.host {
	case Go:
		if before.kind == tokMark && before.mark != ')' && before.mark != '}' && before.mark != ']' {
			return
		}
		if s.words > 0 {
			s.unused()
		}
		s.name, s.first = Span{}, Span{}
		s.begin(t.at.Start)
	case C:
		if s.hash || s.directive {
			s.name = Span{}
			s.begin(t.at.Start)
		}
		s.directive = s.hash
	}
}

// unused reports a directive without a literal.
func (s *scanner) unused() {
	if s.reach == reachStatement && strings.Contains(s.text[s.tag.At.Start:s.tag.At.End], directive) {
		s.problem(s.tag.At, "%s: no literal follows in the statement", directive)
	}
	s.reach = reachNone
}

func (s *scanner) comment(t *token) {
	if s.host == Go && strings.HasPrefix(s.text[t.at.Start:t.at.End], "//go:embed ") {
		s.goEmbed(t)
		return
	}
	if tag, r := s.tagOf(t); r != reachNone {
		s.unused()
		s.tag, s.reach, s.words = tag, r, 0
	}
}

// take returns the pending tag, which is used up.
func (s *scanner) take() (tag Tag) {
	if s.reach != reachNone {
		tag = s.tag
	}
	s.reach = reachNone
	return tag
}

func (s *scanner) wordSeen(t *token, previous token) {
	if s.words++; s.words > statementReach {
		s.unused()
	}
	if word := s.text[t.at.Start:t.at.End]; s.reach == reachNext && s.peek(0) != '`' && (s.host != C || word != strings.ToUpper(word)) {
		s.reach = reachNone // it is neither the function of a template literal nor a macro
	}
	s.word = t.at
	switch {
	case s.host == Go && (t.line || previous.kind == tokWord && isGoDeclaration(s.text[previous.at.Start:previous.at.End])):
		s.first = t.at
	case s.host == C && s.hash && previous.kind == tokWord && s.text[previous.at.Start:previous.at.End] == "define":
		s.name = t.at
		s.begin(s.at)
		s.give(t.at, s.at)
		return
	}
	if s.isKeyword(t) {
		s.begin(t.at.End)
	}
}

func isGoDeclaration(word string) bool { return word == "var" || word == "const" }

// isKeyword reports whether a word begins an expression.
func (s *scanner) isKeyword(t *token) bool {
	switch s.text[t.at.Start:t.at.End] {
	case "return", "case", "else", "await", "yield", "throw", "default":
		return true
	}
	return false
}

// begin begins an expression.
func (s *scanner) begin(at int) { s.start, s.plain = at, true }

// markSeen follows names, calls and expressions.
func (s *scanner) markSeen(t *token, previous token) {
	if s.words++; s.words > statementReach {
		s.unused()
	}
	joins := len(s.calls) > 0 && s.calls[len(s.calls)-1].joins
	switch t.mark {
	case '=':
		s.assigned(t, previous)
	case ':':
		if s.host == Go && s.peek(0) == '=' {
			return
		}
		switch previous.kind {
		case tokWord:
			s.name = previous.at
		case tokText:
			s.name = previous.body
		}
		s.begin(t.at.End)
	case '(':
		s.opened(t, previous)
	case ')':
		if n := len(s.calls); n > 0 {
			s.calls = s.calls[:n-1]
		}
		s.plain, s.name = false, Span{}
	case ',':
		if !joins {
			s.name = Span{}
			s.begin(t.at.End)
		}
	case '[':
		s.indexed = s.word
		s.begin(t.at.End)
	case '{':
		if previous.mark != '=' {
			s.name = Span{}
		}
		if s.host == C && previous.kind == tokWord { // the value of a declaration
			s.name = previous.at
		}
		s.begin(t.at.End)
	case '+', '!':
		// a sum, or the mark of a macro
	case ';', '}':
		s.unused()
		s.name, s.calls = Span{}, s.calls[:0]
		s.begin(t.at.End)
	default:
		s.plain = false
	}
}

// assigned gives the next value a name: that before a =.
func (s *scanner) assigned(t *token, previous token) {
	adjacent := previous.kind == tokMark && previous.at.End == t.at.Start
	if next := s.peek(0); next == '=' || next == '>' || adjacent && strings.IndexByte("=!<>+-*/%&|^", previous.mark) >= 0 {
		s.plain = false
		if adjacent && previous.mark == '+' && s.host != C {
			s.give(s.word, -1)
		}
		return
	}
	switch {
	case s.host == Go && s.first != (Span{}):
		s.name = s.first
	case s.host == Rust || s.host == JavaScript: // a type may be between
		if s.name == (Span{}) {
			s.name = s.word
		}
	case previous.kind == tokMark && previous.mark == ']':
		s.name = s.indexed
	default:
		s.name = s.word
	}
	if s.host != C { // names of its expressions are macros
		s.give(s.name, t.at.End)
	}
	s.begin(t.at.End)
}

// give notes the place of a name's value.
func (s *scanner) give(name Span, at int) {
	if s.names == nil {
		return
	}
	text := s.text[name.Start:name.End]
	if _, again := s.names[text]; again {
		at = -1
	}
	s.names[text] = named{at, s.hash}
}

// opened notes the function of a call.
func (s *scanner) opened(t *token, previous token) {
	var c call
	name := s.text[s.word.Start:s.word.End]
	macro := s.host == Rust && previous.kind == tokMark && previous.mark == '!'
	called := previous.kind == tokWord || macro
	switch {
	case !called:
	case macro && (name == "include_str" || name == "include_wgsl" || name == "include_bytes"):
		c.file = true
	case macro && name == "concat":
		c.joins = true
	case macro && (name == "format" || name == "format_args" || name == "write" || name == "writeln" || name == "print" || name == "println"):
		c.format = formatBraces
	case s.host == C && (name == "format" || name == "vformat"):
		c.format = formatBraces
	case s.host == C && strings.HasSuffix(name, "printf"), s.host == Go && (strings.HasSuffix(name, "rintf") || strings.HasSuffix(name, "Appendf")):
		c.format = formatPrintf
	case s.host == JavaScript && (name == "require" || name == "import"):
		c.file = true
	}
	s.calls = append(s.calls, c)
	if !c.joins {
		s.begin(t.at.End)
	}
}

// literal chooses a literal, or takes it as the name of a file.
func (s *scanner) literal(t *token, before token) {
	if t.kind == tokTemplate && !t.opens {
		return
	}
	var around call
	if len(s.calls) > 0 {
		around = s.calls[len(s.calls)-1]
	}
	if around.file || before.kind == tokWord && s.namesFile(s.text[before.at.Start:before.at.End]) {
		s.file(t)
		return
	}
	c := chosen{start: s.start, name: strings.TrimPrefix(s.text[s.name.Start:s.name.End], "r#"), format: around.format, directive: s.hash}
	reach := s.reach
	own := s.ownTag(t, before)
	c.tag = s.take()
	if own.Language != nil {
		if c.tag.Language == nil {
			c.tag = own
		}
		c.tag.Language, c.tag.WESL = own.Language, own.WESL
	}
	joined := before.kind == tokMark && before.mark == '+'
	switch {
	case s.plain && around.joins:
	case s.plain && s.host == C && before.kind == tokWord && reach == reachNext:
	case c.tag.Language != nil && reach != reachStatement || !s.plain:
		c.start, c.prefix = t.at.Start, joined && reach != reachNext && own.Language == nil
	case before.kind == tokWord && s.host != C:
		c.start = t.at.Start
	}
	if c.tag.Language != nil || !strings.HasPrefix(strings.TrimLeft(s.text[s.at:min(len(s.text), s.at+80)], " \t\r\n"), "+") {
		s.name = Span{}
	}
	if c.tag.Language == nil {
		if s.rule == nil || c.name == "" {
			return
		}
		if is, _ := s.rule(c.name); !is {
			return
		}
		s.name = Span{}
	}
	s.chosen = append(s.chosen, c)
}

// namesFile reports whether a file's name stands behind a word.
func (s *scanner) namesFile(word string) bool {
	switch s.host {
	case JavaScript:
		return word == "import" || word == "from"
	case C:
		return s.hash && word == "embed"
	}
	return false
}

// file notes a file that a program embeds.
func (s *scanner) file(t *token) {
	tag := s.take()
	name := s.text[t.body.Start:t.body.End]
	name, _, _ = strings.Cut(name, "?") // of bundlers, as ?raw
	if strings.ContainsAny(name, "\\\n") || tag.Language == nil && TagOfFile(name).Language == nil {
		return
	}
	s.program.Files = append(s.program.Files, File{Name: name, Tag: tag, At: t.body})
}

// goEmbed notes the files of a directive of Go.
func (s *scanner) goEmbed(t *token) {
	tag := s.take()
	at := t.at.Start + len("//go:embed ")
	for at < t.at.End {
		if c := s.text[at]; c == ' ' || c == '\t' {
			at++
			continue
		}
		end := at
		if q := s.text[at]; q == '"' || q == '`' {
			at++
			end = at
			for end < t.at.End && s.text[end] != q {
				end++
			}
		} else {
			for end < t.at.End && s.text[end] != ' ' && s.text[end] != '\t' {
				end++
			}
		}
		name := strings.TrimPrefix(s.text[at:end], "all:")
		if name != "" && (tag.Language != nil || TagOfFile(name).Language != nil || path.Ext(name) == "") {
			s.program.Files = append(s.program.Files, File{Name: name, Tag: tag, At: Span{at, end}})
		}
		at = end + 1
	}
}
