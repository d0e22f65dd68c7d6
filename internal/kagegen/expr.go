package kagegen

// This file makes expressions.

import (
	"fmt"
	"strings"
)

// expr is an expression of a type.
func (g *gen) expr(t string, depth int) string {
	if depth <= 0 || g.r.n(5) == 0 {
		return g.leaf(t)
	}
	if strings.HasPrefix(t, "[") {
		return g.leaf(t)
	}
	if g.r.n(8) == 0 {
		for _, f := range g.funcs {
			if len(f.results) == 1 && f.results[0] == t {
				return g.call(f)
			}
		}
	}
	switch {
	case t == "bool":
		return g.boolean(depth)
	case t == "int":
		return g.integer(depth)
	case strings.HasPrefix(t, "ivec"):
		return g.vector(t, "int", depth)
	case strings.HasPrefix(t, "vec"):
		return g.vector(t, "float", depth)
	}
	return g.float(depth)
}

// leaf is a variable, a part of one, or a literal.
func (g *gen) leaf(t string) string {
	var list []string
	for _, v := range g.vars {
		switch {
		case v.t == t:
			list = append(list, v.name, v.name)
		case v.t == "[3]"+t:
			list = append(list, v.name+"["+fmt.Sprint(g.r.n(3))+"]")
			for _, i := range g.vars {
				if i.t == "int" && g.r.n(4) == 0 {
					list = append(list, fmt.Sprintf("%s[clamp(%s, 0, len(%s)-1)]", v.name, i.name, v.name))
					break
				}
			}
		case v.t == "[2]"+t:
			list = append(list, v.name+"["+fmt.Sprint(g.r.n(2))+"]")
		case strings.HasPrefix(v.t, "mat") && t == "vec"+v.t[3:]:
			list = append(list, v.name+"["+fmt.Sprint(g.r.n(int(v.t[3]-'0')))+"]")
		case strings.Contains(v.t, "vec") && v.t[0] != '[' && (strings.HasPrefix(t, "i") == strings.HasPrefix(v.t, "i")) && t != "bool" && t[0] != '[' && !strings.HasPrefix(t, "mat"):
			n := int(v.t[len(v.t)-1] - '0')
			size := 1
			if strings.Contains(t, "vec") {
				size = int(t[len(t)-1] - '0')
			}
			s := ""
			set := g.r.pick("xyzw", "rgba")
			for range size {
				s += string(set[g.r.n(n)])
			}
			list = append(list, v.name+"."+s)
		}
	}
	if len(list) > 0 && g.r.n(4) != 0 {
		return list[g.r.n(len(list))]
	}
	switch {
	case t == "bool":
		return g.r.pick("true", "false")
	case t == "int":
		return fmt.Sprint(g.r.n(40) - 9)
	case strings.HasPrefix(t, "ivec"):
		return fmt.Sprintf("%s(%d)", t, g.r.n(20)-4)
	case strings.HasPrefix(t, "vec"):
		return fmt.Sprintf("%s(%s)", t, g.number())
	case strings.HasPrefix(t, "[3]"):
		return fmt.Sprintf("%s{%s, %s}", t, g.leaf(t[3:]), g.leaf(t[3:]))
	}
	return g.number()
}

// number is a float of sixteenths; some are integers in the text.
func (g *gen) number() string {
	if g.r.n(2) == 0 {
		return fmt.Sprintf("float(%d)", g.r.n(12)-4)
	}
	return fmt.Sprintf("%g", float64(g.r.n(64)*2+1)/16)
}

func (g *gen) boolean(depth int) string {
	switch g.r.n(6) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.expr("bool", depth-1), g.r.pick("&&", "||"), g.expr("bool", depth-1))
	case 1:
		return "!" + "(" + g.expr("bool", depth-1) + ")"
	case 2:
		t := g.r.pick("ivec2", "ivec3", "vec2", "bool")
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), g.r.pick("==", "!="), g.expr(t, depth-1))
	}
	t := g.r.pick("int", "float")
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), g.r.pick("<", "<=", ">", ">=", "==", "!="), g.expr(t, depth-1))
}

func (g *gen) integer(depth int) string {
	a, b := g.expr("int", depth-1), g.expr("int", depth-1)
	switch g.r.n(12) {
	case 0:
		return fmt.Sprintf("(%s / %d)", a, 1+g.r.n(7))
	case 1:
		return fmt.Sprintf("(%s %% %d)", a, 1+g.r.n(15))
	case 2:
		return fmt.Sprintf("((%s & 63) << %d)", a, g.r.n(3))
	case 3:
		return fmt.Sprintf("(%s >> %d)", a, g.r.n(4))
	case 4:
		return fmt.Sprintf("(%s %s %s)", a, g.r.pick("&", "|", "^", "&^"), b)
	case 5:
		return fmt.Sprintf("%s(%s, %s, %s)", g.r.pick("min", "max"), a, b, g.expr("int", depth-1))
	case 6:
		return fmt.Sprintf("clamp(%s, -20, 20)", a)
	case 7:
		return fmt.Sprintf("int(floor(%s))", g.expr("float", depth-1))
	case 8:
		return g.r.pick("^", "-", "+") + "(" + a + ")"
	case 9:
		return fmt.Sprintf("(%s %% 31 * (%s %% 7))", a, b)
	case 10:
		return g.r.pick("abs", "sign") + "(" + a + ")"
	}
	return fmt.Sprintf("(%s %s %s)", a, g.r.pick("+", "-"), b)
}

func (g *gen) float(depth int) string {
	a, b := g.expr("float", depth-1), g.expr("float", depth-1)
	switch g.r.n(11) {
	case 0:
		return fmt.Sprintf("(floor(mod(%s, 16)*mod(%s, 8)*16) / 16)", a, b)
	case 1:
		return fmt.Sprintf("%s(%s)", g.r.pick("floor", "ceil", "fract", "abs", "sign"), a)
	case 2:
		return fmt.Sprintf("%s(%s, %s)", g.r.pick("min", "max", "step"), a, b)
	case 3:
		return fmt.Sprintf("mod(%s, %d)", a, 1<<g.r.n(5))
	case 4:
		return fmt.Sprintf("float((%s) %% 64)", g.expr("int", depth-1))
	case 5:
		return fmt.Sprintf("clamp(%s, -2, 3.5)", a)
	case 6:
		return fmt.Sprintf("mix(%s, %s, Half)", "floor("+a+")", "ceil("+b+")")
	case 7:
		return fmt.Sprintf("dot(floor(mod(%s, 8)), floor(mod(%s, 8)))", g.expr("vec3", depth-1), g.expr("vec3", depth-1))
	case 8:
		return "-(" + a + ")"
	}
	return fmt.Sprintf("(%s %s %s)", a, g.r.pick("+", "-"), b)
}

func (g *gen) vector(t, scalar string, depth int) string {
	n := int(t[len(t)-1] - '0')
	a, b := g.expr(t, depth-1), g.expr(t, depth-1)
	switch g.r.n(9) {
	case 0, 1:
		return g.construct(t, scalar, n, depth)
	case 2:
		return fmt.Sprintf("(%s %s %s)", a, g.r.pick("+", "-"), g.expr(scalar, depth-1))
	case 3:
		return fmt.Sprintf("%s(%s, %s)", g.r.pick("min", "max"), a, b)
	case 4:
		return "clamp(" + a + ", -3, 5)"
	case 5:
		if scalar == "int" {
			return fmt.Sprintf("((%s %% 16) * (%s %% 5))", a, b)
		}
		return fmt.Sprintf("(floor(mod(%s, 16)) * floor(mod(%s, 8)))", a, b)
	case 6:
		if scalar == "int" {
			return fmt.Sprintf("(%s %s %s)", a, g.r.pick("&", "|", "^", "&^"), b)
		}
		if n == 3 && g.r.n(2) == 0 {
			return fmt.Sprintf("cross(floor(mod(%s, 8)), floor(mod(%s, 8)))", a, b)
		}
		return g.matrix(n, depth)
	case 7:
		if scalar == "int" {
			return fmt.Sprintf("%s(floor(mod(%s, 64)))", t, g.expr(fmt.Sprint("vec", n), depth-1))
		}
		return fmt.Sprintf("%s(%s %% 64)", t, g.expr(fmt.Sprint("ivec", n), depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", a, g.r.pick("+", "-"), b)
}

// matrix is a product of a matrix of small integers and a vector of n.
func (g *gen) matrix(n, depth int) string {
	m := g.matrixOf(n)
	for _, v := range g.vars {
		if v.t == fmt.Sprint("mat", n) && v.name[0] == 'v' && g.r.n(2) == 0 {
			m = v.name
			break
		}
	}
	if g.r.n(3) == 0 {
		m = "transpose(" + m + ")"
	}
	v := fmt.Sprintf("floor(mod(%s, 8))", g.expr(fmt.Sprint("vec", n), depth-1))
	if g.r.n(2) == 0 {
		return "(" + m + " * " + v + ")"
	}
	return "(" + v + " * " + m + ")"
}

// construct makes a vector of its parts.
func (g *gen) construct(t, scalar string, n, depth int) string {
	var parts []string
	for left := n; left > 0; {
		size := 1 + g.r.n(left)
		if size == n {
			size = 1
		}
		parts = append(parts, g.expr(vectorOf(scalar, size), depth-1))
		left -= size
	}
	return t + "(" + strings.Join(parts, ", ") + ")"
}

// matrixOf is a matrix of small integers.
func (g *gen) matrixOf(n int) string {
	if g.r.n(3) == 0 {
		return fmt.Sprintf("mat%d(%d)", n, 1+g.r.n(3))
	}
	var list []string
	for range n * n {
		list = append(list, fmt.Sprint(g.r.n(5)-1))
	}
	return fmt.Sprintf("mat%d(%s)", n, strings.Join(list, ", "))
}
