package kage

// This file checks calls of the built-in functions.

import (
	"go/ast"
	"go/constant"
	"slices"
	"strings"

	"refract/internal/lazy"
	"refract/ir"
)

// A rule is how a built-in function takes its arguments.
type rule uint8

const (
	ruleNone       rule = iota
	ruleLen             // an array
	ruleConversion      // see convert.go
	ruleFloats          // floats or vectors of them, all of one type
	ruleSigned          // one float, int or vector
	ruleMatrix          // a matrix
	ruleVec3            // vec3s
	ruleExtreme         // min, max: see extreme
	ruleClamp           // see clamp
	ruleLastScalar      // ruleFloats, and the last argument may be a float
	ruleFirst           // ruleFloats, and the arguments before the last may be floats
	ruleRefract         // two of one type, and a float
	ruleTexel           // a texture and a vec2
	ruleFacing          // nothing; in the fragment entry point
	ruleDiscard         // nothing; in the fragment entry point
)

// A builtin is a built-in function.
type builtin struct {
	rule   rule
	count  int // of arguments
	scalar bool
	op     ir.MathOp
}

// builtins are the built-in functions by name.
var builtins = lazy.Value[map[string]builtin]{Make: func() map[string]builtin {
	return map[string]builtin{
		"len": {rule: ruleLen}, "cap": {rule: ruleLen},
		"bool": {rule: ruleConversion}, "int": {rule: ruleConversion}, "float": {rule: ruleConversion},
		"vec2": {rule: ruleConversion}, "vec3": {rule: ruleConversion}, "vec4": {rule: ruleConversion},
		"ivec2": {rule: ruleConversion}, "ivec3": {rule: ruleConversion}, "ivec4": {rule: ruleConversion},
		"mat2": {rule: ruleConversion}, "mat3": {rule: ruleConversion}, "mat4": {rule: ruleConversion},
		"sin": {ruleFloats, 1, false, ir.MathSin}, "cos": {ruleFloats, 1, false, ir.MathCos}, "tan": {ruleFloats, 1, false, ir.MathTan},
		"asin": {ruleFloats, 1, false, ir.MathAsin}, "acos": {ruleFloats, 1, false, ir.MathAcos}, "atan": {ruleFloats, 1, false, ir.MathAtan},
		"atan2": {ruleFloats, 2, false, ir.MathAtan2}, "pow": {ruleFloats, 2, false, ir.MathPow},
		"exp": {ruleFloats, 1, false, ir.MathExp}, "log": {ruleFloats, 1, false, ir.MathLog},
		"exp2": {ruleFloats, 1, false, ir.MathExp2}, "log2": {ruleFloats, 1, false, ir.MathLog2},
		"sqrt": {ruleFloats, 1, false, ir.MathSqrt}, "inversesqrt": {ruleFloats, 1, false, ir.MathInverseSqrt},
		"abs": {ruleSigned, 1, false, ir.MathAbs}, "sign": {ruleSigned, 1, false, ir.MathSign},
		"floor": {ruleFloats, 1, false, ir.MathFloor}, "ceil": {ruleFloats, 1, false, ir.MathCeil}, "fract": {ruleFloats, 1, false, ir.MathFract},
		"mod": {rule: ruleLastScalar, count: 2}, "min": {rule: ruleExtreme, op: ir.MathMin}, "max": {rule: ruleExtreme, op: ir.MathMax},
		"clamp": {ruleClamp, 3, false, ir.MathClamp}, "mix": {ruleLastScalar, 3, false, ir.MathMix},
		"step": {ruleFirst, 2, false, ir.MathStep}, "smoothstep": {ruleFirst, 3, false, ir.MathSmoothStep},
		"length": {ruleFloats, 1, true, ir.MathLength}, "distance": {ruleFloats, 2, true, ir.MathDistance},
		"dot": {ruleFloats, 2, true, ir.MathDot}, "cross": {ruleVec3, 2, false, ir.MathCross},
		"normalize": {ruleFloats, 1, false, ir.MathNormalize}, "faceforward": {ruleFloats, 3, false, ir.MathFaceForward},
		"reflect": {ruleFloats, 2, false, ir.MathReflect}, "refract": {ruleRefract, 3, false, ir.MathRefract},
		"transpose": {ruleMatrix, 1, false, ir.MathTranspose},
		"dfdx":      {rule: ruleFloats, count: 1}, "dfdy": {rule: ruleFloats, count: 1}, "fwidth": {rule: ruleFloats, count: 1},
		"discard": {rule: ruleDiscard}, "frontfacing": {rule: ruleFacing}, "__texelAt": {rule: ruleTexel, count: 2},
	}
}}

func isBuiltin(name string) bool { return builtins.Get()[name].rule != ruleNone }

// Names lists the names of the built-in functions and types, and of the functions of the
// bridge, for editors.
func Names() []string {
	list := builtinNames()
	for _, d := range bridgeFile(Pixels).Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && !strings.HasPrefix(fd.Name.Name, reserved) {
			list = append(list, fd.Name.Name)
		}
	}
	list = slices.DeleteFunc(list, func(name string) bool { return strings.HasPrefix(name, reserved) })
	slices.Sort(list)
	return list
}

func builtinNames() []string {
	list := make([]string, 0, len(builtins.Get()))
	for name := range builtins.Get() {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Describe is the form of a built-in function or type, or of a function of the bridge, for
// editors; "" for other names. T stands for float and vectors of it, unless a comment names
// other types.
func Describe(name string) string {
	f, ok := builtins.Get()[name]
	if !ok {
		for _, d := range bridgeFile(Pixels).Decls {
			if fd, is := d.(*ast.FuncDecl); is && fd.Name.Name == name && !strings.HasPrefix(name, reserved) {
				return bridgeSignature(fd)
			}
		}
		return ""
	}
	switch f.rule {
	case ruleConversion:
		return "type " + name
	case ruleLen:
		return "func " + name + "(a [n]T) int"
	case ruleDiscard:
		return "func discard()"
	case ruleFacing:
		return "func frontfacing() bool"
	case ruleExtreme:
		return "func " + name + "(x T, y ...T) T // T is also int or an ivec; of two, y may be a scalar"
	case ruleClamp:
		return "func clamp(x, low, high T) T // T is also int or an ivec; low and high may be scalars"
	case ruleSigned:
		return "func " + name + "(x T) T // T is also int or an ivec"
	case ruleMatrix:
		return "func transpose(m T) T // T is a matrix"
	case ruleVec3:
		return "func cross(x, y vec3) vec3"
	case ruleTexel:
		return "func __texelAt(t texture, pos vec2) vec4"
	case ruleRefract:
		return "func refract(i, n T, eta float) T"
	case ruleLastScalar:
		if name == "mod" {
			return "func mod(x, y T) T // y may be a float"
		}
		return "func mix(x, y, a T) T // a may be a float"
	case ruleFirst:
		if name == "step" {
			return "func step(edge, x T) T // edge may be a float"
		}
		return "func smoothstep(low, high, x T) T // low and high may be floats"
	}
	result := "T"
	if f.scalar {
		result = "float"
	}
	return "func " + name + "(" + [...]string{"", "x", "x, y", "x, y, z"}[f.count] + " T) " + result
}

// bridgeSignature is a function of the bridge as Go writes its head.
func bridgeSignature(d *ast.FuncDecl) string {
	text := "func " + d.Name.Name + "("
	if len(d.Type.Params.List) > 0 {
		text += "pos vec2"
	}
	list := d.Type.Results.List
	if len(list) > 1 {
		return text + ") (vec2, vec2)"
	}
	return text + ") " + list[0].Type.(*ast.Ident).Name
}

// callBuiltin checks a call of a built-in function.
func (c *checker) callBuiltin(e *ast.CallExpr, name string, args []operand) operand {
	f := builtins.Get()[name]
	switch f.rule {
	case ruleConversion:
		k, _ := typeNamed(name)
		return c.conversion(e, k, args)
	case ruleExtreme:
		return c.extreme(e, name, f.op, args)
	}
	count := f.count
	if f.rule == ruleLen {
		count = 1
	}
	if len(args) != count {
		c.errorOn(codeArgCount, e, "%s takes %d arguments, not %d", name, count, len(args))
		return invalid
	}
	switch f.rule {
	case ruleLen:
		if !args[0].t.array {
			c.errorOn(codeNoMatch, e, "%s takes an array, not %s", name, args[0].describe())
			return invalid
		}
		return constantOf(of(integer), constant.MakeInt64(int64(args[0].t.length)))
	case ruleDiscard, ruleFacing:
		return c.fragmentOnly(e, name, f.rule)
	case ruleTexel:
		return c.texel(e, args)
	}
	if !c.arguments(name, f.rule, args) {
		return c.noMatch(e, name, args)
	}
	return c.lowerBuiltin(name, &f, args)
}

func (c *checker) noMatch(e *ast.CallExpr, name string, args []operand) operand {
	text := ""
	for i := range args {
		if i > 0 {
			text += ", "
		}
		text += args[i].describe()
	}
	c.errorOn(codeNoMatch, e, "%s takes no (%s)", name, text)
	return invalid
}

// arguments gives constants their types and reports whether the function takes the arguments.
func (c *checker) arguments(name string, r rule, args []operand) bool {
	switch r {
	case ruleClamp:
		return clampArguments(args)
	case ruleSigned:
		x := &args[0]
		if x.mode == modeConst && x.t == (typ{}) {
			x.t = defaultType(x.val)
		}
		return x.t.numbers()
	case ruleMatrix:
		return args[0].t.matrix()
	}
	for i := range args {
		if x := &args[i]; x.mode == modeConst && x.t == (typ{}) && !adapt(x, of(float)) {
			return false
		}
		if !args[i].t.floats() {
			return false
		}
	}
	first, last := args[0].t, args[len(args)-1].t
	switch r {
	case ruleVec3:
		return first.is(vec3) && last.is(vec3)
	case ruleRefract:
		return first == args[1].t && last.is(float)
	case ruleLastScalar:
		return first == args[len(args)-2].t && (last == first || last.is(float))
	case ruleFirst:
		low := args[len(args)-2].t
		return first == low && (first == last || first.is(float))
	}
	for i := range args {
		if args[i].t != first {
			return false
		}
	}
	return true
}

// kindOf is the scalar that the constants among arguments become; ok is false if the
// arguments have no common scalar, or are no scalars.
func kindOf(args []operand) (k kind, ok bool) {
	constants := true
	for i := range args {
		constants = constants && args[i].mode == modeConst
	}
	for i := range args {
		switch t := args[i].t; {
		case t == (typ{}):
			continue
		case !t.is(float) && !t.is(integer):
			return untyped, false
		case k == untyped:
			k = t.kind
		case constants && k != t.kind:
			return untyped, false
		}
		if !constants {
			return k, true
		}
	}
	if k != untyped {
		return k, true
	}
	for i := range args {
		if args[i].val.Kind() == constant.Float {
			return float, true
		}
	}
	return integer, true
}

// become gives constants among arguments the type k. It reports false if a constant has no
// such value.
func become(args []operand, k kind) bool {
	for i := range args {
		if x := &args[i]; x.mode == modeConst {
			v, ok := represent(x.val, of(k))
			if !ok {
				return false
			}
			x.val, x.t = v, of(k)
		}
	}
	return true
}

func clampArguments(args []operand) bool {
	if t := args[0].t; t.vector() {
		if !become(args[1:], t.scalar().kind) {
			return false
		}
	} else if k, ok := kindOf(args); ok && !become(args, k) {
		return false
	}
	t := args[0].t
	return t.numbers() && args[1].t == args[2].t && (args[1].t == t || args[1].t == t.scalar())
}

// extreme checks min and max, of one argument or more.
func (c *checker) extreme(e *ast.CallExpr, name string, op ir.MathOp, args []operand) operand {
	if len(args) == 0 {
		c.errorOn(codeArgCount, e, "%s takes an argument at least", name)
		return invalid
	}
	vectors := false
	for i := range args {
		vectors = vectors || args[i].t.vector()
	}
	ok := true
	if vectors {
		ok = args[0].t.vector() && become(args[1:], args[0].t.scalar().kind)
	} else if k, common := kindOf(args); common {
		ok = become(args, k)
	}
	t := args[0].t
	ok = ok && t.numbers()
	for i := 1; ok && i < len(args); i++ {
		ok = args[i].t == t || len(args) == 2 && args[i].t == t.scalar()
	}
	if !ok {
		return c.noMatch(e, name, args)
	}
	x := c.toExpr(args[0])
	for i := 1; i < len(args); i++ {
		x = c.b.Math(op, x, c.widened(args[i], t))
	}
	return value(t, x)
}

// widened is the value of x, as a vector if t is one.
func (c *checker) widened(x operand, t typ) ir.ExprID {
	v := c.toExpr(x)
	if t.vector() && !x.t.vector() {
		return c.b.Splat(t.size(), v)
	}
	return v
}

// fragmentOnly checks functions that belong to the fragment entry point.
func (c *checker) fragmentOnly(e *ast.CallExpr, name string, r rule) operand {
	if c.fn == nil || c.fn.entry != ir.StageFragment {
		c.errorOn(codeStage, e, "only the function %s itself can call %s", c.opts.Fragment, name)
		return invalid
	}
	if r == ruleFacing {
		if c.fn.facing == 0 {
			c.b.F.Args = append(c.b.F.Args, ir.Argument{Name: "frontfacing", Type: ir.TypeBool,
				Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInFrontFacing}})
			c.fn.facing = len(c.b.F.Args)
		}
		return value(of(boolean), c.b.Argument(c.fn.facing-1))
	}
	return operand{mode: modeNone, name: name}
}

// texel checks a fetch of a texel: __texelAt(texture, vec2).
func (c *checker) texel(e *ast.CallExpr, args []operand) operand {
	if args[0].mode != modeTexture || !args[1].t.is(vec2) {
		return c.noMatch(e, "__texelAt", args)
	}
	at := c.b.Convert(ir.I32, c.b.Math(ir.MathFloor, c.toExpr(args[1])))
	return value(of(vec4), c.b.ImageLoad(ir.ImageLoad{Image: c.b.Global(c.textureOf(args[0].number)), Coordinate: at, Level: c.b.I32(0)}))
}

// lowerBuiltin lowers a function of numbers.
func (c *checker) lowerBuiltin(name string, f *builtin, args []operand) operand {
	t := args[0].t
	if f.rule == ruleFirst {
		t = args[len(args)-1].t
	}
	var v [3]ir.ExprID
	for i := range args {
		if v[i] = c.toExpr(args[i]); f.rule != ruleRefract {
			if t.vector() && !args[i].t.vector() {
				v[i] = c.b.Splat(t.size(), v[i])
			}
		}
	}
	list := v[:len(args)]
	switch name {
	case "dfdx":
		return value(t, c.b.Derivative(ir.AxisX, ir.ControlNone, v[0]))
	case "dfdy":
		return value(t, c.b.Derivative(ir.AxisY, ir.ControlNone, v[0]))
	case "fwidth":
		return value(t, c.b.Derivative(ir.AxisWidth, ir.ControlNone, v[0]))
	case "mod":
		q := c.b.Math(ir.MathFloor, c.b.Binary(ir.Div, v[0], v[1]))
		return value(t, c.b.Binary(ir.Sub, v[0], c.b.Binary(ir.Mul, v[1], q)))
	}
	if t.is(float) {
		if x, ok := c.geometric(f.op, list); ok {
			return value(t, x)
		}
	}
	if f.scalar {
		t = of(float)
	}
	return value(t, c.b.Math(f.op, list...))
}

// geometric lowers functions of vectors for scalars, as GLSL defines them.
func (c *checker) geometric(op ir.MathOp, v []ir.ExprID) (ir.ExprID, bool) {
	b := &c.b
	switch op {
	case ir.MathLength:
		return b.Math(ir.MathAbs, v[0]), true
	case ir.MathDistance:
		return b.Math(ir.MathAbs, b.Binary(ir.Sub, v[0], v[1])), true
	case ir.MathDot:
		return b.Binary(ir.Mul, v[0], v[1]), true
	case ir.MathNormalize:
		return b.Math(ir.MathSign, v[0]), true
	case ir.MathFaceForward:
		return b.Select(b.Binary(ir.Lt, b.Binary(ir.Mul, v[2], v[1]), b.F32(0)), v[0], b.Unary(ir.Negate, v[0])), true
	case ir.MathReflect:
		return b.Binary(ir.Sub, v[0], b.Binary(ir.Mul, b.Binary(ir.Mul, b.F32(2), b.Binary(ir.Mul, v[1], v[0])), v[1])), true
	case ir.MathRefract:
		d := b.Binary(ir.Mul, v[1], v[0])
		k := b.Binary(ir.Sub, b.F32(1), b.Binary(ir.Mul, b.Binary(ir.Mul, v[2], v[2]), b.Binary(ir.Sub, b.F32(1), b.Binary(ir.Mul, d, d))))
		r := b.Binary(ir.Sub, b.Binary(ir.Mul, v[2], v[0]),
			b.Binary(ir.Mul, b.Binary(ir.Add, b.Binary(ir.Mul, v[2], d), b.Math(ir.MathSqrt, b.Math(ir.MathMax, k, b.F32(0)))), v[1]))
		return b.Select(b.Binary(ir.Lt, k, b.F32(0)), b.F32(0), r), true
	}
	return 0, false
}
