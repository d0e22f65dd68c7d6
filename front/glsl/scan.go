package glsl

// This file looks at the tree once before it is walked, for facts that are needed early:
// which names functions other than main use, how large arrays without a size must be, which
// textures are compared with, and signs of the stage.

import (
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

type scan struct {
	c        *checker
	symbols  []symbolScan
	gen      uint32          // of the source under way
	named    []int           // of variables: those of the language that are named
	starts   []syntax.Node   // by item: the first of its nodes; one more at the end
	params   []paramName     // of functions
	passed   []passedName    // names that are arguments of functions
	needs    [numInputs]bool // by ir.BuiltIn: a function other than main needs the input
	atomics  bool            // there are atomic operations on images
	hints    [4]bool         // by stage
	demotes  bool            // there is a demote
	helper   bool            // something asks whether the invocation is a helper by now
	integers bool            // gl_FragCoord is declared with pixel_center_integer
	upper    bool            // and with origin_upper_left
	vulkan   bool            // a layout has what only Vulkan has
	rays     bool            // the ray of a ray query is read
	corners  bool            // the corners of intersected triangles are
}

// symbolScan has the known facts about a symbol.
type symbolScan struct {
	gen      uint32      // the source that this is of
	highest  uint32      // one more than the greatest index into it
	written  uint32      // the last function lowered in which something may write to it
	declared uint32      // the literal size that a declaration at global scope gives
	lastUse  syntax.Node // the last node that names it
	outside  bool        // a function other than main names it
	inMain   bool        // main names it
	depth    bool        // it is a texture that a shadow sampler is used with, or a sampler that compares
	plain    bool        // it is one that is used without comparison
	atomic   bool        // it is an image of atomic operations
}

// of is the scan's facts about a symbol. There are hundreds that the source doesn't name,
// so that they aren't cleared ahead of it.
func (s *scan) of(name syntax.Symbol) *symbolScan {
	x := &s.symbols[name]
	if x.gen != s.gen {
		*x = symbolScan{gen: s.gen}
	}
	return x
}

// start forgets the source before.
func (s *scan) start(symbols int) {
	if s.gen++; cap(s.symbols) < symbols || s.gen == 0 {
		s.symbols, s.gen = make([]symbolScan, symbols+symbols/4), 1
	}
	s.symbols = s.symbols[:symbols]
}

func (s *scan) run(c *checker) {
	t := c.t
	n := t.Interner().Len()
	s.c = c
	s.start(n)
	s.named = s.named[:0]
	s.starts, s.params, s.passed = s.starts[:0], s.params[:0], s.passed[:0]
	s.needs = [numInputs]bool{}
	s.atomics, s.hints, s.rays, s.corners = false, [4]bool{}, false, false
	s.demotes, s.helper, s.integers, s.upper, s.vulkan = false, false, false, false, false
	main := t.Interner().Lookup("main")
	next := syntax.Node(1)
	for _, item := range t.Items() {
		outside := false // nor is what main's prologue evaluates
		f := item
		if t.Kind(f) == syntax.KindAttributed {
			f = t.Attributed(f).X
		}
		if t.Kind(f) == syntax.KindFunction && t.Function(f).Name != main {
			outside = true
		}
		s.starts = append(s.starts, next)
		if t.Kind(item) == syntax.KindDeclaration {
			for _, dn := range t.Declaration(item).Declarators {
				v := t.Declarator(dn)
				if len(v.Dims) > 0 && v.Dims[0] != syntax.None && t.Kind(v.Dims[0]) == syntax.KindLiteral && v.Name != syntax.NoSymbol {
					s.of(v.Name).declared = uint32(min(t.Literal(v.Dims[0]).Bits, maxScalars))
				}
			}
		}
		if t.Kind(f) == syntax.KindFunction {
			v := t.Function(f)
			for k, p := range v.Params {
				if p := t.Param(p); p.Name != syntax.NoSymbol {
					s.params = append(s.params, paramName{v.Name, k, p.Name})
				}
			}
		}
		for ; next <= item; next++ {
			if scanned>>t.Kind(next)&1 != 0 {
				s.node(next, outside)
			}
		}
	}
	s.starts = append(s.starts, next)
	s.passDepth()
}

// numInputs is more than the greatest built-in that functions other than main need.
const numInputs = int(ir.BuiltInSubgroupInvocationID) + 1

// paramName is a parameter of a function.
type paramName struct {
	fn    syntax.Symbol
	index int
	name  syntax.Symbol
}

// passedName is a name that is an argument of a function.
type passedName struct {
	fn    syntax.Symbol
	index int
	name  syntax.Symbol
}

// passDepth marks textures and samplers that are passed to parameters that a shadow sampler
// is made of, and to those that a sampler without comparison is.
func (s *scan) passDepth() {
	for range 8 {
		changed := false
		for _, p := range s.params {
			depth, plain := s.of(p.name).depth, s.of(p.name).plain
			if !depth {
				continue
			}
			for _, a := range s.passed {
				if of := s.of(a.name); a.fn == p.fn && a.index == p.index && (!of.depth || plain && !of.plain) {
					of.depth, of.plain, changed = true, of.plain || plain, true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// mark notes the symbols that the nodes of an item write, as of a function under lowering.
func (s *scan) mark(item int, gen uint32) {
	t := s.c.t
	for n := s.starts[item-1]; n < s.starts[item]; n++ {
		switch t.Kind(n) {
		case syntax.KindAssign:
			s.writes(t.Assign(n).Left, gen)
		case syntax.KindUnary:
			if u := t.Unary(n); u.Op >= syntax.OpPreIncrement {
				s.writes(u.X, gen)
			}
		case syntax.KindCall:
			call := t.Call(n)
			if t.Kind(call.Callee) != syntax.KindIdent {
				continue
			}
			name := t.Ident(call.Callee)
			if m := meaningOf(name); m != nil && s.c.bind[name] == 0 && (m.ty != 0 || m.tex != 0 && !textureFunctions[m.tex-1].sparse || m.fn != 0 && !hasOut(int(m.fn-1))) {
				continue
			}
			for _, a := range call.Args {
				s.writes(a, gen)
			}
		}
	}
}

// scanned are the kinds of nodes that matter to a scan.
const scanned = 1<<syntax.KindIdent | 1<<syntax.KindIndex | 1<<syntax.KindCall |
	1<<syntax.KindDiscard | 1<<syntax.KindDemote | 1<<syntax.KindQualifier | 1<<syntax.KindLayoutID

func (s *scan) node(n syntax.Node, outside bool) {
	t := s.c.t
	switch t.Kind(n) {
	case syntax.KindIdent:
		name := t.Ident(n)
		s.name(name, outside).lastUse = n
		if m := meaningOf(name); m != nil && m.variable != 0 {
			v := &variables[m.variable-1]
			switch v.kind {
			case varComputed:
				if outside {
					s.needs[ir.BuiltInSubgroupInvocationID], s.needs[ir.BuiltInSubgroupSize] = true, true
				}
			case varInput, varOutput, varFragColor, varWorkgroup:
				for stage := ir.StageVertex; stage <= ir.StageCompute; stage++ {
					if v.stages == 1<<stage {
						s.hints[stage] = true
					}
				}
			}
		}
	case syntax.KindIndex:
		x := t.Index(n)
		base := t.Unparen(x.X)
		if t.Kind(base) == syntax.KindMember {
			if name := t.Member(base).Name; int(name) < len(s.symbols) {
				s.indexed(name, x.Index)
			}
			return
		}
		if t.Kind(base) == syntax.KindIdent {
			s.indexed(t.Ident(base), x.Index)
		}
	case syntax.KindCall:
		s.call(n, outside)
	case syntax.KindDiscard, syntax.KindDemote:
		s.demotes = s.demotes || t.Kind(n) == syntax.KindDemote
		s.hints[ir.StageFragment] = true
	case syntax.KindQualifier:
		switch t.Qualifier(n).Kind {
		case syntax.QualAttribute:
			s.hints[ir.StageVertex] = true
		case syntax.QualShared:
			s.hints[ir.StageCompute] = true
		case syntax.QualPrecise:
			s.c.precise = true
		}
	case syntax.KindLayoutID:
		switch name := t.Name(t.LayoutID(n).Name); name {
		case "local_size_x", "local_size_y", "local_size_z", "local_size_x_id", "local_size_y_id", "local_size_z_id":
			s.hints[ir.StageCompute] = true
		case "early_fragment_tests", "origin_upper_left", "pixel_center_integer", "depth_any", "depth_greater", "depth_less", "depth_unchanged", "input_attachment_index":
			s.hints[ir.StageFragment] = true
			s.integers = s.integers || name == "pixel_center_integer"
			s.upper = s.upper || name == "origin_upper_left"
		case "set", "push_constant":
			s.vulkan = true
		}
	}
}

// name notes that main or another function names a symbol.
func (s *scan) name(name syntax.Symbol, outside bool) *symbolScan {
	x := s.of(name)
	if !x.outside && !x.inMain {
		if m := meaningOf(name); m != nil && m.variable != 0 {
			s.named = append(s.named, int(m.variable-1))
		}
	}
	if outside {
		x.outside = true
	} else {
		x.inMain = true
	}
	return x
}

func (s *scan) indexed(name syntax.Symbol, index syntax.Node) {
	t := s.c.t
	index = t.Unparen(index)
	if t.Kind(index) != syntax.KindLiteral {
		return
	}
	if l := t.Literal(index); l.Kind == pp.LitInt || l.Kind == pp.LitUint {
		x := s.of(name)
		x.highest = max(x.highest, uint32(min(l.Bits, 1<<20))+1)
	}
}

// writes notes that the variable of an expression may be written.
func (s *scan) writes(n syntax.Node, gen uint32) {
	t := s.c.t
	for {
		switch t.Kind(n) {
		case syntax.KindParen:
			n = t.Paren(n)
		case syntax.KindIndex:
			n = t.Index(n).X
		case syntax.KindMember:
			n = t.Member(n).X
		case syntax.KindIdent:
			s.of(t.Ident(n)).written = gen
			return
		default:
			return
		}
	}
}

// atomicImage notes the image of an atomic operation, or the array that it is an element of.
func (s *scan) atomicImage(args []syntax.Node) {
	t := s.c.t
	if len(args) == 0 {
		return
	}
	x := t.Unparen(args[0])
	for t.Kind(x) == syntax.KindIndex {
		x = t.Unparen(t.Index(x).X)
	}
	if t.Kind(x) == syntax.KindIdent {
		s.of(t.Ident(x)).atomic = true
	}
}

// array is the array whose element an expression is, or the expression itself.
func (s *scan) array(n syntax.Node) syntax.Node {
	t := s.c.t
	for n = t.Unparen(n); ; n = t.Unparen(n) {
		switch {
		case t.Kind(n) == syntax.KindIndex:
			n = t.Index(n).X
		case s.c.isNonUniform(n) && len(t.Call(n).Args) == 1:
			n = t.Call(n).Args[0]
		default:
			return n
		}
	}
}

func (s *scan) call(n syntax.Node, outside bool) {
	t := s.c.t
	call := t.Call(n)
	if t.Kind(call.Callee) != syntax.KindIdent {
		return
	}
	m := meaningOf(t.Ident(call.Callee))
	if m != nil && m.ty != 0 {
		o := typeNames[m.ty-1].opq
		for k := 0; k < len(call.Args) && k < 2 && o.kind == opaqueSampler; k++ { // a texture and a sampler
			if x := s.array(call.Args[k]); t.Kind(x) == syntax.KindIdent {
				of := s.of(t.Ident(x))
				of.depth, of.plain = of.depth || o.shadow, of.plain || !o.shadow
			}
		}
		return
	}
	if m != nil && m.mem != 0 {
		if f := &memoryFunctions[m.mem-1]; f.op == memRay {
			s.rays, s.corners = s.rays || asksRay(f.code), s.corners || f.code == rayCorners
		}
		if memoryFunctions[m.mem-1].image && memoryFunctions[m.mem-1].atomic {
			s.atomics = true
			s.atomicImage(call.Args)
		}
	}
	if m != nil && (m.tex != 0 || m.fn != 0 && !hasOut(int(m.fn-1))) {
		if m.fn != 0 {
			switch functions[functionRows[m.fn-1].first].low {
			case lowDpdx, lowDpdy, lowFwidth:
				s.hints[ir.StageFragment] = true
			case lowFtransform:
				s.hints[ir.StageVertex] = true
				for _, name := range ftransformNames {
					s.name(symbolOf(name), outside)
				}
			case lowHelper:
				s.helper = true
				s.needs[ir.BuiltInHelperInvocation] = s.needs[ir.BuiltInHelperInvocation] || outside
			case lowInverseBallot, lowBallotInclusive, lowBallotExclusive:
				s.needs[ir.BuiltInSubgroupInvocationID] = s.needs[ir.BuiltInSubgroupInvocationID] || outside
			}
		}
		return
	}
	for k, a := range call.Args {
		if x := t.Unparen(a); t.Kind(x) == syntax.KindIdent {
			s.passed = append(s.passed, passedName{t.Ident(call.Callee), k, t.Ident(x)})
		}
	}
}

// hasOut reports whether a built-in function has a parameter that is out.
func hasOut(fn int) bool { return functionRows[fn].out }

// stage guesses the stage from the signs.
func (s *scan) stage() ir.Stage {
	switch {
	case s.hints[ir.StageCompute]:
		return ir.StageCompute
	case s.hints[ir.StageVertex]:
		return ir.StageVertex
	}
	return ir.StageFragment
}
