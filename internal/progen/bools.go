package progen

// This file makes expressions of bools and vectors of them.

// boolean is an operation that gives bools.
func (g *gen) boolean(t *typ, depth int) val {
	n := t.width()
	switch g.r.weighted(50, 20, 10, 10, 10, 8) {
	case 0:
		return g.comparison(n, depth)
	case 1:
		if n == 0 {
			a, b := g.expr(t, depth-1), g.varying(t, depth-1)
			switch {
			case g.o.Wide && g.r.percent(20): // what decides early, whatever is called on the right
				a = val{s: one(g.r, []string{"true", "false", "(1 < 2)", "(z_none > 0u)"}), prec: precUnary}
			case a.fixed:
				a = g.anchor(t)
			}
			return chain(a, one(g.r, []string{"&&", "||"}), b, precLogical)
		}
	case 2:
		return unary("!", g.varying(t, depth-1))
	case 3:
		a, b := g.pair(t, t, depth)
		return chain(a, one(g.r, []string{"&", "|"}), b, precBits)
	case 4:
		if n == 0 {
			v := g.varying(g.vector(g.bool, g.r.between(2, 4)), depth-1)
			return val{s: one(g.r, []string{"any", "all"}) + "(" + v.s + ")", prec: precUnary}
		}
	case 5:
		from := one(g.r, []*typ{g.i32, g.u32, g.bool})
		if g.swarm.floats && g.r.percent(30) {
			from = g.f32
		}
		return val{s: t.name + "(" + g.varying(g.vector(from, n), depth-1).s + ")", prec: precUnary}
	}
	return g.leaf(t)
}

// comparison compares scalars, or vectors component by component.
func (g *gen) comparison(n, depth int) val {
	operands := []*typ{g.i32, g.u32, g.i32, g.u32}
	if g.swarm.floats {
		operands = append(operands, g.f32, g.f32)
	}
	if g.swarm.halves {
		operands = append(operands, g.f16)
	}
	ops := []string{"<", "<=", ">", ">=", "==", "!="}
	if g.swarm.bools && g.r.percent(10) {
		operands, ops = []*typ{g.bool}, ops[4:]
	}
	t := g.vector(one(g.r, operands), n)
	a, b := g.pair(t, t, depth)
	op := one(g.r, ops)
	v := val{s: a.at(precShift+1) + " " + op + " " + b.at(precShift+1), prec: precRelation}
	if op == "<" || op == ">" || op == ">=" {
		v.s, v.prec = "("+v.s+")", precUnary // else a < may seem to open a template list
	}
	return v
}
