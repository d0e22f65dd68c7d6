package kage_test

// This file compares verdicts about random programs in which tokens are exchanged for others of
// their class.

import (
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/front/kage"
	"refract/internal/kagegen"
	"refract/internal/kagetest"
	"refract/internal/sweep"
)

// A piece is a token of a source.
type piece struct {
	kind       token.Token
	start, end int
}

// pieces scans a source.
func pieces(src string) (list []piece) {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), nil, 0)
	for {
		at, kind, text := s.Scan()
		switch {
		case kind == token.EOF:
			return list
		case kind == token.SEMICOLON && text == "\n":
			continue
		case text == "":
			text = kind.String()
		}
		list = append(list, piece{kind, file.Offset(at), file.Offset(at) + len(text)})
	}
}

// classOf is the class of tokens that can stand for each other; 0: it has none.
func classOf(t token.Token) int {
	switch {
	case t == token.IDENT:
		return 1
	case t == token.INT, t == token.FLOAT:
		return 2
	case t >= token.ADD && t <= token.AND_NOT, t == token.LAND, t == token.LOR, t >= token.EQL && t <= token.GTR, t >= token.NEQ && t <= token.GEQ:
		return 3
	case t >= token.ADD_ASSIGN && t <= token.AND_NOT_ASSIGN, t == token.ASSIGN, t == token.DEFINE:
		return 4
	case t == token.INC, t == token.DEC:
		return 5
	}
	return 0
}

var replacements = [...]string{
	1: "int float vec2 vec3 vec4 ivec2 ivec3 mat2 mat3 bool true false _ sin min max clamp mix length dot cross abs xy x zyx rgba len discard frontfacing Four Half Big U0 U1 imageSrc0At imageDstSize f transpose step mod color at pos",
	2: "0 1 2 3 -1 1.5 2.0 1e3 0x10 100 float(1) int(1) true vec2(1) ivec2(2) at pos at.x pos.x",
	3: "+ - * / % & | ^ << >> &^ && || == != < <= > >=",
	4: "= += -= *= /= %= := <<= &= &^=",
	5: "++ --",
}

// mutant is the program of a seed with one or two tokens exchanged.
func mutant(random *rand.Rand, seed uint64) string {
	src := kagegen.Program(seed)
	for range 1 + random.IntN(2) {
		list := pieces(src)
		p := list[random.IntN(len(list))]
		class := classOf(p.kind)
		if class == 0 {
			continue
		}
		words := strings.Fields(replacements[class])
		word := words[random.IntN(len(words))]
		if other := list[random.IntN(len(list))]; class == 1 && other.kind == token.IDENT {
			word = src[other.start:other.end]
		}
		src = src[:p.start] + word + src[p.end:]
	}
	return src
}

// faults are messages of programs that Ebitengine accepts, with its mistake.
var faults = [...][2]string{
	{"an element is a", "the types of an array's elements aren't checked"},
	{"an index is an int", "the type of an index isn't checked"},
	{"a uniform can't be assigned to", "part of a uniform is assigned to by an operator"},
	{"nothing can be assigned to this expression", "a value that is no variable is assigned to"},
	{"a function is no value", "a function is assigned to _"},
	{"division by zero", "an integer is divided by the constant 0"},
	{"does not fit in", "a constant has more than 32 bits"},
	{"is a name of Ebitengine's", "a constant has the name of one of its functions"},
	{"takes no bool and bool", "an operator has bools"},
	{"the operator - takes no bool", "an operator has a bool"},
	{"takes no (float", "an ivec is made of a constant that is no integer"},
	{"name one of them twice", "a component is assigned to twice"},
	{"calls itself", "a function calls itself"},
	{"is declared twice", "a constant, a uniform and a function share a name"},
	{"stands in a loop", "a break stands outside of a loop"},
}

// TestVerdicts compares verdicts. Ebitengine's mistakes are counted by their kind.
func TestVerdicts(t *testing.T) {
	sweep.Only(t)
	compiler := kagetest.Start(t)
	random := rand.New(rand.NewPCG(1, 2))
	total, accepted, agree := 0, 0, 0
	reasons := map[string]int{}
	for i := range uint64(sweep.Sample(3000)) {
		src := mutant(random, i%400)
		r := compiler.Compile(src, false)
		_, err := read(src, &kage.Options{})
		total++
		if r.OK {
			accepted++
		}
		if r.OK == (err == nil) {
			agree++
			continue
		}
		reason := ""
		switch {
		case strings.HasPrefix(r.Error, "panic"):
			reason = "the compiler panics"
		case err == nil && strings.Contains(r.Error, "types don't match") && strings.Contains(src, "1e3"):
			reason = "a typed integer divided by 1e3 is no integer"
		case err != nil:
			for _, f := range faults {
				if strings.Contains(err.Error(), f[0]) {
					reason = f[1]
					break
				}
			}
		}
		if reason == "" {
			t.Errorf("Ebitengine: %v %s, here: %v\n%s", r.OK, r.Error, err, src)
		}
		reasons[reason]++
	}
	t.Logf("%d programs, of which Ebitengine accepts %d; %d agree (%.2f%%)", total, accepted, agree, 100*float64(agree)/float64(total))
	for reason, n := range reasons {
		t.Logf("%d differ: %s", n, reason)
	}
}
