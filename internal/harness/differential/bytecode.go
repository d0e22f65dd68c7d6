package differential

// This file runs jobs as bytecode of Direct3D: written by back/dxbc or back/dxil, checked by
// Microsoft's disassembler or validator, and taken by dxil-spirv to SPIR-V for a device.

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"testing"

	"refract/back/dxbc"
	"refract/back/dxil"
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// Shifts of registers, by class, in the SPIR-V of containers.
var d3dShifts = map[byte]uint32{'b': 0, 't': 100, 'u': 200, 's': 300}

// countsRegister is the constant buffer with the numbers of workgroups.
const countsRegister = 13

// A container is a shader as a back end writes it, and as SPIR-V.
type container struct {
	data     []byte
	spirv    []byte
	places   *direct3d.Reflection
	separate bool // a register for each element of an array
	err      error
}

// Bytecode is a format of containers, with the options of its writer.
type Bytecode struct {
	checker string // the tool that checks containers
	// write writes an entry point. Outputs are the locations that a vertex shader writes; nil: all.
	write func(j *Job, m *ir.Module, info *validate.Info, entry string, stage ir.Stage, outputs []uint32) container
}

// DXBC is the bytecode of shader models 4 and 5. For each job change makes options of the usual
// ones, by the job's turn, and returns a level of optimization.
func DXBC(change func(n int, o *dxbc.Options) (level int)) *Bytecode {
	var w dxbc.Writer
	return &Bytecode{"dxbc", func(j *Job, m *ir.Module, info *validate.Info, entry string, stage ir.Stage, outputs []uint32) (c container) {
		o := dxbc.NewOptions()
		o.EntryPoint, o.Stage, o.Overrides, o.VertexOutputs = entry, stage, j.Overrides, outputs
		o.ExternalForm = transform.ExternalSingle
		level := change(j.Turn, &o)
		o.ClampConversions = true            // dxil-spirv converts as SPIR-V does
		o.Bounds.Buffer = transform.Restrict // as the interpreter does
		o.SpecialConstants = &dxbc.Register{Register: countsRegister}
		c.data, c.places, c.err = w.Write(m, info, o, levelOptimizer(level))
		c.separate = o.Profile < dxbc.Profile51
		return c
	}}
}

// DXIL is the bytecode of shader model 6, as DXBC is that of earlier ones.
func DXIL(change func(n int, o *dxil.Options) (level int)) *Bytecode {
	var w dxil.Writer
	return &Bytecode{"dxil", func(j *Job, m *ir.Module, info *validate.Info, entry string, stage ir.Stage, outputs []uint32) (c container) {
		o := dxil.NewOptions()
		o.EntryPoint, o.Stage, o.Overrides, o.VertexOutputs = entry, stage, j.Overrides, outputs
		o.ExternalForm = transform.ExternalSingle
		level := change(j.Turn, &o)
		o.Bounds.Buffer = transform.Restrict // as the interpreter does
		o.SpecialConstants = &dxil.Register{Register: countsRegister}
		c.data, c.places, c.err = w.Write(m, info, o, levelOptimizer(level))
		return c
	}}
}

// levelOptimizer is the optimizer of a level.
func levelOptimizer(level int) *back.Optimizer {
	o := &back.Optimizer{Strict: true}
	if level != 0 {
		o.Run = optimizer(level)
	}
	return o
}

// translate checks containers and makes SPIR-V of them.
func (b *Bytecode) translate(t testing.TB, list []container) {
	t.Helper()
	type row struct {
		DXBC string `json:"dxbc,omitempty"`
		DXIL string `json:"dxil,omitempty"`
		Code string `json:"code,omitempty"`
	}
	ask := func(oracle string, use func(c *container, v *harness.Verdict)) {
		var rows []row
		var at []int
		for n := range list {
			if c := &list[n]; c.err == nil && c.data != nil {
				code := base64.StdEncoding.EncodeToString(c.data)
				r := row{Code: code}
				switch oracle {
				case "dxbc":
					r = row{DXBC: code}
				case "dxil":
					r = row{DXIL: code}
				}
				rows, at = append(rows, r), append(at, n)
			}
		}
		if len(rows) == 0 {
			return
		}
		for i, v := range harness.Oracle(t, oracle, rows) {
			if c := &list[at[i]]; v.OK {
				use(c, &v)
			} else if c.err = errors.New(oracle + ": " + v.Text()); v.Crash {
				c.err = leftOut("the translator ends: " + v.Text())
			}
		}
	}
	ask(b.checker, func(*container, *harness.Verdict) {})
	ask("d3d-spirv", func(c *container, v *harness.Verdict) {
		if c.spirv, c.err = base64.StdEncoding.DecodeString(v.SPIRV); c.err == nil {
			c.err = validSPIRV(c.spirv)
		}
	})
}

// Run runs jobs as containers on a device. A job that couldn't be run has a nil result and an
// error.
func (b *Bytecode) Run(t testing.TB, d *vkrun.Device, jobs []*Job) ([]Result, []error) {
	t.Helper()
	all := newBatch(jobs)
	list := make([]container, len(jobs))
	for n, j := range all.jobs {
		if j != nil {
			list[n] = b.write(j, j.Module, j.info, j.Entry, ir.StageCompute, nil)
		}
	}
	b.translate(t, list)
	for n, j := range all.jobs {
		switch c := &list[n]; {
		case j == nil:
		case c.err != nil:
			all.errs[n] = c.err
		default:
			all.results[n], all.errs[n] = j.runContainer(d, c)
		}
	}
	return all.results, all.errs
}

// runContainer runs a container's SPIR-V for a job.
func (j *Job) runContainer(d *vkrun.Device, c *container) (Result, error) {
	out, padded, bindings, err := j.slangBindings()
	if err != nil {
		return nil, err
	}
	if err := d.Compute(vkrun.Shader{SPIRV: c.spirv, Entry: "main"}, j.placed(bindings, c), nil, j.Workgroups); err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = padded[i][:len(out[i])]
	}
	return out, nil
}

// placed are bindings in the places that containers have for them.
func (j *Job) placed(bindings []vkrun.Binding, containers ...*container) (list []vkrun.Binding) {
	known := map[[2]uint32]bool{}
	for _, c := range containers {
		for _, r := range c.places.Resources {
			at := vkrun.Binding{Set: r.Register.Space, Binding: r.Register.Register + d3dShifts[r.Class[0]]}
			if known[[2]uint32{at.Set, at.Binding}] {
				continue
			}
			known[[2]uint32{at.Set, at.Binding}] = true
			switch {
			case !r.HasBinding && r.Register.Register == countsRegister:
				for _, n := range append(j.Workgroups[:], 0) {
					at.Data = binary.LittleEndian.AppendUint32(at.Data, n)
				}
				list = append(list, at)
			case !r.HasBinding:
				at.Data = append(at.Data, j.Immediate...)
				for len(at.Data)%16 != 0 {
					at.Data = append(at.Data, 0)
				}
				list = append(list, at)
			default:
				for _, b := range bindings {
					isSampler := b.Sampler != nil && b.Texture == nil
					if b.Set != r.Group || b.Binding != r.Binding || isSampler != (r.Class == "s") {
						continue
					}
					element := b.Element
					b.Set, b.Binding = at.Set, at.Binding
					if c.separate {
						b.Binding, b.Element = at.Binding+element, 0
					}
					list = append(list, b)
				}
			}
		}
	}
	return list
}

// Draw draws with the fragment shaders of jobs as containers on a device, as Run runs compute
// shaders. A job that couldn't be drawn has a nil result and an error.
func (b *Bytecode) Draw(t testing.TB, d *vkrun.Device, jobs []*Job, sizes [][2]int) ([]*Drawing, []error) {
	t.Helper()
	results, errs := make([]*Drawing, len(jobs)), make([]error, len(jobs))
	apart := make([]*Job, len(jobs))
	list := make([]container, 2*len(jobs)) // vertex, fragment
	for n := range jobs {
		j, err := jobs[n].separated()
		if err != nil {
			errs[n] = err
			continue
		}
		apart[n] = j
		m, err := j.vertexModule(sizes[n][0], sizes[n][1])
		if err != nil {
			errs[n] = err
			continue
		}
		m.EntryPoints[0].ClipSpace = ir.ClipSpaceVulkan // the device's
		j.interpolate(m)
		info, err := validate.Module(m, validate.Options{})
		if err != nil {
			errs[n] = err
			continue
		}
		j.Turn = n
		plain := *j
		plain.Overrides = nil
		list[2*n] = b.write(&plain, m, info, "main", ir.StageVertex, nil)
		list[2*n+1] = b.write(j, j.Module, j.info, j.Entry, ir.StageFragment, nil)
	}
	b.translate(t, list)
	for n, j := range apart {
		vertex, fragment := &list[2*n], &list[2*n+1]
		if errs[n] = cmp.Or(errs[n], vertex.err, fragment.err); errs[n] == nil {
			results[n], errs[n] = j.drawContainers(d, vertex, fragment, sizes[n])
		}
	}
	return results, errs
}

// interpolate gives the outputs of the vertex shader of a drawing the interpolation of the
// fragment shader's inputs: outputs share registers if their interpolation is the same.
func (j *Job) interpolate(m *ir.Module) {
	inputs, err := j.inputs()
	if err != nil {
		return
	}
	for k := range m.Structs {
		for i := range m.Structs[k].Members {
			b := &m.Structs[k].Members[i].Binding
			for _, in := range inputs {
				if b.Kind == ir.BindLocation && b.Location == in.binding.Location {
					b.Interpolation, b.Sampling = in.binding.Interpolation, in.binding.Sampling
				}
			}
		}
	}
}

func (j *Job) drawContainers(d *vkrun.Device, vertex, fragment *container, size [2]int) (*Drawing, error) {
	out, padded, bindings, err := j.slangBindings()
	if err != nil {
		return nil, err
	}
	format, err := j.targetFormat()
	if err != nil {
		return nil, err
	}
	pixels, err := d.Draw(vkrun.Shader{SPIRV: vertex.spirv, Entry: "main"}, vkrun.Shader{SPIRV: fragment.spirv, Entry: "main"},
		j.placed(bindings, vertex, fragment), nil, format, size[0], size[1], 3)
	for i := range out {
		out[i] = padded[i][:len(out[i])]
	}
	return &Drawing{out, pixels}, driverRefuses(err)
}

// Vertices is DrawVertices by containers: a row of pixels for each job, or an error.
func (b *Bytecode) Vertices(t testing.TB, d *vkrun.Device, jobs []*Job, fragment string, pixels int) ([][]byte, []error) {
	t.Helper()
	results, errs := make([][]byte, len(jobs)), make([]error, len(jobs))
	list := make([]container, 2*len(jobs)) // vertex, fragment
	for n, j := range jobs {
		m := j.Module.Clone()
		for k := range m.EntryPoints {
			m.EntryPoints[k].ClipSpace = ir.ClipSpaceVulkan // the device's
		}
		list[2*n] = b.write(j, m, j.info, j.Entry, ir.StageVertex, locations(m, fragment))
		list[2*n+1] = b.write(j, m, j.info, fragment, ir.StageFragment, nil)
	}
	b.translate(t, list)
	for n, j := range jobs {
		vertex, fragment := &list[2*n], &list[2*n+1]
		if errs[n] = cmp.Or(vertex.err, fragment.err); errs[n] != nil {
			continue
		}
		_, _, bindings, err := j.slangBindings()
		if err == nil {
			results[n], err = d.Draw(vkrun.Shader{SPIRV: vertex.spirv, Entry: "main"}, vkrun.Shader{SPIRV: fragment.spirv, Entry: "main"},
				j.placed(bindings, vertex, fragment), nil, vkrun.RGBA32U, pixels, 1, 3*pixels)
		}
		errs[n] = driverRefuses(err)
	}
	return results, errs
}

// locations are the locations that a fragment shader reads.
func locations(m *ir.Module, entry string) []uint32 {
	list := []uint32{}
	note := func(b *ir.Binding) {
		if b.Kind == ir.BindLocation {
			list = append(list, b.Location)
		}
	}
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Name == entry && e.Stage == ir.StageFragment {
			f := m.Func(e.Function)
			for k := range f.Args {
				if s := m.StructOf(f.Args[k].Type); s != nil {
					for j := range s.Members {
						note(&s.Members[j].Binding)
					}
				} else {
					note(&f.Args[k].Binding)
				}
			}
		}
	}
	return list
}
