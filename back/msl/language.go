package msl

// This file holds the writer, and its language's differences from others with the syntax of
// C.

import (
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// A Writer writes modules and keeps its memory from one to the next. The zero
// Writer is ready to use.
type Writer struct {
	printer
	opts Options

	coherentImage bool // the texture whose type is written is coherent within the device
	own           bool // the module that is given may be changed

	dropped []back.Dropped

	// Names at module scope.
	entries   []text.Name // by entry point
	arrays    []text.Name // by TypeID
	sizesType text.Name
	helpers   []helper

	infos         []structInfo   // by StructID
	typeState     []declState    // by TypeID: arrays
	roles         []ir.Interface // by StructID
	uses          []uses         // by FuncID
	order         []ir.FuncID    // callees first
	writesPayload []bool         // by FuncID
	bound         []ir.GlobalID  // memory of assign
	usedTypes     []bool         // by TypeID: memory of types
	head          []byte         // memory of header
	sized         []ir.GlobalID
	sizeNames     []string
	groups        []group
	meshes        []ir.GlobalID          // by entry point: the variable that holds the mesh; nil: there is none
	tessBuffers   []transform.TessBuffer // inputs and outputs of a tessellation stage
	evaluated     int                    // the entry point that is an evaluation stage, or -1
	domain        ir.TessDomain
	interpolated  []transform.InterpolatedInput
	pulled        []ir.GlobalID // by vertex buffer of the options: what stands for it, or 0

	// State of the function under way.
	id                        ir.FuncID
	stageIn                   []string // by parameter: a member of the stage's inputs, or ""
	input                     text.Name
	sizes                     text.Name
	grid                      text.Name // the object that takes the mesh, or starts mesh functions
	meshVertex, meshPrimitive text.Name // structs
	outputs                   text.Name // struct that holds the one output of the entry point, or 0

	output *Output // what is told of the functions
	of     *Writer // the writer that this one writes functions for; nil: there is none
}

// printer writes the bodies of functions.
type printer = clike.Writer

// language sets Metal's differences from other languages with the syntax of C.
func (w *Writer) language() {
	if w.L.Name != "" {
		return
	}
	w.L = clike.Language{
		Name: "msl", Operators: operators, Scalars: &scalars, Float: appendFloat, Relations: &relationWords,
		Select: selectWord, Implied: &implied, BindFirst: true, FallThrough: true, TypeName: w.typeName,
		Declarator: w.declarator, Zero: w.zero, NotFinite: w.notFinite, Scalar: w.needScalar, DocMark: "///",
		DocTrim: "\\", Call: w.call, Operation: w.operation, Jump: w.jump,
		Initial: w.initial, Address: w.physical, Argument: w.argument, Target: w.target, Index: w.index, Member: w.memberOf,
		Let:        w.let,
		IsOperator: func(_ ir.Binary, e ir.ExprID) bool { return !w.binaryCall(e) },
	}
	w.L.Spell[ir.KindSplat] = w.splat
	w.L.Form[ir.KindArrayLength] = func(ir.ExprID) text.Form { return text.Product }
	w.L.Form[ir.KindUnary] = func(e ir.ExprID) text.Form {
		if w.isPromoted(w.Ex.TypeOf(e)) {
			return text.Primary
		}
		return text.Prefix
	}
	spell := &w.L.Spell
	spell[ir.KindUnary] = w.unary
	spell[ir.KindCompose], spell[ir.KindLoad], spell[ir.KindBinary] = w.compose, w.load, w.binary
	spell[ir.KindMath], spell[ir.KindAs], spell[ir.KindDerivative] = w.math, w.as, w.derivative
	spell[ir.KindAccessIndex] = w.element
	spell[ir.KindInterpolate] = w.interpolate
	spell[ir.KindImageSample], spell[ir.KindImageLoad], spell[ir.KindImageQuery] = w.ofImage(w.imageSample), w.ofImage(w.imageLoad), w.ofImage(w.imageQuery)
	spell[ir.KindArrayLength], spell[ir.KindRayQueryGet] = w.arrayLength, w.rayQueryGet
	spell[ir.KindRayQueryVertex] = func(e ir.ExprID) { w.Unsupported("vertices of intersections", w.Ex.SpanOf(e)) }
	simple := &w.L.Simple
	simple[text.LineUnused], simple[text.LineStore], simple[text.LineCompound] = w.unused, w.store, w.compound
	simple[text.LineReturn] = w.returnLine
}

// implied are the operations that let a scalar stand for a vector.
var implied = [ir.Ge + 1]clike.Sides{
	ir.Add: clike.OnBoth, ir.Sub: clike.OnBoth, ir.Mul: clike.OnBoth, ir.Div: clike.OnBoth, ir.Rem: clike.OnBoth,
}

type declState uint8

const (
	undeclared declState = iota
	declaring
	declared
)

// Write writes a valid module, which it leaves as it is. info may be nil.
func Write(m *ir.Module, info *validate.Info, opts Options) (*Output, error) {
	var w Writer
	return w.Write(m, info, opts)
}
