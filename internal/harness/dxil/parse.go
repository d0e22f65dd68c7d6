// Package dxil runs compute shaders that DXC compiled, from the text of their DXIL. Only
// tests import it.
//
// DXIL is LLVM's IR of one function with scalars, and functions dx.op.* for operations that
// LLVM lacks: DirectXShaderCompiler/docs/DXIL.rst. An unknown instruction is an
// UnsupportedError. Undefined values of LLVM show.
package dxil

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"refract/internal/num"
)

// UnsupportedError names a feature that can't be run.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return "not known in DXIL: " + e.What }

type kind uint8

const (
	kindVoid kind = iota
	kindInt
	kindFloat
	kindArray // and vectors
	kindStruct
	kindPointer
	kindOther
)

// A typ is a type.
type typ struct {
	kind kind
	bits int
	n    int // elements
	elem *typ
	list []*typ // members
}

func (t *typ) size() int {
	switch t.kind {
	case kindInt, kindFloat:
		return (t.bits + 7) / 8
	case kindArray:
		return t.n * t.elem.size()
	case kindStruct:
		return t.offset(len(t.list))
	}
	return 8
}

func (t *typ) align() int {
	switch t.kind {
	case kindArray:
		return t.elem.align()
	case kindStruct:
		n := 1
		for _, m := range t.list {
			n = max(n, m.align())
		}
		return n
	}
	return t.size()
}

// offset is the place of member i; the size for one past the last.
func (t *typ) offset(i int) int {
	at := 0
	up := func(n int) { at = (at + n - 1) / n * n }
	for _, m := range t.list[:i] {
		up(m.align())
		at += m.size()
	}
	if i == len(t.list) {
		up(t.align())
	} else {
		up(t.list[i].align())
	}
	return at
}

// A value is one while a thread runs: a scalar's bits, a pointer to byte n of memory, or a
// function's result.
type value struct {
	n   uint64
	mem []byte
	agg []uint64
	res *Resource
}

// undefined is the bits of an undefined value.
const undefined = 0xAAAAAAAAAAAAAAAA

// An operand gives a value when asked.
type operand func(*thread) value

// An inst is an instruction.
type inst struct {
	do func(*thread) (next int) // a block to go on with, or one of those below
}

const (
	following = -1 - iota
	leaves
	waits
	fails
)

// A phi is a value that depends on the block that came before.
type phi struct {
	slot int
	from []int
	what []operand
}

type block struct {
	phis  []phi
	insts []inst
}

// A Shader is a compute shader that can be run.
type Shader struct {
	types   map[string]*typ
	globals map[string]*global
	slots   map[string]int
	labels  map[string]int
	blocks  []block
	threads [3]uint32

	tokens []string
	err    error
}

type global struct {
	index  int
	shared bool
	size   int
	init   []byte
}

// Parse reads the text of a module.
func Parse(text string) (*Shader, error) {
	s := &Shader{types: map[string]*typ{}, globals: map[string]*global{}, slots: map[string]int{}, labels: map[string]int{}}
	lines := strings.Split(text, "\n")
	definitions := map[string][]string{}
	var body []string
	inside, found := false, false
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "; NumThreads=("):
			if _, err := fmt.Sscanf(line, "; NumThreads=(%d,%d,%d)", &s.threads[0], &s.threads[1], &s.threads[2]); err != nil {
				return nil, err
			}
		case strings.HasPrefix(line, "define "):
			if found {
				return nil, &UnsupportedError{"a second function"}
			}
			inside, found = true, true
		case inside && line == "}":
			inside = false
		case inside:
			body = append(body, line)
		case strings.HasPrefix(line, "%") || strings.HasPrefix(line, "@"):
			tokens := scan(line)
			if len(tokens) > 2 && tokens[1] == "=" {
				definitions[tokens[0]] = tokens[2:]
			}
		}
	}
	if !found {
		return nil, errors.New("no function is defined")
	}
	for name := range definitions {
		if name[0] == '%' {
			s.named(name, definitions)
		}
	}
	for _, line := range lines { // in order: the index of each
		if !strings.HasPrefix(line, "@") {
			continue
		}
		tokens := scan(line)
		if len(tokens) < 3 {
			continue
		}
		s.tokens = tokens[2:]
		g := &global{index: len(s.globals)}
		for len(s.tokens) > 0 && s.tokens[0] != "global" && s.tokens[0] != "constant" {
			if s.tokens[0] == "addrspace" {
				g.shared = true
			}
			s.tokens = s.tokens[1:]
		}
		s.next()
		t := s.typ()
		g.size = t.size()
		if next := s.peek(); next != "" && next != "," && !(g.shared && next == "undef") {
			g.init = s.constant(t, nil) // of shared memory, too: DXC makes a store that comes first one
		}
		s.globals[tokens[0]] = g
	}
	s.function(body)
	return s, s.err
}

// named defines a type of a name.
func (s *Shader) named(name string, definitions map[string][]string) *typ {
	if t := s.types[name]; t != nil {
		return t
	}
	t := &typ{kind: kindOther}
	s.types[name] = t
	tokens := definitions[name]
	if len(tokens) < 2 || tokens[0] != "type" || strings.HasPrefix(name, "%dx.types.") {
		return t
	}
	for _, other := range tokens {
		if other[0] == '%' {
			s.named(other, definitions)
		}
	}
	was := s.tokens
	s.tokens = tokens[1:]
	*t = *s.typ()
	s.tokens = was
	return t
}

// scan splits a line into tokens, without its comment.
func scan(line string) (tokens []string) {
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case c == ' ' || c == '\t':
			i++
		case c == ';' || c == '!':
			return tokens
		case strings.IndexByte("()[]{}<>,*=", c) >= 0:
			tokens = append(tokens, line[i:i+1])
			i++
		default:
			start := i
			for i < len(line) && strings.IndexByte(" \t()[]{}<>,*=;", line[i]) < 0 {
				if line[i] == '"' {
					for i++; i < len(line) && line[i] != '"'; i++ {
					}
				}
				i++
			}
			tokens = append(tokens, line[start:min(i, len(line))])
		}
	}
	return tokens
}

func (s *Shader) fail(err error) {
	if s.err == nil {
		s.err = err
	}
	s.tokens = nil
}

func (s *Shader) peek() string {
	if len(s.tokens) == 0 {
		return ""
	}
	return s.tokens[0]
}

func (s *Shader) next() string {
	t := s.peek()
	if t != "" {
		s.tokens = s.tokens[1:]
	}
	return t
}

func (s *Shader) take(token string) bool {
	if s.peek() != token {
		return false
	}
	s.next()
	return true
}

func (s *Shader) want(token string) {
	if !s.take(token) && s.err == nil {
		s.fail(fmt.Errorf("%q where %q should be", s.peek(), token))
	}
}

func (s *Shader) number() int {
	n, err := strconv.Atoi(s.next())
	if err != nil {
		s.fail(err)
	}
	return n
}

// typ reads a type.
func (s *Shader) typ() *typ {
	var t *typ
	switch name := s.next(); {
	case name == "void":
		t = &typ{}
	case name == "half":
		t = &typ{kind: kindFloat, bits: 16}
	case name == "float":
		t = &typ{kind: kindFloat, bits: 32}
	case name == "double":
		t = &typ{kind: kindFloat, bits: 64}
	case name == "[" || name == "<":
		t = &typ{kind: kindArray, n: s.number()}
		s.want("x")
		t.elem = s.typ()
		s.next()
	case name == "{":
		t = &typ{kind: kindStruct}
		for s.peek() != "}" && s.err == nil {
			t.list = append(t.list, s.typ())
			s.take(",")
		}
		s.next()
	case strings.HasPrefix(name, "%"):
		if t = s.types[name]; t == nil {
			t = &typ{kind: kindOther}
		}
	case strings.HasPrefix(name, "i"):
		n, err := strconv.Atoi(name[1:])
		if err != nil {
			s.fail(fmt.Errorf("the type %q", name))
		}
		t = &typ{kind: kindInt, bits: n}
	default:
		s.fail(fmt.Errorf("the type %q", name))
		t = &typ{}
	}
	for s.err == nil {
		if s.take("addrspace") {
			s.want("(")
			s.next()
			s.want(")")
		} else if !s.take("*") {
			break
		} else {
			t = &typ{kind: kindPointer, elem: t}
			continue
		}
		s.want("*")
		t = &typ{kind: kindPointer, elem: t}
	}
	return t
}

// constant appends a constant of a type to bytes.
func (s *Shader) constant(t *typ, b []byte) []byte {
	switch s.peek() {
	case "zeroinitializer":
		s.next()
		return append(b, make([]byte, t.size())...)
	case "undef":
		s.next()
		for range t.size() {
			b = append(b, 0xAA)
		}
		return b
	}
	switch t.kind {
	case kindArray:
		s.next()
		for range t.n {
			b = s.constant(s.typ(), b)
			s.take(",")
		}
		s.next()
		return b
	case kindStruct:
		s.next()
		start := len(b)
		for i, m := range t.list {
			b = append(b, make([]byte, start+t.offset(i)-len(b))...)
			s.typ()
			b = s.constant(m, b)
			s.take(",")
		}
		s.next()
		return append(b, make([]byte, start+t.size()-len(b))...)
	}
	v := s.scalar(t, s.next())
	for i := range t.size() {
		b = append(b, byte(v>>(8*i)))
	}
	return b
}

// scalar is the value of a literal.
func (s *Shader) scalar(t *typ, text string) uint64 {
	switch text {
	case "true":
		return 1
	case "false", "null", "zeroinitializer":
		return 0
	case "undef":
		return cut(undefined, t.bits)
	}
	if t.kind == kindInt {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			if u, err := strconv.ParseUint(text, 10, 64); err == nil {
				return u
			}
			s.fail(fmt.Errorf("the integer %q", text))
		}
		return cut(uint64(n), t.bits)
	}
	if hex, ok := strings.CutPrefix(text, "0xH"); ok {
		n, _ := strconv.ParseUint(hex, 16, 16)
		return n
	}
	var x float64
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		n, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			s.fail(err)
		}
		x = math.Float64frombits(n)
	} else {
		var err error
		if x, err = strconv.ParseFloat(text, 64); err != nil {
			s.fail(fmt.Errorf("the number %q", text))
		}
	}
	return fromFloat(x, t.bits)
}

func cut(n uint64, bits int) uint64 {
	if bits >= 64 || bits == 0 {
		return n
	}
	return n & (1<<bits - 1)
}

func signed(n uint64, bits int) int64 { return int64(n<<(64-bits)) >> (64 - bits) }

func fromFloat(x float64, bits int) uint64 {
	switch bits {
	case 16:
		return uint64(num.F16FromF64(x))
	case 32:
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

func toFloat(n uint64, bits int) float64 {
	switch bits {
	case 16:
		return float64(num.F16(n).F32())
	case 32:
		return float64(math.Float32frombits(uint32(n)))
	}
	return math.Float64frombits(n)
}
