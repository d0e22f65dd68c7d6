package dxil

// This file describes operations and declares their functions.

import (
	"fmt"
	"strings"

	"refract/internal/lazy"
	"refract/internal/llvm"
)

// A StageSet is a set of stages, by bits: 1 << Stage.
type StageSet uint32

// Has reports whether a set contains a stage.
func (s StageSet) Has(stage Stage) bool { return s>>stage&1 != 0 }

// The sets of stages that have operations. Libraries are the stage of functions that shaders call.
const (
	anyStage               = ^StageSet(0)
	vertex        StageSet = 1 << Vertex
	hull          StageSet = 1 << Hull
	domain        StageSet = 1 << Domain
	geometry      StageSet = 1 << Geometry
	pixel         StageSet = 1 << Pixel
	compute       StageSet = 1 << Compute
	library       StageSet = 1 << Library
	rayGeneration StageSet = 1 << RayGeneration
	anyHit        StageSet = 1 << AnyHit
	closestHit    StageSet = 1 << ClosestHit
	miss          StageSet = 1 << Miss
	callable      StageSet = 1 << Callable
	mesh          StageSet = 1 << Mesh
	amplification StageSet = 1 << Amplification
	nodes         StageSet = 1 << Node
	patches                = hull | domain
	primitives             = patches | geometry
	views                  = primitives | vertex | pixel | mesh
	groups                 = compute | mesh | amplification | nodes
	derivatives            = library | pixel | compute | amplification | mesh // except pixel, from model 6.6 on
	samplers               = derivatives | nodes
	quads                  = derivatives
	feedback               = library | pixel
	intersection           = library | 1<<Intersection
	hits                   = intersection | anyHit | closestHit
	hitsAndMisses          = hits | miss
	rays                   = hitsAndMisses | rayGeneration | callable
	tracing                = library | rayGeneration | closestHit | miss
	calling                = tracing | callable
	waves                  = rays | views | groups
)

const (
	effects  = llvm.NoUnwind
	reads    = llvm.NoUnwind | llvm.ReadOnly
	pure     = llvm.NoUnwind | llvm.ReadNone
	barriers = llvm.NoUnwind | llvm.NoDuplicate
	exits    = llvm.NoUnwind | llvm.NoReturn
)

// A Form is a form of a type: of a result, of a parameter, or of an overload. Its values are the
// letters in the table of operations.
type Form byte

// The forms.
const (
	FormVoid          Form = 'v'
	FormBool          Form = '1' // i1
	FormI8            Form = 'b' // of an overload: '8'
	FormI16           Form = 'w'
	FormI32           Form = 'i'
	FormI64           Form = 'l'
	FormHalf          Form = 'h'
	FormFloat         Form = 'f'
	FormDouble        Form = 'd'
	FormOverload      Form = 'o' // the overload's type; of an overload: any type of a resource
	FormHandle        Form = 'H' // dx.types.Handle
	FormTexels        Form = 'R' // dx.types.ResRet: four of the overload, and the access's status
	FormConstants     Form = 'C' // dx.types.CBufRet: a row of 16 bytes
	FormDimensions    Form = 'D' // dx.types.Dimensions: four i32
	FormSamplePos     Form = 'P' // dx.types.SamplePos: two floats
	FormTwo           Form = '2' // dx.types.twoi32
	FormCarry         Form = 'c' // dx.types.i32c: the sum, and whether it carries
	FormFour          Form = '4' // dx.types.fouri32
	FormVector        Form = 'V' // dx.types.fouri32 or fouri16: four of the overload
	FormSplit         Form = 'S' // dx.types.splitdouble: the low and the high word
	FormBinding       Form = 'B' // dx.types.ResBind: lower and upper bound, space, class
	FormProperties    Form = 'p' // dx.types.ResourceProperties: two words
	FormUser          Form = 'u' // a pointer to the overload, a struct of the shader's own; or the overload, such a pointer
	FormRecord        Form = 'q' // a pointer to the overload, of a node's records: address space 6
	FormObject        Form = 'O' // the overload, a resource's type
	FormNode          Form = 'N' // dx.types.NodeHandle
	FormNodeRecord    Form = 'n' // dx.types.NodeRecordHandle
	FormNodeInfo      Form = 'I' // dx.types.NodeInfo: flags, size of records
	FormRecordInfo    Form = 'J' // dx.types.NodeRecordInfo: flags, size of records
	FormFloatPointer  Form = 'F'
	formOverloadBytes Form = '8'
)

// A Param is a parameter of an operation, behind the operation's number.
type Param struct {
	Name string
	Form Form
}

// operation is a row of the table.
type operation struct {
	name       string
	class      string
	overloads  string
	attributes llvm.Attribute
	model      uint8
	stages     StageSet
	signature  string
}

// An Operation describes an operation.
type Operation struct {
	Name       string // as the documents have it
	Class      string // the function's name between "dx.op." and the overload
	Overloads  []Form // the overloads that there are; FormVoid alone: the function has none
	Attributes llvm.Attribute
	Model      uint8 // the minor number of the shader model, 6, that brings it
	Stages     StageSet
	Result     Form
	Params     []Param
}

// described are the operations by number.
var described = lazy.Value[[]*Operation]{Make: func() []*Operation {
	list := make([]*Operation, len(operations))
	for i := range operations {
		if row := &operations[i]; row.name != "" {
			list[i] = row.describe()
		}
	}
	return list
}}

func (row *operation) describe() *Operation {
	x := &Operation{Name: row.name, Class: row.class, Attributes: row.attributes, Model: row.model, Stages: row.stages}
	for _, c := range []byte(row.overloads) {
		f := Form(c)
		if f == formOverloadBytes {
			f = FormI8
		}
		x.Overloads = append(x.Overloads, f)
	}
	words := strings.Fields(row.signature)
	x.Result = Form(words[0][0])
	for _, w := range words[1:] {
		name, form, _ := strings.Cut(w, ":")
		x.Params = append(x.Params, Param{name, Form(form[0])})
	}
	return x
}

// Describe returns the description of an operation, which is shared, or nil if it is unknown.
func (o Op) Describe() *Operation {
	if list := described.Get(); int(o) < len(list) {
		return list[o]
	}
	return nil
}

// String returns the operation's name, as "LoadInput".
func (o Op) String() string {
	if x := o.Describe(); x != nil {
		return x.Name
	}
	return fmt.Sprintf("Op(%d)", uint16(o))
}

// Functions declares the functions of operations in a module, each at its first use.
type Functions struct {
	Module *llvm.Module
	// MinPrecision: types of 16 bits are of minimum precision, not native. Rows of constant buffers
	// have four of them then, not eight.
	MinPrecision bool

	known map[functionKey]*llvm.Function
}

// A functionKey names a function: an operation and its overload.
type functionKey struct {
	op       Op
	overload llvm.Type
}

// Get returns the function of an operation. The overload is the type that the operation is for: of
// FormUser, FormRecord and FormObject a struct of the shader's own, and 0 if the operation has no
// overloads. Payloads in groupshared memory have the type of their pointer as the overload. An error
// names an overload that the operation doesn't have.
func (d *Functions) Get(op Op, overload llvm.Type) (*llvm.Function, error) {
	key := functionKey{op, overload}
	if f := d.known[key]; f != nil {
		return f, nil
	}
	x := op.Describe()
	if x == nil {
		return nil, fmt.Errorf("dxil: operation %d is unknown", uint16(op))
	}
	suffix, ok := x.suffix(d.Module, overload)
	if !ok {
		return nil, fmt.Errorf("dxil: the operation %s has no overload of its type", x.Name)
	}
	name := "dx.op." + x.Class
	if suffix != "" {
		name += "." + suffix
	}
	f := d.Module.Declare(name, d.functionType(x, overload), x.Attributes)
	if d.known == nil {
		d.known = map[functionKey]*llvm.Function{}
	}
	d.known[key] = f
	return f, nil
}

// functionType returns the type of an operation's function for an overload.
func (d *Functions) functionType(x *Operation, overload llvm.Type) llvm.Type {
	params := []llvm.Type{d.Module.IntType(32)}
	for _, p := range x.Params {
		params = append(params, d.Type(p.Form, overload))
	}
	return d.Module.FuncType(d.Type(x.Result, overload), params...)
}

// suffix returns the overload in a function's name, and whether the operation has it.
func (x *Operation) suffix(m *llvm.Module, overload llvm.Type) (string, bool) {
	info := m.At(overload)
	for _, f := range x.Overloads {
		switch f {
		case FormVoid:
			if overload == 0 {
				return "", true
			}
		case FormUser, FormOverload:
			if f == FormUser && info.Kind == llvm.Pointer && x.Result != FormRecord {
				info = m.At(info.Elem)
			}
			if info.Kind == llvm.Struct && info.Name != "" {
				return info.Name, true
			}
		default:
			if d := (&Functions{Module: m}); overload != 0 && d.Type(f, 0) == overload {
				return typeName(info), true
			}
		}
	}
	return "", false
}

// typeName returns the name of a type of numbers in functions' names.
func typeName(info *llvm.TypeInfo) string {
	switch info.Kind {
	case llvm.Half:
		return "f16"
	case llvm.Float:
		return "f32"
	case llvm.Double:
		return "f64"
	}
	return fmt.Sprintf("i%d", info.N)
}

// Type returns the type of a form for an overload.
func (d *Functions) Type(f Form, overload llvm.Type) llvm.Type {
	m := d.Module
	i32 := m.IntType(32)
	switch f {
	case FormVoid:
		return m.Of(llvm.Void)
	case FormBool:
		return m.IntType(1)
	case FormI8:
		return m.IntType(8)
	case FormI16:
		return m.IntType(16)
	case FormI32:
		return i32
	case FormI64:
		return m.IntType(64)
	case FormHalf:
		return m.Of(llvm.Half)
	case FormFloat:
		return m.Of(llvm.Float)
	case FormDouble:
		return m.Of(llvm.Double)
	case FormOverload, FormObject:
		return overload
	case FormHandle:
		return m.StructOf("dx.types.Handle", m.PointerTo(m.IntType(8), 0))
	case FormTexels:
		return m.StructOf("dx.types.ResRet."+typeName(m.At(overload)), overload, overload, overload, overload, i32)
	case FormConstants:
		return d.constants(overload)
	case FormDimensions:
		return m.StructOf("dx.types.Dimensions", i32, i32, i32, i32)
	case FormSamplePos:
		return m.StructOf("dx.types.SamplePos", m.Of(llvm.Float), m.Of(llvm.Float))
	case FormTwo:
		return m.StructOf("dx.types.twoi32", i32, i32)
	case FormCarry:
		return m.StructOf("dx.types.i32c", i32, m.IntType(1))
	case FormFour:
		return m.StructOf("dx.types.fouri32", i32, i32, i32, i32)
	case FormVector:
		return m.StructOf("dx.types.four"+typeName(m.At(overload)), overload, overload, overload, overload)
	case FormSplit:
		return m.StructOf("dx.types.splitdouble", i32, i32)
	case FormBinding:
		return m.StructOf("dx.types.ResBind", i32, i32, i32, m.IntType(8))
	case FormProperties:
		return m.StructOf("dx.types.ResourceProperties", i32, i32)
	case FormUser:
		if m.At(overload).Kind == llvm.Pointer {
			return overload
		}
		return m.PointerTo(overload, 0)
	case FormRecord:
		return m.PointerTo(overload, recordSpace)
	case FormNode:
		return m.StructOf("dx.types.NodeHandle", m.PointerTo(m.IntType(8), 0))
	case FormNodeRecord:
		return m.StructOf("dx.types.NodeRecordHandle", m.PointerTo(m.IntType(8), 0))
	case FormNodeInfo:
		return m.StructOf("dx.types.NodeInfo", i32, i32)
	case FormRecordInfo:
		return m.StructOf("dx.types.NodeRecordInfo", i32, i32)
	case FormFloatPointer:
		return m.PointerTo(m.Of(llvm.Float), 0)
	}
	panic(fmt.Sprintf("unknown form of type %q", rune(f)))
}

// recordSpace is the address space of nodes' records.
const recordSpace = 6

// constants returns the type of a row of a constant buffer: 16 bytes of the overload.
func (d *Functions) constants(overload llvm.Type) llvm.Type {
	m := d.Module
	info := m.At(overload)
	name := "dx.types.CBufRet." + typeName(info)
	n := 4
	switch {
	case info.Kind == llvm.Double || info.Kind == llvm.Integer && info.N == 64:
		n = 2
	case !d.MinPrecision && (info.Kind == llvm.Half || info.Kind == llvm.Integer && info.N == 16):
		n = 8
		name += ".8"
	}
	fields := make([]llvm.Type, n)
	for i := range fields {
		fields[i] = overload
	}
	return m.StructOf(name, fields...)
}
