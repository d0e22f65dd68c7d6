package dxil

// This file reads the function: instructions become closures.

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

var (
	commentLabel = regexp.MustCompile(`^; <label>:(\d+)`)
	nameLabel    = regexp.MustCompile(`^([\w.$-]+|"[^"]*"):`)
)

// function reads the lines of the function.
func (s *Shader) function(lines []string) {
	s.blocks = []block{{}}
	s.labels["%0"] = 0
	var at []int // by line: the block
	for _, line := range lines {
		name := ""
		if m := commentLabel.FindStringSubmatch(line); m != nil {
			name = m[1]
		} else if m := nameLabel.FindStringSubmatch(line); m != nil {
			name = m[1]
		}
		if name != "" {
			if len(at) > 0 { // the first block may have a name
				s.blocks = append(s.blocks, block{})
			}
			s.labels["%"+name] = len(s.blocks) - 1
			at = append(at, -1)
			continue
		}
		at = append(at, len(s.blocks)-1)
	}
	for i, line := range lines {
		if at[i] < 0 || s.err != nil {
			continue
		}
		if s.tokens = scan(line); len(s.tokens) > 0 {
			if line[len(line)-1] == '[' { // a switch goes on
				for _, more := range lines[i+1:] {
					part := scan(more)
					s.tokens = append(s.tokens, part...)
					if len(part) > 0 && part[0] == "]" {
						break
					}
				}
			} else if s.tokens[0] == "]" || len(s.tokens) == 5 && s.tokens[3] == "label" {
				continue // of a switch
			}
			s.instruction(&s.blocks[at[i]])
			if s.err != nil {
				s.err = fmt.Errorf("%w: %s", s.err, strings.TrimSpace(line))
			}
		}
	}
}

func (s *Shader) slot(name string) int {
	n, ok := s.slots[name]
	if !ok {
		n = len(s.slots)
		s.slots[name] = n
	}
	return n
}

// operand reads a value of a type.
func (s *Shader) operand(t *typ) operand {
	name := s.peek()
	switch {
	case strings.HasPrefix(name, "%"):
		slot := s.slot(s.next())
		return func(t *thread) value { return t.values[slot] }
	case strings.HasPrefix(name, "@"):
		g := s.globals[s.next()]
		if g == nil {
			s.fail(&UnsupportedError{"the global " + name})
			return nil
		}
		return func(t *thread) value { return value{mem: t.globals[g.index]} }
	case name == "getelementptr":
		s.next()
		s.take("inbounds")
		s.want("(")
		v := s.elementPointer()
		s.want(")")
		return v
	case name == "bitcast":
		s.next()
		s.want("(")
		v := s.typed()
		s.want("to")
		s.typ()
		s.want(")")
		return v
	case name == "{":
		s.next()
		var list []operand
		for s.peek() != "}" && s.err == nil {
			list = append(list, s.typed())
			s.take(",")
		}
		s.next()
		return func(t *thread) value {
			v := value{agg: make([]uint64, len(list))}
			for i, o := range list {
				v.agg[i] = o(t).n
			}
			return v
		}
	}
	if t.kind == kindOther || t.kind == kindStruct || t.kind == kindArray {
		s.next()
		return func(*thread) value { return value{agg: make([]uint64, 8)} }
	}
	n := s.scalar(t, s.next())
	return func(*thread) value { return value{n: n} }
}

// typed reads a type and a value of it.
func (s *Shader) typed() operand { return s.operand(s.typ()) }

// elementPointer reads the operands of getelementptr.
func (s *Shader) elementPointer() operand {
	t := s.typ()
	s.want(",")
	s.typ()
	base := s.operand(&typ{kind: kindPointer})
	type step struct {
		index  operand
		stride int64
		offset int64
	}
	var steps []step
	for first := true; s.take(","); first = false {
		it := s.typ()
		index := s.operand(it)
		bits := it.bits
		at := func(t *thread) value { return value{n: uint64(signed(index(t).n, bits))} }
		switch {
		case first:
			steps = append(steps, step{at, int64(t.size()), 0})
		case t.kind == kindArray:
			t = t.elem
			steps = append(steps, step{at, int64(t.size()), 0})
		case t.kind == kindStruct:
			i := int(index(nil).n)
			steps = append(steps, step{nil, 0, int64(t.offset(i))})
			t = t.list[i]
		default:
			s.fail(&UnsupportedError{"a part of a scalar"})
			return nil
		}
	}
	return func(t *thread) value {
		v := base(t)
		for i := range steps {
			if p := &steps[i]; p.index == nil {
				v.n += uint64(p.offset)
			} else {
				v.n += p.index(t).n * uint64(p.stride)
			}
		}
		return v
	}
}

// skipFlags skips the flags for optimizers of an operation.
func (s *Shader) skipFlags() {
	for {
		switch s.peek() {
		case "fast", "nnan", "ninf", "nsz", "arcp", "nuw", "nsw", "exact", "inbounds", "volatile", "tail", "notail", "musttail":
			s.next()
		default:
			return
		}
	}
}

// instruction reads one into a block.
func (s *Shader) instruction(b *block) {
	slot := -1
	if strings.HasPrefix(s.peek(), "%") {
		slot = s.slot(s.next())
		s.want("=")
	}
	set := func(what operand) {
		b.insts = append(b.insts, inst{func(t *thread) int { t.values[slot] = what(t); return following }})
	}
	name := s.next()
	if name == "tail" {
		name = s.next()
	}
	s.skipFlags()
	if s.control(name, b) || s.memory(name, b, set) {
		return
	}
	switch name {
	case "phi":
		t := s.typ()
		p := phi{slot: slot}
		for {
			s.want("[")
			p.what = append(p.what, s.operand(t))
			s.want(",")
			p.from = append(p.from, s.label())
			s.want("]")
			if !s.take(",") {
				break
			}
		}
		b.phis = append(b.phis, p)
	case "getelementptr":
		set(s.elementPointer())
	case "select":
		condition := s.typed()
		s.want(",")
		yes := s.typed()
		s.want(",")
		no := s.typed()
		set(func(t *thread) value {
			if condition(t).n&1 != 0 {
				return yes(t)
			}
			return no(t)
		})
	case "extractvalue":
		from := s.typed()
		s.want(",")
		i := s.number()
		set(func(t *thread) value { return value{n: from(t).agg[i]} })
	case "icmp", "fcmp":
		how := s.next()
		t := s.typ()
		left := s.operand(t)
		s.want(",")
		right := s.operand(t)
		test := compare(how, t.bits, name == "fcmp")
		if test == nil {
			s.fail(&UnsupportedError{name + " " + how})
			return
		}
		set(func(t *thread) value {
			if test(left(t).n, right(t).n) {
				return value{n: 1}
			}
			return value{}
		})
	case "call":
		s.typ()
		do := s.call()
		if do == nil {
			return
		}
		b.insts = append(b.insts, inst{func(t *thread) int {
			v := do(t)
			if slot >= 0 {
				t.values[slot] = v
			}
			return t.state()
		}})
	default:
		t := s.typ()
		left := s.operand(t)
		if f := conversions[name]; f != nil {
			s.want("to")
			to := s.typ()
			if t.kind == kindPointer {
				set(left)
				return
			}
			in, out := t.bits, to.bits
			set(func(t *thread) value { return value{n: cut(f(left(t).n, in, out), out)} })
			return
		}
		s.want(",")
		right := s.operand(t)
		f := operations[name]
		if f == nil {
			s.fail(&UnsupportedError{name})
			return
		}
		bits := t.bits
		set(func(t *thread) value { return value{n: cut(f(left(t).n, right(t).n, bits), bits)} })
	}
}

// control reads an instruction that ends a block, if it is one.
func (s *Shader) control(name string, b *block) bool {
	switch name {
	case "ret":
		b.insts = append(b.insts, inst{func(*thread) int { return leaves }})
	case "unreachable":
		b.insts = append(b.insts, inst{func(t *thread) int { t.err = fmt.Errorf("reached what can't be"); return fails }})
	case "br":
		if s.take("label") {
			to := s.label()
			b.insts = append(b.insts, inst{func(*thread) int { return to }})
			break
		}
		condition := s.typed()
		s.want(",")
		s.want("label")
		yes := s.label()
		s.want(",")
		s.want("label")
		no := s.label()
		b.insts = append(b.insts, inst{func(t *thread) int {
			if condition(t).n&1 != 0 {
				return yes
			}
			return no
		}})
	case "switch":
		selector := s.typed()
		s.want(",")
		s.want("label")
		other := s.label()
		cases := map[uint64]int{}
		s.want("[")
		for !s.take("]") && s.err == nil {
			t := s.typ()
			n := s.scalar(t, s.next())
			s.want(",")
			s.want("label")
			cases[n] = s.label()
		}
		b.insts = append(b.insts, inst{func(t *thread) int {
			if to, ok := cases[selector(t).n]; ok {
				return to
			}
			return other
		}})
	default:
		return false
	}
	return true
}

// memory reads an instruction that makes or accesses memory, if it is one.
func (s *Shader) memory(name string, b *block, set func(operand)) bool {
	switch name {
	case "alloca":
		size := s.typ().size()
		set(func(*thread) value {
			mem := make([]byte, size)
			for i := range mem {
				mem[i] = 0xAA
			}
			return value{mem: mem}
		})
	case "load":
		t := s.typ()
		s.want(",")
		from := s.typed()
		size, bits := t.size(), t.bits
		set(func(t *thread) value {
			n := t.load(from(t), size)
			return value{n: cut(n, bits)}
		})
	case "store":
		t := s.typ()
		what := s.operand(t)
		s.want(",")
		to := s.typed()
		size := t.size()
		b.insts = append(b.insts, inst{func(t *thread) int { t.store(to(t), what(t).n, size); return t.state() }})
	case "atomicrmw":
		op := s.next()
		pointer := s.typed()
		s.want(",")
		t := s.typ()
		what := s.operand(t)
		change := atomics[op]
		if change == nil {
			s.fail(&UnsupportedError{"atomicrmw " + op})
			break
		}
		bits := t.bits
		set(func(t *thread) value {
			p := pointer(t)
			old := cut(t.load(p, bits/8), bits)
			t.store(p, change(old, what(t).n, bits), bits/8)
			return value{n: old}
		})
	case "cmpxchg":
		pointer := s.typed()
		s.want(",")
		t := s.typ()
		expected := s.operand(t)
		s.want(",")
		s.typ()
		fresh := s.operand(t)
		bits := t.bits
		set(func(t *thread) value {
			p := pointer(t)
			old := cut(t.load(p, bits/8), bits)
			v := value{agg: []uint64{old, 0}}
			if old == expected(t).n {
				t.store(p, fresh(t).n, bits/8)
				v.agg[1] = 1
			}
			return v
		})
	default:
		return false
	}
	return true
}

func (s *Shader) label() int {
	name := s.next()
	n, ok := s.labels[name]
	if !ok {
		s.fail(fmt.Errorf("no block %s", name))
	}
	return n
}

func floats(f func(x, y float64) float64) func(x, y uint64, bits int) uint64 {
	return func(x, y uint64, bits int) uint64 { return fromFloat(f(toFloat(x, bits), toFloat(y, bits)), bits) }
}

// operations are the operations of two operands.
var operations = map[string]func(x, y uint64, bits int) uint64{
	"add": func(x, y uint64, _ int) uint64 { return x + y },
	"sub": func(x, y uint64, _ int) uint64 { return x - y },
	"mul": func(x, y uint64, _ int) uint64 { return x * y },
	"and": func(x, y uint64, _ int) uint64 { return x & y },
	"or":  func(x, y uint64, _ int) uint64 { return x | y },
	"xor": func(x, y uint64, _ int) uint64 { return x ^ y },
	"shl": func(x, y uint64, bits int) uint64 { return x << (y & uint64(bits-1)) },
	"lshr": func(x, y uint64, bits int) uint64 {
		return x >> (y & uint64(bits-1))
	},
	"ashr": func(x, y uint64, bits int) uint64 { return uint64(signed(x, bits) >> (y & uint64(bits-1))) },
	"udiv": func(x, y uint64, _ int) uint64 {
		if y == 0 {
			return undefined
		}
		return x / y
	},
	"urem": func(x, y uint64, _ int) uint64 {
		if y == 0 {
			return undefined
		}
		return x % y
	},
	"sdiv": func(x, y uint64, bits int) uint64 {
		if a, b := signed(x, bits), signed(y, bits); b != 0 && (b != -1 || a != math.MinInt64>>(64-bits)) {
			return uint64(a / b)
		}
		return undefined
	},
	"srem": func(x, y uint64, bits int) uint64 {
		if a, b := signed(x, bits), signed(y, bits); b != 0 && (b != -1 || a != math.MinInt64>>(64-bits)) {
			return uint64(a % b)
		}
		return undefined
	},
	"fadd": floats(func(x, y float64) float64 { return x + y }),
	"fsub": floats(func(x, y float64) float64 { return x - y }),
	"fmul": floats(func(x, y float64) float64 { return x * y }),
	"fdiv": floats(func(x, y float64) float64 { return x / y }),
	"frem": floats(math.Mod),
}

// conversions are the conversions of an operand of some bits to some others.
var conversions = map[string]func(x uint64, in, out int) uint64{
	"trunc":   func(x uint64, _, _ int) uint64 { return x },
	"zext":    func(x uint64, _, _ int) uint64 { return x },
	"bitcast": func(x uint64, _, _ int) uint64 { return x },
	"sext":    func(x uint64, in, _ int) uint64 { return uint64(signed(x, in)) },
	"fptrunc": func(x uint64, in, out int) uint64 { return fromFloat(toFloat(x, in), out) },
	"fpext":   func(x uint64, in, out int) uint64 { return fromFloat(toFloat(x, in), out) },
	"uitofp": func(x uint64, _, out int) uint64 {
		if out == 32 {
			return uint64(math.Float32bits(float32(x)))
		}
		return fromFloat(float64(x), out)
	},
	"sitofp": func(x uint64, in, out int) uint64 {
		if out == 32 {
			return uint64(math.Float32bits(float32(signed(x, in))))
		}
		return fromFloat(float64(signed(x, in)), out)
	},
	"fptoui": func(x uint64, in, out int) uint64 {
		if f := math.Trunc(toFloat(x, in)); f >= 0 && f < math.Ldexp(1, out) {
			return uint64(f)
		}
		return undefined
	},
	"fptosi": func(x uint64, in, out int) uint64 {
		if f := math.Trunc(toFloat(x, in)); f >= -math.Ldexp(1, out-1) && f < math.Ldexp(1, out-1) {
			return uint64(int64(f))
		}
		return undefined
	},
}

// compare is the test of a comparison, or nil.
func compare(how string, bits int, float bool) func(x, y uint64) bool {
	if float {
		test := map[string]func(x, y float64) bool{
			"eq": func(x, y float64) bool { return x == y }, "lt": func(x, y float64) bool { return x < y },
			"le": func(x, y float64) bool { return x <= y }, "gt": func(x, y float64) bool { return x > y },
			"ge": func(x, y float64) bool { return x >= y }, "ne": func(x, y float64) bool { return x < y || x > y },
		}[how[1:]]
		switch {
		case how == "ord" || how == "uno":
			return func(x, y uint64) bool {
				return (math.IsNaN(toFloat(x, bits)) || math.IsNaN(toFloat(y, bits))) == (how == "uno")
			}
		case test == nil:
			return nil
		}
		unordered := how[0] == 'u'
		return func(x, y uint64) bool {
			a, b := toFloat(x, bits), toFloat(y, bits)
			if math.IsNaN(a) || math.IsNaN(b) {
				return unordered
			}
			return test(a, b)
		}
	}
	switch how {
	case "eq":
		return func(x, y uint64) bool { return x == y }
	case "ne":
		return func(x, y uint64) bool { return x != y }
	case "ult":
		return func(x, y uint64) bool { return x < y }
	case "ule":
		return func(x, y uint64) bool { return x <= y }
	case "ugt":
		return func(x, y uint64) bool { return x > y }
	case "uge":
		return func(x, y uint64) bool { return x >= y }
	case "slt":
		return func(x, y uint64) bool { return signed(x, bits) < signed(y, bits) }
	case "sle":
		return func(x, y uint64) bool { return signed(x, bits) <= signed(y, bits) }
	case "sgt":
		return func(x, y uint64) bool { return signed(x, bits) > signed(y, bits) }
	case "sge":
		return func(x, y uint64) bool { return signed(x, bits) >= signed(y, bits) }
	}
	return nil
}

// atomics are the values that atomic operations store.
var atomics = map[string]func(old, x uint64, bits int) uint64{
	"add": func(old, x uint64, _ int) uint64 { return old + x },
	"sub": func(old, x uint64, _ int) uint64 { return old - x },
	"and": func(old, x uint64, _ int) uint64 { return old & x },
	"or":  func(old, x uint64, _ int) uint64 { return old | x },
	"xor": func(old, x uint64, _ int) uint64 { return old ^ x },
	"min": func(old, x uint64, bits int) uint64 { return uint64(min(signed(old, bits), signed(x, bits))) },
	"max": func(old, x uint64, bits int) uint64 { return uint64(max(signed(old, bits), signed(x, bits))) },
	"umin": func(old, x uint64, _ int) uint64 {
		return min(old, x)
	},
	"umax": func(old, x uint64, _ int) uint64 { return max(old, x) },
	"xchg": func(_, x uint64, _ int) uint64 { return x },
}
