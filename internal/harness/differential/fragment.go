package differential

// This file runs fragment shaders: on the reference engine, and on a device that draws a
// triangle over the whole target. The inputs of the fragments are the same for both: at
// each location a value that is linear in the position, with coefficients so that no step
// on the way to it rounds.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	back "refract/back/spirv"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// A Drawing is the result of a fragment shader: the buffers and storage textures, and the
// first render target's pixels, 16 bytes each, row by row from the top, in the form of
// [Job.Target]. Pixels without a fragment are zero.
type Drawing struct {
	Buffers Result
	Pixels  []byte
}

// Target is the type of the scalars in a pixel, and which of them are written, as bits; 0
// if the shader has no output at location 0. The error names parts that can't be drawn.
func (j *Job) Target() (s ir.Scalar, written uint, err error) {
	outputs := j.outputs()
	for i, o := range outputs {
		x, n := j.Module.Types.ScalarOf(o.ty), max(1, int(j.Module.Types.At(o.ty).Rows))
		if i > 0 && x != s {
			return s, written, fmt.Errorf("parts of a pixel of %v and %v", s, x)
		}
		s = x
		written |= (1<<n - 1) << o.binding.Component
	}
	if len(outputs) > 0 && s != ir.F32 && s != ir.I32 && s != ir.U32 {
		err = fmt.Errorf("a target of %v", s)
	}
	return s, written, err
}

// outputs are the outputs that are parts of the first target's pixel.
func (j *Job) outputs() (list []input) {
	m, f := j.Module, j.Module.Func(j.entry().Function)
	add := func(b *ir.Binding, t ir.TypeID) {
		if b.Kind == ir.BindLocation && b.Location == 0 && (!b.HasBlendSrc || b.BlendSrc == 0) {
			list = append(list, input{b, t})
		}
	}
	if f.Result == 0 {
		return nil
	}
	if f.ResultBinding.Kind != ir.NoBinding {
		add(&f.ResultBinding, f.Result)
	} else if st := m.StructOf(f.Result); st != nil {
		for i := range st.Members {
			add(&st.Members[i].Binding, st.Members[i].Type)
		}
	}
	return list
}

func (j *Job) entry() *ir.EntryPoint {
	for i := range j.Module.EntryPoints {
		if e := &j.Module.EntryPoints[i]; e.Name == j.Entry && e.Stage == j.Stage {
			return e
		}
	}
	panic("differential: a job without its entry point")
}

// input is one value that fragments get or leave.
type input struct {
	binding *ir.Binding
	ty      ir.TypeID
}

// inputs are the values that the entry point gets by location. The error names
// one that isn't made up here.
func (j *Job) inputs() (list []input, err error) {
	m, f := j.Module, j.Module.Func(j.entry().Function)
	add := func(b *ir.Binding, t ir.TypeID) {
		switch {
		case b.Kind == ir.BindLocation:
			if s := m.Types.ScalarOf(t); s != ir.F32 && s != ir.I32 && s != ir.U32 {
				err = fmt.Errorf("an input of %v", s)
			}
			list = append(list, input{b, t})
		case b.BuiltIn != ir.BuiltInPosition && b.BuiltIn != ir.BuiltInFrontFacing && b.BuiltIn != ir.BuiltInHelperInvocation && b.BuiltIn != ir.BuiltInSamplePosition &&
			b.BuiltIn != ir.BuiltInSampleMask && b.BuiltIn != ir.BuiltInSampleIndex:
			err = fmt.Errorf("the input %v", b.BuiltIn)
		}
	}
	for i := range f.Args {
		a := &f.Args[i]
		if st := m.StructOf(a.Type); st != nil {
			for k := range st.Members {
				add(&st.Members[k].Binding, st.Members[k].Type)
			}
		} else {
			add(&a.Binding, a.Type)
		}
	}
	return list, err
}

// A location's component c is base + x*(c+1)/4 + y*(c+2)/8, x and y in pixels, or base + c
// if it is an integer.
func base(location uint32) float32 { return float32(location+1) / 2 }

// integer is a component of an input: small and not negative if a device's inputs are.
func (j *Job) integer(in *input, c int) int32 {
	c += int(in.binding.Component)
	if j.devices {
		return int32(in.binding.Location+uint32(c)) % 3
	}
	return int32(in.binding.Location) - int32(c) - 2
}

// at is the value of an input for a fragment.
func (j *Job) at(in *input, x, y float32) any {
	t := j.Module.Types.At(in.ty)
	if in.binding.Interpolation == ir.InterpolateFlat {
		x, y = 0, 0 // where the first vertex lies
	}
	n := max(1, int(t.Rows))
	floats, ints, uints := make([]float32, n), make([]int32, n), make([]uint32, n)
	for c := range n {
		k := c + int(in.binding.Component)
		floats[c] = base(in.binding.Location) + x*float32(k+1)/4 + y*float32(k+2)/8
		ints[c] = j.integer(in, c)
		uints[c] = in.binding.Location*7 + uint32(k)
	}
	vector := t.Kind == ir.TypeVector
	switch s := j.Module.Types.ScalarOf(in.ty); {
	case s == ir.F32 && vector:
		return floats
	case s == ir.F32:
		return floats[0]
	case s == ir.I32 && vector:
		return ints
	case s == ir.I32:
		return ints[0]
	case vector:
		return uints
	}
	return uints[0]
}

// Fragments runs a job on the reference engine, for every pixel, and reports the findings
// of the checks with an error that wraps ErrFindings.
func (j *Job) Fragments(width, height int, check exec.Check) (*Drawing, error) {
	return j.FragmentsOn(interp.Engine{}, width, height, check)
}

// FragmentsOn is Fragments on another engine of this module.
func (j *Job) FragmentsOn(e exec.Engine, width, height int, check exec.Check) (*Drawing, error) {
	scalar, _, err := j.Target()
	if err != nil {
		return nil, err
	}
	inputs, err := j.inputs()
	if err != nil {
		return nil, err
	}
	p, err := e.Load(j.Module, exec.LoadOptions{Overrides: j.Overrides})
	if err != nil {
		return nil, err
	}
	d := &Drawing{j.Fresh(), make([]byte, 16*width*height)}
	var resources exec.Resources
	if err := j.bindAll(&resources, d.Buffers); err != nil {
		return nil, err
	}
	vectors := 0 // components of the pixel where a vector begins
	for _, o := range j.outputs() {
		if j.Module.Types.At(o.ty).Kind == ir.TypeVector {
			vectors |= 1 << o.binding.Component
		}
	}
	masked := make([]bool, width*height) // pixels whose one sample the shader leaves out
	grid := exec.FragmentGrid{Width: width, Height: height,
		Input: func(x, y int, b ir.Binding, v exec.View) error {
			if b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInSampleMask {
				return v.Set(uint32(1)) // there is one sample
			}
			for i := range inputs {
				if b.Kind == ir.BindLocation && inputs[i].binding.Location == b.Location && inputs[i].binding.Component == b.Component {
					return v.Set(j.at(&inputs[i], float32(x)+.5, float32(y)+.5))
				}
			}
			return nil
		},
		Output: func(x, y int, b ir.Binding, v exec.View) error {
			at := y*width + x
			switch {
			case b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInSampleMask:
				if mask, err := sampleMask(v); err != nil || mask&1 != 0 {
					return err
				}
				masked[at] = true
				clear(d.Pixels[16*at : 16*at+16])
				return nil
			case b.Kind != ir.BindLocation || b.Location != 0 || b.HasBlendSrc && b.BlendSrc != 0 || masked[at]:
				return nil
			}
			return j.pixel(d.Pixels[16*at+4*int(b.Component):], scalar, vectors&(1<<b.Component) != 0, v)
		},
	}
	report, err := p.Fragments(context.Background(), j.Entry, grid, &resources, exec.RunOptions{Check: check, MaxSteps: MaxSteps})
	if err != nil {
		return nil, err
	}
	if report.Findings != nil {
		return nil, fmt.Errorf("%w: %v", ErrFindings, report.Findings)
	}
	return d, nil
}

// sampleMask reads an output that is a sample mask.
func sampleMask(v exec.View) (mask uint32, err error) {
	if err = v.Get(&mask); err != nil {
		var signed int32
		err = v.Get(&signed)
		mask = uint32(signed)
	}
	return mask, err
}

// Reference runs a job on the reference engine with checks, for a small target, or for a
// single pixel if fragments would write memory that others read or write, or operate
// atomically on it: their order is undefined.
func (j *Job) Reference() (d *Drawing, width, height int, err error) {
	const checks = exec.CheckRaces | exec.CheckBounds
	if !j.atomics {
		d, err = j.Fragments(8, 4, checks)
		if !errors.Is(err, ErrFindings) {
			return d, 8, 4, err
		}
	}
	d, err = j.Fragments(1, 1, checks)
	return d, 1, 1, err
}

// pixel writes an output, a scalar or a vector, into a pixel from its first component on.
func (j *Job) pixel(to []byte, scalar ir.Scalar, vector bool, v exec.View) error {
	put := func(c int, v exec.View) (err error) {
		var bits uint32
		switch scalar {
		case ir.F32:
			var x float32
			err, bits = v.Get(&x), 0
			bits = math.Float32bits(x)
		case ir.I32:
			var x int32
			err = v.Get(&x)
			bits = uint32(x)
		default:
			err = v.Get(&bits)
		}
		binary.LittleEndian.PutUint32(to[4*c:], bits)
		return err
	}
	if !vector {
		return put(0, v)
	}
	for c := range v.Len() {
		part, err := v.Index(c)
		if err == nil {
			err = put(c, part)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Vertex is the WGSL of the vertex shader that draws a job.
func (j *Job) Vertex(width, height int) (string, error) {
	inputs, err := j.inputs()
	if err != nil {
		return "", err
	}
	var members, body strings.Builder
	for i := range inputs {
		in := &inputs[i]
		s := j.Module.Types.ScalarOf(in.ty)
		n, flat, name := 0, "", fmt.Sprint("v", in.binding.Location)
		for k := range inputs { // those that share the location, too
			if o := &inputs[k]; o.binding.Location == in.binding.Location && k < i {
				n = -1
			} else if o.binding.Location == in.binding.Location && n >= 0 {
				n = max(n, int(o.binding.Component)+max(1, int(j.Module.Types.At(o.ty).Rows)))
			}
		}
		if n < 0 {
			continue
		}
		if s.IsInteger() {
			flat = " @interpolate(flat)"
		}
		scalar := map[ir.Scalar]string{ir.F32: "f32", ir.I32: "i32", ir.U32: "u32"}[s]
		ty := scalar
		if n > 1 {
			ty = fmt.Sprintf("vec%d<%s>", n, scalar)
		}
		fmt.Fprintf(&members, "  @location(%d)%s %s: %s,\n", in.binding.Location, flat, name, ty)
		first := input{&ir.Binding{Location: in.binding.Location}, in.ty}
		var parts []string
		for c := range n {
			switch s {
			case ir.F32:
				parts = append(parts, fmt.Sprintf("%g + x * %g + y * %g", base(in.binding.Location), float32(c+1)/4, float32(c+2)/8))
			case ir.I32:
				parts = append(parts, fmt.Sprint(j.integer(&first, c)))
			default:
				parts = append(parts, fmt.Sprint(int(in.binding.Location)*7+c))
			}
		}
		fmt.Fprintf(&body, "  o.%s = %s(%s);\n", name, ty, strings.Join(parts, ", "))
	}
	return fmt.Sprintf(`struct Out {
  @builtin(position) position: vec4f,
%s}

@vertex
fn main(@builtin(vertex_index) i: u32) -> Out {
  let x = select(0.0, %d.0, i == 1);
  let y = select(0.0, %d.0, i == 2);
  var o: Out;
  o.position = vec4f(select(-1.0, 3.0, i == 1), select(1.0, -3.0, i == 2), 0.0, 1.0);
%s  return o;
}
`, &members, 2*width, 2*height, &body), nil
}

// Draw runs a job's translated shader on a device.
func (j *Job) Draw(d *vkrun.Device, shader vkrun.Shader, width, height int) (*Drawing, error) {
	out := j.Fresh()
	bindings, err := j.Bindings(out)
	if err != nil {
		return nil, err
	}
	pixels, err := j.DrawWith(d, shader, bindings, width, height)
	return &Drawing{out, pixels}, err
}

// vertexModule is the module of Vertex.
func (j *Job) vertexModule(width, height int) (*ir.Module, error) {
	source, err := j.Vertex(width, height)
	if err != nil {
		return nil, err
	}
	m := ir.NewModule()
	var list diag.List
	if new(wgsl.Reader).Read(m, source, 1, wgsl.Options{}, &list) != nil {
		new(validate.Validator).Validate(m, validate.Options{}, &list)
	}
	if list.HasErrors() {
		return nil, fmt.Errorf("the vertex shader: %v\n%s", list.Sorted(), source)
	}
	return m, nil
}

// targetFormat is the format of the picture that a job draws.
func (j *Job) targetFormat() (vkrun.Format, error) {
	scalar, _, err := j.Target()
	switch scalar {
	case ir.I32:
		return vkrun.RGBA32I, err
	case ir.U32:
		return vkrun.RGBA32U, err
	}
	return vkrun.RGBA32F, err
}

// DrawWith is Draw with other bindings, and returns the pixels.
func (j *Job) DrawWith(d *vkrun.Device, shader vkrun.Shader, bindings []vkrun.Binding, width, height int) ([]byte, error) {
	m, err := j.vertexModule(width, height)
	if err != nil {
		return nil, err
	}
	o := SPIRVOptions()
	o.AdjustCoordinateSpace = true
	words, err := new(back.Writer).Write(nil, m, o)
	if err != nil {
		return nil, err
	}
	format, err := j.targetFormat()
	if err != nil {
		return nil, err
	}
	vertex := vkrun.Shader{SPIRV: spirv.AppendBytes(nil, words), Entry: "main"}
	return d.Draw(vertex, shader, bindings, j.Immediate, format, width, height, 3)
}

// DrawSPIRV runs a job as the SPIR-V that back/spirv writes.
func (j *Job) DrawSPIRV(d *vkrun.Device, width, height int) (*Drawing, error) {
	o := SPIRVOptions()
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageFragment, j.Overrides
	if o.Overrides == nil {
		o.Overrides = map[string]float64{}
	}
	words, err := new(back.Writer).Write(nil, j.Module, o)
	if err != nil {
		return nil, err
	}
	return j.Draw(d, vkrun.Shader{SPIRV: spirv.AppendBytes(nil, words), Entry: j.Entry}, width, height)
}

// CompareDrawings describes the first difference of two drawings, or returns "". Components
// of pixels that the shader doesn't write don't count.
func (j *Job) CompareDrawings(a, b *Drawing) string {
	if s := j.Compare(a.Buffers, b.Buffers); s != "" {
		return s
	}
	most := j.tolerance()
	if j.Loose > 0 {
		most = -j.Loose
	}
	scalar, written, _ := j.Target()
	kind := word
	if scalar == ir.F32 {
		kind = float
	}
	for at := 0; at < len(a.Pixels); at += 4 {
		x, y := a.Pixels[at:at+4], b.Pixels[at:at+4]
		if written>>(at%16/4)&1 == 0 || string(x) == string(y) || same(kind, x, y, most) {
			continue
		}
		return fmt.Sprintf("pixel %d's component %d differs: %s and %s", at/16, at%16/4, show(kind, x), show(kind, y))
	}
	return ""
}
