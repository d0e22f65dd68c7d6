package wgsl

// This file does the alias analysis (section "Alias Analysis" of the WGSL
// specification): a call may not give a function two ways to the same memory, be
// it two pointers or a pointer and a variable of module scope, if the function
// writes through one of them.
//
// Functions are taken callees first. The analysis records for each the pointer parameters
// and the variables of module scope that it reads and writes, itself or in its callees.
// Only variables whose address is an argument somewhere matter, so only they are numbered
// and the sets are rows of bits. A body is not walked: the nodes of a tree lie operands
// first, and whether a view of memory is read follows from the kind of the node that uses
// it.

import (
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// memoryUse is the set of uses of memory.
type memoryUse uint8

const (
	reads memoryUse = 1 << iota
	writes
)

// aliases is the state of the analysis.
type aliases struct {
	number []uint32    // by module-scope declaration: 1 + the number of a variable whose address is passed
	rows   []uint64    // by function: the words of its read set, then those of its written set
	words  int         // of one set
	first  []uint32    // by function: where its parameters begin in params
	params []memoryUse // how a function uses what a parameter points to
	roots  []declID    // of the arguments of the call under check
}

// checkAliases reports the calls of the module that give away aliases.
func (c *checker) checkAliases() {
	if !c.pointerParams || len(c.calls) == 0 {
		return
	}
	a := &c.alias
	a.number = resized(a.number, int(c.moduleDecls))
	a.first = resized(a.first, len(c.m.Functions))
	count, passed := uint32(0), false
	params := 0
	for id := declID(1); id < c.moduleDecls; id++ {
		if c.decls[id].kind != declFunc {
			continue
		}
		a.first[c.decls[id].handle] = uint32(params)
		params += len(c.m.Func(ir.FuncID(c.decls[id].handle)).Args)
		for n := c.firstNode(id); n < c.decls[id].node; n++ {
			f := c.userCallee(n)
			if f == nil {
				continue
			}
			for i, arg := range c.t.Call(n).Args {
				if c.m.Types.At(f.Args[i].Type).Kind != ir.TypePointer {
					continue
				}
				passed = true
				if root := c.rootOf(arg); c.decls[root].kind == declGlobal && a.number[root] == 0 {
					count++
					a.number[root] = count
				}
			}
		}
	}
	if !passed {
		return
	}
	a.params = resized(a.params, params)
	a.words = int(count+63) / 64
	a.rows = resized(a.rows, 2*a.words*len(c.m.Functions))
	for _, f := range c.graph.order {
		c.aliasesIn(f, c.owner[f])
	}
}

// firstNode is the first node that may belong to a declaration of module scope.
func (c *checker) firstNode(id declID) syntax.Node { return c.decls[id-1].node + 1 }

// userCallee is the function that a node calls, or nil if it is no call of a
// user function.
func (c *checker) userCallee(n syntax.Node) *ir.Function {
	if c.t.Kind(n) != syntax.KindCall {
		return nil
	}
	if d := &c.decls[c.idents[c.t.Call(n).Callee]]; d.kind == declFunc {
		return c.m.Func(ir.FuncID(d.handle))
	}
	return nil
}

// row is a function's set of the variables that it reads, or writes.
func (a *aliases) row(f ir.FuncID, use memoryUse) []uint64 {
	i := 2 * a.words * int(f)
	if use == writes {
		i += a.words
	}
	return a.rows[i : i+a.words]
}

// uses reports whether a function uses a variable of module scope.
func (a *aliases) uses(f ir.FuncID, use memoryUse, root declID) bool {
	k := a.number[root] - 1
	return a.row(f, use)[k/64]>>(k%64)&1 != 0
}

// aliasesIn analyzes the body of a function.
func (c *checker) aliasesIn(f ir.FuncID, id declID) {
	for n := c.firstNode(id); n < c.decls[id].node; n++ {
		switch c.t.Kind(n) {
		case syntax.KindUnary:
			if u := c.t.Unary(n); u.Op != syntax.OpAddressOf && u.Op != syntax.OpDeref {
				c.readView(f, u.X)
			}
		case syntax.KindBinary:
			b := c.t.Binary(n)
			c.readView(f, b.Left)
			c.readView(f, b.Right)
		case syntax.KindIndex:
			c.readView(f, c.t.Index(n).Index)
		case syntax.KindCall:
			c.aliasesOfCall(f, n)
		case syntax.KindVar, syntax.KindLet:
			if v := c.t.Variable(n); v.Init != syntax.None {
				c.readView(f, v.Init)
			}
		case syntax.KindAssign:
			a := c.t.Assign(n)
			if c.t.Kind(a.Left) != syntax.KindPhony {
				use := writes
				if a.Op != syntax.OpNone {
					use |= reads
				}
				c.useView(f, a.Left, use)
			}
			c.readView(f, a.Right)
		case syntax.KindIncrement, syntax.KindDecrement:
			c.useView(f, c.t.Step(n).X, reads|writes)
		case syntax.KindIfClause:
			c.readView(f, c.t.IfClause(n).Cond)
		case syntax.KindSwitch:
			c.readView(f, c.t.Switch(n).Value)
		case syntax.KindBreakIf:
			c.readView(f, c.t.BreakIf(n).Cond)
		case syntax.KindFor:
			if cond := c.t.For(n).Cond; cond != syntax.None {
				c.readView(f, cond)
			}
		case syntax.KindWhile:
			c.readView(f, c.t.While(n).Cond)
		case syntax.KindReturn:
			if x := c.t.Return(n).X; x != syntax.None {
				c.readView(f, x)
			}
		}
	}
}

// readView records the load of an expression in the place of a value, if it is a reference.
func (c *checker) readView(f ir.FuncID, n syntax.Node) {
	switch n = c.t.Unparen(n); c.t.Kind(n) {
	case syntax.KindIdent:
		if k := c.decls[c.idents[n]].kind; k != declGlobal {
			return // a local variable, or a value, which may be a pointer
		}
	case syntax.KindUnary:
		if c.t.Unary(n).Op != syntax.OpDeref {
			return
		}
	case syntax.KindIndex, syntax.KindMember:
	default:
		return
	}
	c.useView(f, n, reads)
}

// useView records a use of the memory that an expression views.
func (c *checker) useView(f ir.FuncID, n syntax.Node, use memoryUse) {
	c.useRoot(f, c.rootOf(n), use)
}

func (c *checker) useRoot(f ir.FuncID, root declID, use memoryUse) {
	a := &c.alias
	switch d := &c.decls[root]; d.kind {
	case declParam:
		a.params[a.first[f]+d.handle] |= use
	case declGlobal:
		k := a.number[root]
		if k == 0 {
			return
		}
		k--
		for u := reads; u <= writes; u <<= 1 {
			if use&u != 0 {
				a.row(f, u)[k/64] |= 1 << (k % 64)
			}
		}
	}
}

// aliasesOfCall records the reads and writes of a call, and checks its arguments.
func (c *checker) aliasesOfCall(f ir.FuncID, n syntax.Node) {
	v := c.t.Call(n)
	callee := c.userCallee(n)
	if callee == nil {
		fn := c.builtinCallee(v.Callee)
		for i, arg := range v.Args {
			c.readView(f, arg)
			if i == 0 && fn != builtin.NoID {
				if use := builtinUse(fn); use != 0 {
					c.useView(f, arg, use)
				}
			}
		}
		return
	}
	a := &c.alias
	to := ir.FuncID(c.decls[c.idents[v.Callee]].handle)
	for u := reads; u <= writes; u <<= 1 {
		mine := a.row(f, u)
		for i, w := range a.row(to, u) {
			mine[i] |= w
		}
	}
	a.roots = a.roots[:0]
	for i, arg := range v.Args {
		var root declID
		if c.m.Types.At(callee.Args[i].Type).Kind == ir.TypePointer {
			root = c.rootOf(arg)
		} else {
			c.readView(f, arg)
		}
		a.roots = append(a.roots, root)
	}
	params := a.params[a.first[to]:]
	for i, root := range a.roots {
		if root == 0 {
			continue
		}
		use := params[i]
		if c.decls[root].kind == declGlobal && (use&writes != 0 && (a.uses(to, reads, root) || a.uses(to, writes, root)) || use&reads != 0 && a.uses(to, writes, root)) {
			c.aliasOfVariable(v.Args[i], root, callee, i, use, a.uses(to, writes, root))
		}
		for j := range i {
			if a.roots[j] == root && use != 0 && params[j] != 0 && (use|params[j])&writes != 0 {
				c.aliasOfArguments(v.Args, root, callee, j, i, params[j], use)
				break
			}
		}
	}
	// After the check, because the accesses of the arguments are no part of the callee's
	// own sets.
	for i, root := range a.roots {
		if root != 0 {
			c.useRoot(f, root, params[i])
		}
	}
}

// builtinCallee is the built-in function that a name of a callee means, or NoID.
func (c *checker) builtinCallee(callee syntax.Node) builtin.ID {
	if c.idents[callee] == 0 {
		if m := c.meaningOf(c.t.Ident(callee).Name); m != nil && m.isFn {
			return m.fn
		}
	}
	return builtin.NoID
}

// builtinUse is how a built-in function uses the memory of its first argument.
func builtinUse(fn builtin.ID) memoryUse {
	switch fn {
	case builtin.AtomicLoad, builtin.WorkgroupUniformLoad, builtin.CoopLoad, builtin.CoopLoadT:
		return reads
	case builtin.AtomicStore:
		return writes
	}
	if isAtomic(fn) || fn.Info().Needs == builtin.FeatureRayQuery {
		return reads | writes
	}
	return 0
}

// isAtomic reports whether a function operates on an atomic.
func isAtomic(fn builtin.ID) bool {
	return fn >= builtin.AtomicLoad && fn <= builtin.AtomicCompareExchangeWeak
}

var useNames = [...]string{"does not use", "reads", "writes", "reads and writes"}

func (u memoryUse) String() string { return useNames[u] }

// aliasOfArguments reports two arguments with the same root identifier.
func (c *checker) aliasOfArguments(args []syntax.Node, root declID, callee *ir.Function, i, j int, useI, useJ memoryUse) {
	name := c.t.Name(c.decls[root].name)
	d := c.errorf(codeAlias, c.t.Span(args[j]), "two arguments point into %q, and %q writes there", name, callee.Name)
	d.At("%q %s through %q", callee.Name, useJ, callee.Args[j].Name)
	d.Label(c.t.Span(args[i]), "%q %s through %q", callee.Name, useI, callee.Args[i].Name)
	d.Label(c.t.Primary(c.decls[root].node), "%q is declared here", name)
}

// aliasOfVariable reports an argument that points into a variable of module
// scope that the callee uses too.
func (c *checker) aliasOfVariable(arg syntax.Node, root declID, callee *ir.Function, i int, use memoryUse, written bool) {
	name := c.t.Name(c.decls[root].name)
	other := reads
	if written {
		other = writes
	}
	d := c.errorf(codeAlias, c.t.Span(arg), "the argument points into %q, which %q %s too", name, callee.Name, other)
	d.At("%q %s through %q", callee.Name, use, callee.Args[i].Name)
	d.Label(c.t.Primary(c.decls[root].node), "%q is declared here", name)
}
