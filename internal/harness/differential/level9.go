package differential

// This file runs programs of shader model 2, which containers for feature level 9 have, by making
// WGSL of them: registers are vectors of four floats, and each instruction is a statement. The
// engines of this module run the WGSL on the resources of a job.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	front "refract/front/wgsl"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/ir/validate"
	"refract/ssa"
)

// A level9 makes WGSL of a program of model 2.
type level9 struct {
	out       strings.Builder
	p         *dxbc.Program9
	tables    *dxbc.Level9
	in        *dxbc.Signature
	outputs   *dxbc.Signature
	resources []direct3d.Resource
	defs      map[int][4]uint32
	integers  map[int]uint32
	shapes    map[int]uint32
	depth     int       // of loops
	read      [256]bool // registers of constants
	entry     string
	err       error
}

// Level9 is the job with the program of shader model 2 of a container in place of its entry point.
// The resources are the ones of the container.
func (j *Job) Level9(data []byte, resources []direct3d.Resource) (*Job, error) {
	source, err := j.level9Source(data, resources)
	if err != nil {
		return nil, err
	}
	list := new(diag.List)
	m := front.Parse(source, 1, front.Options{Allowed: front.AllExtensions}, list)
	if m == nil || list.HasErrors() {
		return nil, fmt.Errorf("the program as WGSL isn't read: %v\n%s", list, source)
	}
	again, err := j.With("level 9", m)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, source)
	}
	again.Source, again.Overrides = source, map[string]float64{}
	return again, nil
}

func (j *Job) level9Source(data []byte, resources []direct3d.Resource) (string, error) {
	c, err := dxbc.ReadContainer(data)
	if err != nil {
		return "", err
	}
	chunk, _ := c.Chunk(dxbc.ChunkAon9)
	if chunk == nil {
		return "", errors.New("the container has no program of shader model 2")
	}
	l, err := dxbc.ReadLevel9(chunk)
	if err != nil {
		return "", err
	}
	x := &level9{p: l.Program, tables: l, resources: resources, entry: j.Entry, defs: map[int][4]uint32{}, integers: map[int]uint32{}, shapes: map[int]uint32{}}
	chunk, kind := c.Chunk(dxbc.ChunkISGN)
	if x.in, err = dxbc.ReadSignature(kind, chunk); err != nil {
		return "", err
	}
	chunk, kind = c.Chunk(dxbc.ChunkOSGN)
	if x.outputs, err = dxbc.ReadSignature(kind, chunk); err != nil {
		return "", err
	}
	x.write(j)
	return x.out.String(), x.err
}

func (x *level9) print(format string, args ...any) { fmt.Fprintf(&x.out, format, args...) }

func (x *level9) fail(format string, args ...any) {
	if x.err == nil {
		x.err = fmt.Errorf(format, args...)
	}
}

// write writes the module.
func (x *level9) write(j *Job) {
	x.print("diagnostic(off, derivative_uniformity);\n")
	for i := range x.p.Instructions {
		in := &x.p.Instructions[i]
		t := x.p.TokensOf(in)
		switch in.Opcode {
		case dxbc.Op9Def:
			x.defs[dxbc.Parameter9(t[0]).Number()] = [4]uint32(t[1:])
		case dxbc.Op9Defi:
			x.integers[dxbc.Parameter9(t[0]).Number()] = t[1]
		case dxbc.Op9Dcl:
			if d := dxbc.Parameter9(t[1]); d.File() == dxbc.File9Sampler {
				x.shapes[d.Number()] = t[0] >> 27 & 15
			}
		}
	}
	for k := range x.resources {
		r := &x.resources[k]
		switch r.Class {
		case "b":
			x.buffer(j, r)
		case "t":
			x.texture(r)
		case "s":
			x.print("@group(%d) @binding(%d) var s%d_: sampler;\n", r.Group, r.Binding, r.Register.Register)
		}
	}
	x.constants()
	x.interfaces()
	x.code()
}

// buffer declares a constant buffer as words.
func (x *level9) buffer(j *Job, r *direct3d.Resource) {
	size := 0
	for k := range j.Buffers {
		if b := &j.Buffers[k]; b.Group == r.Group && b.Binding == r.Binding {
			size = len(b.Data)
		}
	}
	n := r.Register.Register
	rows, rest := size/16, size%16/4
	x.print("struct B%d {", n)
	if rows > 0 {
		x.print(" rows: array<vec4u, %d>,", rows)
	}
	for k := range rest {
		x.print(" rest%d: u32,", k)
	}
	x.print(" }\n@group(%d) @binding(%d) var<uniform> b%d_: B%d;\n", r.Group, r.Binding, n, n)
	x.print("fn row%d(k: i32) -> vec4u {\n", n)
	if rest > 0 {
		x.print("  if (k == %d) { return vec4u(", rows)
		for k := range 4 {
			if k > 0 {
				x.print(", ")
			}
			if k < rest {
				x.print("b%d_.rest%d", n, k)
			} else {
				x.print("0u")
			}
		}
		x.print("); }\n")
	}
	if rows > 0 {
		x.print("  return b%d_.rows[clamp(k, 0, %d)];\n}\n", n, rows-1)
	} else {
		x.print("  return vec4u();\n}\n")
	}
}

// texture declares a texture.
func (x *level9) texture(r *direct3d.Resource) {
	shape := map[uint32]string{2: "2d", 3: "cube", 4: "3d"}
	for _, s := range x.tables.Samplers {
		if uint32(s.Texture) == r.Register.Register {
			x.print("@group(%d) @binding(%d) var t%d_: texture_%s<f32>;\n", r.Group, r.Binding, s.Texture, shape[x.shapes[int(s.Target)]])
			return
		}
	}
}

// constants writes the function that reads a register of constants.
func (x *level9) constants() {
	x.print("fn word(v: u32, kind: i32) -> f32 { switch (kind) { case 0 { return bitcast<f32>(v); } case 1 { return select(0.0, 1.0, v != 0u); } case 2 { return f32(bitcast<i32>(v)); } default { return f32(v); } } }\n")
	x.print("fn c_(n: i32) -> vec4f {\n")
	for k := range x.tables.Floats {
		f := &x.tables.Floats[k]
		x.print("  if (n >= %d && n < %d) { let v = row%d(n - %d + %d); return vec4f(word(v.x, %d), word(v.y, %d), word(v.z, %d), word(v.w, %d)); }\n",
			f.Target, f.Target+f.Count, f.Buffer, f.Target, f.First, f.Conversions[0], f.Conversions[1], f.Conversions[2], f.Conversions[3])
	}
	for n := range 256 {
		if v, ok := x.defs[n]; ok {
			x.print("  if (n == %d) { return bitcast<vec4f>(vec4u(%du, %du, %du, %du)); }\n", n, v[0], v[1], v[2], v[3])
		}
	}
	x.print("  return vec4f();\n}\n")
}

// typeOf is the type of an element of a signature.
func typeOf9(e *dxbc.Element) (name string, lanes []int) {
	for k := range 4 {
		if e.Mask>>k&1 != 0 {
			lanes = append(lanes, k)
		}
	}
	scalar := map[dxbc.ComponentType]string{dxbc.TypeUint: "u32", dxbc.TypeInt: "i32", dxbc.TypeFloat: "f32"}[e.Type]
	if len(lanes) > 1 {
		return fmt.Sprintf("vec%d<%s>", len(lanes), scalar), lanes
	}
	return scalar, lanes
}

// member is the declaration of an element, without its name.
func (x *level9) member(e *dxbc.Element, output bool) string {
	t, _ := typeOf9(e)
	switch {
	case e.SystemValue == dxbc.ValuePosition:
		return "@builtin(position) {}: vec4f"
	case e.SystemValue == dxbc.SignatureDepth:
		return "@builtin(frag_depth) {}: f32"
	}
	flat := ""
	if e.Type != dxbc.TypeFloat && !(output == x.p.Pixel) {
		flat = "@interpolate(flat) "
	}
	return fmt.Sprintf("@location(%d) %s{}: %s", e.Index, flat, t)
}

// interfaces declares the inputs and outputs.
func (x *level9) interfaces() {
	for _, side := range [...]struct {
		name string
		s    *dxbc.Signature
	}{{"In", x.in}, {"Out", x.outputs}} {
		if len(side.s.Elements) == 0 {
			continue
		}
		x.print("struct %s {", side.name)
		for k := range side.s.Elements {
			x.print(" %s,", strings.Replace(x.member(&side.s.Elements[k], side.name == "Out"), "{}", fmt.Sprintf("e%d", k), 1))
		}
		x.print(" }\n")
	}
}

// rank is the number of a register between stages without the one of the position.
func rank9(s *dxbc.Signature, register uint32) int {
	n := int(register)
	for k := range s.Elements {
		if e := &s.Elements[k]; e.SystemValue == dxbc.ValuePosition && e.Register < register {
			n--
		}
	}
	return n
}

// code writes the entry point.
func (x *level9) code() {
	stage := "vertex"
	if x.p.Pixel {
		stage = "fragment"
	}
	parameter := ""
	if len(x.in.Elements) > 0 {
		parameter = "i: In"
	}
	x.print("@%s fn %s(%s) -> Out {\n", stage, x.entry, parameter)
	for k := range 32 {
		x.print("  var r%d: vec4f; ", k)
	}
	x.print("\n")
	for k := range 16 {
		x.print("  var v%d: vec4f; var oT%d: vec4f; ", k, k)
	}
	x.print("\n  var oPos: vec4f; var oC0: vec4f; var oC1: vec4f; var oC2: vec4f; var oC3: vec4f; var oDepth: vec4f; var a0: vec4i; var aL: i32;\n")
	for k := range x.in.Elements {
		e := &x.in.Elements[k]
		_, lanes := typeOf9(e)
		n := int(e.Register)
		if x.p.Pixel {
			n = rank9(x.in, e.Register)
		}
		if e.SystemValue == dxbc.ValuePosition && x.p.Pixel {
			continue
		}
		for at, lane := range lanes {
			if len(lanes) == 1 {
				x.print("  v%d.%c = f32(i.e%d);\n", n, "xyzw"[lane], k)
			} else {
				x.print("  v%d.%c = f32(i.e%d.%c);\n", n, "xyzw"[lane], k, "xyzw"[at])
			}
		}
	}
	before := x.out.String()
	x.out.Reset()
	for i := range x.p.Instructions {
		x.instruction(&x.p.Instructions[i])
	}
	statements := x.out.String()
	x.out.Reset()
	x.print("%s", before)
	for n, read := range x.read {
		if read {
			x.print("  let c%d = c_(%d);\n", n, n)
		}
	}
	x.print("%s", statements)
	x.print("  var o: Out;\n")
	for k := range x.outputs.Elements {
		e := &x.outputs.Elements[k]
		_, lanes := typeOf9(e)
		from := fmt.Sprintf("oT%d", rank9(x.outputs, e.Register))
		switch {
		case e.SystemValue == dxbc.ValuePosition:
			from = "oPos"
		case e.SystemValue == dxbc.SignatureDepth:
			x.print("  o.e%d = oDepth.x;\n", k)
			continue
		case x.p.Pixel:
			from = fmt.Sprintf("oC%d", e.Register)
		}
		swizzle := ""
		for _, lane := range lanes {
			swizzle += string("xyzw"[lane])
		}
		x.print("  o.e%d = %s.%s;\n", k, from, swizzle)
	}
	x.print("  return o;\n}\n")
}

// source is a source as an expression of type vec4f.
func (x *level9) source(tokens []uint32) (expr string, rest []uint32) {
	p := dxbc.Parameter9(tokens[0])
	rest = tokens[1:]
	n := p.Number()
	index := fmt.Sprint(n)
	if p.Relative() {
		a := dxbc.Parameter9(rest[0])
		rest = rest[1:]
		if a.File() == dxbc.File9Loop {
			index += " + aL"
		} else {
			index += fmt.Sprintf(" + a0.%c", "xyzw"[a.Swizzle()&3])
		}
	}
	switch p.File() {
	case dxbc.File9Temp:
		expr = fmt.Sprintf("r%d", n)
	case dxbc.File9Input, dxbc.File9Texture:
		expr = fmt.Sprintf("v%d", n)
	case dxbc.File9Const:
		expr = fmt.Sprintf("c_(%s)", index)
		if !p.Relative() {
			expr = fmt.Sprintf("c%d", n)
			x.read[n] = true
		}
	default:
		x.fail("a source of file %d", p.File())
	}
	s := p.Swizzle()
	if s != dxbc.Identity {
		expr += "."
		for k := range 4 {
			expr += string("xyzw"[s>>(2*k)&3])
		}
	}
	switch p.Modifier() {
	case 0:
	case dxbc.Source9Negate:
		expr = "(-" + expr + ")"
	case dxbc.Source9Abs:
		expr = "abs(" + expr + ")"
	case dxbc.Source9AbsNegate:
		expr = "(-abs(" + expr + "))"
	default:
		x.fail("a source with the modifier %d", p.Modifier())
	}
	return expr, rest
}

// formulas9 are the results of instructions by their sources.
var formulas9 = map[dxbc.Opcode9]string{
	dxbc.Op9Mov: "$0", dxbc.Op9Add: "$0 + $1", dxbc.Op9Sub: "$0 - $1", dxbc.Op9Mad: "$0 * $1 + $2", dxbc.Op9Mul: "$0 * $1",
	dxbc.Op9Rcp: "(1.0 / $0)", dxbc.Op9Rsq: "inverseSqrt(abs($0))", dxbc.Op9Dp3: "vec4f(dot(($0).xyz, ($1).xyz))", dxbc.Op9Dp4: "vec4f(dot($0, $1))",
	dxbc.Op9Min: "min($0, $1)", dxbc.Op9Max: "max($0, $1)", dxbc.Op9Slt: "select(vec4f(), vec4f(1.0), $0 < $1)", dxbc.Op9Sge: "select(vec4f(), vec4f(1.0), $0 >= $1)",
	dxbc.Op9Exp: "exp2($0)", dxbc.Op9Log: "log2(abs($0))", dxbc.Op9Lrp: "$0 * ($1 - $2) + $2", dxbc.Op9Frc: "fract($0)", dxbc.Op9Pow: "pow(abs($0), $1)",
	dxbc.Op9Crs: "vec4f(cross(($0).xyz, ($1).xyz), 0.0)", dxbc.Op9Abs: "abs($0)", dxbc.Op9Nrm: "$0 * inverseSqrt(dot(($0).xyz, ($0).xyz))",
	dxbc.Op9Sincos: "vec4f(cos(($0).x), sin(($0).x), 0.0, 0.0)", dxbc.Op9Cmp: "select($2, $1, $0 >= vec4f())", dxbc.Op9Dp2add: "vec4f(dot(($0).xy, ($1).xy) + ($2).x)",
	dxbc.Op9Dsx: "dpdx($0)", dxbc.Op9Dsy: "dpdy($0)", dxbc.Op9Sgn: "sign($0)", dxbc.Op9Dst: "vec4f(1.0, ($0).y * ($1).y, ($0).z, ($1).w)",
}

// compares9 are the operators of comparisons.
var compares9 = map[uint8]string{1: ">", 2: "==", 3: ">=", 4: "<", 5: "!=", 6: "<="}

// instruction writes an instruction.
func (x *level9) instruction(in *dxbc.Instruction9) {
	tokens := x.p.TokensOf(in)
	if in.Predicated || in.Paired {
		x.fail("a predicated or paired %v", in.Opcode)
	}
	switch in.Opcode {
	case dxbc.Op9Def, dxbc.Op9Defi, dxbc.Op9Defb, dxbc.Op9Dcl, dxbc.Op9Comment, dxbc.Op9Nop:
	case dxbc.Op9Mova:
		v, _ := x.source(tokens[1:])
		x.assign("a0", dxbc.Parameter9(tokens[0]).Mask(), "vec4i(round("+v+"))", 0)
	case dxbc.Op9Rep, dxbc.Op9Loop:
		p := dxbc.Parameter9(tokens[len(tokens)-1])
		count, ok := x.integers[p.Number()]
		expr := fmt.Sprintf("%d", count)
		for _, i := range x.tables.Ints {
			if int(i.Target) == p.Number() {
				expr, ok = fmt.Sprintf("bitcast<i32>(row%d(%d)[%d])", i.Buffer, i.Register, i.Component), true
			}
		}
		if !ok {
			x.fail("a loop without its count")
		}
		x.depth++
		if in.Opcode == dxbc.Op9Loop {
			x.print("  for (aL = 0; aL < %s; aL++) {\n", expr)
		} else {
			x.print("  for (var n%d = 0; n%d < %s; n%d++) {\n", x.depth, x.depth, expr, x.depth)
		}
	case dxbc.Op9Endrep, dxbc.Op9Endloop, dxbc.Op9Endif:
		x.print("  }\n")
	case dxbc.Op9Else:
		x.print("  } else {\n")
	case dxbc.Op9If:
		n := dxbc.Parameter9(tokens[0]).Number()
		for _, b := range x.tables.Bools {
			if int(b.Target) == n {
				x.print("  if (row%d(%d)[%d] != 0u) {\n", b.Buffer, b.Register, b.Component)
				return
			}
		}
		x.fail("an if on a constant that isn't mapped")
	case dxbc.Op9Ifc, dxbc.Op9Breakc:
		a, rest := x.source(tokens)
		b, _ := x.source(rest)
		x.print("  if ((%s).x %s (%s).x) {\n", a, compares9[in.Control], b)
		if in.Opcode == dxbc.Op9Breakc {
			x.print("    break;\n  }\n")
		}
	case dxbc.Op9Break:
		x.print("  break;\n")
	case dxbc.Op9Texkill:
		v, _ := x.source([]uint32{dxbc.Source9(dxbc.Parameter9(tokens[0]).File(), dxbc.Parameter9(tokens[0]).Number(), dxbc.Identity, 0)})
		x.print("  if (any(%s < vec4f())) { discard; }\n", v)
	case dxbc.Op9Texld, dxbc.Op9Texldd:
		x.sample(in, tokens)
	default:
		x.arithmetic(in, tokens)
	}
}

// arithmetic writes an instruction with a formula.
func (x *level9) arithmetic(in *dxbc.Instruction9, tokens []uint32) {
	formula, ok := formulas9[in.Opcode]
	if !ok {
		x.fail("the instruction %v", in.Opcode)
		return
	}
	d := dxbc.Parameter9(tokens[0])
	rest := tokens[1:]
	for k := 0; len(rest) > 0; k++ {
		var v string
		v, rest = x.source(rest)
		formula = strings.ReplaceAll(formula, fmt.Sprintf("$%d", k), v)
	}
	x.store(d, formula)
}

// store stores a vector in a register.
func (x *level9) store(d dxbc.Parameter9, value string) {
	name := ""
	n := d.Number()
	switch d.File() {
	case dxbc.File9Temp:
		name = fmt.Sprintf("r%d", n)
	case dxbc.File9RastOut:
		name = "oPos"
		if n != 0 {
			x.fail("an output of the rasterizer")
		}
	case dxbc.File9TexCoordOut:
		name = fmt.Sprintf("oT%d", n)
	case dxbc.File9ColorOut:
		name = fmt.Sprintf("oC%d", n)
	case dxbc.File9DepthOut:
		name = "oDepth"
	default:
		x.fail("a destination of file %d", d.File())
	}
	x.assign(name, d.Mask(), value, d.Modifiers())
}

func (x *level9) assign(name string, mask uint8, value string, modifiers uint8) {
	if modifiers&dxbc.Dest9Saturate != 0 {
		value = "saturate(" + value + ")"
	}
	x.print("  { let e = %s;", value)
	for k := range 4 {
		if mask>>k&1 != 0 {
			x.print(" %s.%c = e.%c;", name, "xyzw"[k], "xyzw"[k])
		}
	}
	x.print(" }\n")
}

// sample writes a sample of a texture.
func (x *level9) sample(in *dxbc.Instruction9, tokens []uint32) {
	d := dxbc.Parameter9(tokens[0])
	at, rest := x.source(tokens[1:])
	n := dxbc.Parameter9(rest[0]).Number()
	if p := dxbc.Parameter9(tokens[1]); p.Swizzle() != dxbc.Identity || p.Modifier() != 0 || d.Mask() != 15 {
		x.fail("a sample with a swizzle, modifier or mask")
	}
	part := map[uint32]string{2: "xy", 3: "xyz", 4: "xyz"}[x.shapes[n]]
	for _, s := range x.tables.Samplers {
		if int(s.Target) != n {
			continue
		}
		switch {
		case in.Opcode == dxbc.Op9Texldd:
			dx, rest := x.source(rest[1:])
			dy, _ := x.source(rest)
			x.store(d, fmt.Sprintf("textureSampleGrad(t%d_, s%d_, (%s).%s, (%s).%s, (%s).%s)", s.Texture, s.Sampler, at, part, dx, part, dy, part))
		case in.Control == dxbc.Tex9Bias:
			x.store(d, fmt.Sprintf("textureSampleBias(t%d_, s%d_, (%s).%s, (%s).w)", s.Texture, s.Sampler, at, part, at))
		case in.Control == dxbc.Tex9Project:
			x.store(d, fmt.Sprintf("textureSample(t%d_, s%d_, (%s).%s / (%s).w)", s.Texture, s.Sampler, at, part, at))
		default:
			x.store(d, fmt.Sprintf("textureSample(t%d_, s%d_, (%s).%s)", s.Texture, s.Sampler, at, part))
		}
		return
	}
	x.fail("a sample of s%d, which no table has", n)
}

// DrawPoints draws a row of points with the vertex shader of a job, by this module. The shader's inputs
// are its position at location 0, a vector of four floats and of two, and a float, all sixteenths.
func (j *Job) DrawPoints(vertex *Job, fragment string, count int) (*Drawing, error) {
	var programs [2]exec.Program
	for k, of := range [...]*Job{vertex, j} {
		p, err := interp.Engine{}.Load(of.Module, exec.LoadOptions{Overrides: of.Overrides})
		if err != nil {
			return nil, err
		}
		programs[k] = p
	}
	pass, picture, err := raster.NewPass(count, 1, exec.FormatByName("rgba32float"), 1, false)
	if err != nil {
		return nil, err
	}
	pass.Options.MaxSteps = MaxSteps
	out := j.Fresh()
	var resources exec.Resources
	for i := range j.Buffers {
		resources.Bind(j.Buffers[i].Group, j.Buffers[i].Binding, &exec.Buffer{Data: out[i], ReadOnly: !j.Buffers[i].Writable})
	}
	var data []byte
	for n := range count {
		place := float32(2*n+1)/float32(count) - 1
		for k, v := range [...]float32{place, 0, 0.5, 1, 0, 0, 0, 0, 0, 0, 0} {
			if k >= 4 {
				v = float32((n*7+k*k*5)%97-40) / 16
			}
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
	}
	layout := raster.VertexLayout{Stride: 44, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x4}, {Location: 1, Format: raster.Float32x4, Offset: 16},
		{Location: 2, Format: raster.Float32x2, Offset: 32}, {Location: 3, Format: raster.Float32, Offset: 40}}}
	draw := &raster.Draw{Resources: &resources, Count: count, Buffers: [][]byte{data}, Pipeline: &raster.Pipeline{
		Vertex: raster.Shader{Program: programs[0], Entry: vertex.Entry}, Fragment: raster.Shader{Program: programs[1], Entry: fragment},
		Buffers: []raster.VertexLayout{layout}, Primitive: raster.Primitive{Topology: raster.PointList},
	}}
	if err := pass.Draw(context.Background(), draw); err != nil {
		return nil, err
	}
	return &Drawing{nil, picture.Level(0)}, nil
}

// Differences is the greatest difference of two drawings' floats, relative to numbers above 1, and how
// many pixels differ by more than a part.
func (j *Job) Differences(a, b *Drawing, part float64) (worst float64, pixels int) {
	for at := 0; at < len(a.Pixels); at += 16 {
		far := false
		for k := 0; k < 16; k += 4 {
			x, y := float64(wordFloat(a.Pixels[at+k:])), float64(wordFloat(b.Pixels[at+k:]))
			if x == y || x != x || y != y {
				continue
			}
			d := math.Abs(x-y) / max(1, math.Abs(x), math.Abs(y))
			if d > part {
				far = true
			}
			worst = max(worst, d)
		}
		if far {
			pixels++
		}
	}
	return worst, pixels
}

func wordFloat(b []byte) float32 {
	return math.Float32frombits(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
}

// Info is the validation of the job's module.
func (j *Job) Info() *validate.Info { return j.info }

// LevelOptimizer runs a level of optimization; nil: level 0.
func LevelOptimizer(level int) func(*ssa.Shader) error {
	if level == 0 {
		return nil
	}
	return optimizer(level)
}
