package kage

// This file has operands: the results of checking expressions.

import (
	"go/ast"
	"go/constant"
	"math"

	"refract/diag"
	"refract/ir"
)

// A mode is a class of operands.
type mode uint8

const (
	modeInvalid  mode = iota // an error was reported
	modeNone                 // a call without a result
	modeTuple                // a call with several results
	modeConst                // a constant: val
	modeValue                // a value: expr
	modePlace                // memory: expr points to it
	modeUniform              // memory of the uniform buffer: expr points to it
	modeFunction             // a function of the program: object
	modeBuiltin              // a built-in function or a conversion: name
	modeTexture              // a source image: number
	modeBlank                // _
)

// An operand is the result of checking an expression.
type operand struct {
	mode   mode
	t      typ
	val    constant.Value
	expr   ir.ExprID
	offset ir.ExprID // of modeUniform: of a bool that is a byte, its place; 0: it is object.byte
	object *object   // of modeFunction; of modePlace and modeUniform the variable
	tuple  *function // of modeTuple: the function that was called
	name   string
	number int
}

var invalid = operand{mode: modeInvalid}

func value(t typ, e ir.ExprID) operand { return operand{mode: modeValue, t: t, expr: e} }

func constantOf(t typ, v constant.Value) operand { return operand{mode: modeConst, t: t, val: v} }

// single reports whether x is one value, and an operand that is none.
func (c *checker) single(e ast.Expr, x operand) bool {
	switch x.mode {
	case modeInvalid:
	case modeNone:
		c.errorOn(codeNotValue, e, "the call has no result")
	case modeTuple:
		c.errorOn(codeNotValue, e, "the call has %d results where one value is expected", len(x.tuple.results))
	case modeFunction, modeBuiltin:
		c.errorOn(codeNotValue, e, "a function is no value: it can be called only")
	case modeTexture:
		c.errorOn(codeNotValue, e, "a texture is no value")
	case modeBlank:
		c.errorOn(codeNotValue, e, "_ is no value")
	default:
		return true
	}
	return false
}

// operand is an expression that is one value.
func (c *checker) operand(e ast.Expr) operand {
	x := c.expr(e)
	if !c.single(e, x) {
		return invalid
	}
	return x
}

// toExpr is the value of an operand in the module.
func (c *checker) toExpr(x operand) ir.ExprID {
	switch x.mode {
	case modeConst:
		return c.literal(x)
	case modePlace:
		return c.b.Load(x.expr)
	case modeUniform:
		return c.loadUniform(x)
	}
	return x.expr
}

// loadUniform reads memory of the uniform buffer, in which a bool is a u32.
func (c *checker) loadUniform(x operand) ir.ExprID {
	if x.t.kind != boolean {
		return c.b.Load(x.expr)
	}
	if x.object != nil && x.object.flags {
		return c.loadBytes(x)
	}
	if !x.t.array {
		return c.b.Binary(ir.Ne, c.b.Load(x.expr), c.b.U32(0))
	}
	if x.t.length > maxBools {
		c.errorAt(codeLimit, c.here, "a uniform of type %s is used as a whole, which is possible for %d elements at most", x.t, maxBools)
		return c.b.Zero(c.irType(x.t))
	}
	parts := make([]ir.ExprID, x.t.length)
	for i := range parts {
		parts[i] = c.b.Binary(ir.Ne, c.b.Load(c.b.AccessIndex(x.expr, uint32(i))), c.b.U32(0))
	}
	return c.b.Compose(c.irType(x.t), parts...)
}

// loadBytes reads bools that are bytes.
func (c *checker) loadBytes(x operand) ir.ExprID {
	if x.t.array {
		parts := make([]ir.ExprID, min(int(x.t.length), maxBools))
		for i := range parts {
			parts[i] = c.loadBytes(c.boolAt(x, c.b.I32(int32(i))))
		}
		if int(x.t.length) > maxBools {
			c.errorAt(codeLimit, c.here, "a uniform of type %s is used as a whole, which is possible for %d elements at most", x.t, maxBools)
			return c.b.Zero(c.irType(x.t))
		}
		return c.b.Compose(c.irType(x.t), parts...)
	}
	at := x.offset
	if at == 0 {
		at = c.b.U32(x.object.byte)
	}
	word := c.b.Load(c.b.Access(x.expr, c.b.Binary(ir.Shr, at, c.b.U32(2))))
	shift := c.b.Binary(ir.Mul, c.b.Binary(ir.And, at, c.b.U32(3)), c.b.U32(8))
	return c.b.Binary(ir.Ne, c.b.Binary(ir.And, c.b.Binary(ir.Shr, word, shift), c.b.U32(0xff)), c.b.U32(0))
}

// boolAt is an element of an array of bools that are bytes.
func (c *checker) boolAt(x operand, at ir.ExprID) operand {
	last := c.b.I32(x.t.length - 1)
	at = c.b.Convert(ir.U32, c.b.Math(ir.MathClamp, at, c.b.I32(0), last))
	x.offset = c.b.Binary(ir.Add, at, c.b.U32(x.object.byte))
	x.t = x.t.element()
	return x
}

// maxBools bounds the arrays of bools that are read from the uniform buffer as a whole.
const maxBools = 64

// literal is a constant in the module, of its type or its default type.
func (c *checker) literal(x operand) ir.ExprID {
	t := x.t
	if t == (typ{}) {
		t = defaultType(x.val)
	}
	v, ok := represent(x.val, t)
	if !ok {
		return c.b.I32(0)
	}
	switch t.kind {
	case boolean:
		return c.b.Bool(constant.BoolVal(v))
	case integer:
		n, exact := constant.Int64Val(v)
		if !exact || n < math.MinInt32 || n > math.MaxUint32 {
			c.errorAt(codeConstEval, c.here, "the constant %s does not fit in an int", v)
		}
		return c.b.I32(int32(n))
	}
	f, _ := constant.Float32Val(v)
	if math.IsInf(float64(f), 0) {
		c.errorAt(codeConstEval, c.here, "the constant %s does not fit in a float", v)
		f = 0
	}
	return c.b.F32(f)
}

// convert makes x a value of type t, to which it is assignable.
func (c *checker) convert(x operand, t typ) ir.ExprID {
	if x.mode == modeConst && x.t == (typ{}) {
		x.t = t
	}
	return c.toExpr(x)
}

// constOf is the value of a constant operand, else nil.
func (x *operand) constOf() constant.Value {
	if x.mode == modeConst {
		return x.val
	}
	return nil
}

// describe is an operand's type for messages.
func (x *operand) describe() string {
	if x.mode == modeConst && x.t == (typ{}) {
		return "the constant " + x.val.String()
	}
	return x.t.String()
}

// assignTo checks that x can be assigned to a variable of type t; place describes that.
func (c *checker) assignTo(e ast.Expr, x operand, t typ, place string) (v ir.ExprID, ok bool) {
	if x.mode == modeInvalid {
		return 0, false
	}
	if !assignable(t, x.t, x.constOf()) {
		c.mismatch(e, x, t, place)
		return 0, false
	}
	return c.convert(x, t), true
}

func (c *checker) mismatch(e ast.Expr, x operand, t typ, place string) *diag.Diagnostic {
	return c.errorOn(codeType, e, "%s is a %s, not %s", place, t, x.describe())
}
