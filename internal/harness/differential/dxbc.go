package differential

// This file runs jobs as Direct3D bytecode: written by back/dxbc, checked by Microsoft's
// disassembler, and taken by dxil-spirv to SPIR-V for a device.

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"testing"

	"refract/back/dxbc"
	"refract/internal/back"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
)

// Shifts of registers, by class, in the SPIR-V of containers.
var d3dShifts = map[byte]uint32{'b': 0, 't': 100, 'u': 200, 's': 300}

// countsRegister is the constant buffer with the numbers of workgroups.
const countsRegister = 13

// A container is a shader as back/dxbc writes it, and as SPIR-V.
type container struct {
	data     []byte
	spirv    []byte
	places   *dxbc.Reflection
	separate bool // a register for each element of an array
	err      error
}

// written writes an entry point; level is the level of optimization.
func written(w *dxbc.Writer, j *Job, m *ir.Module, info *validate.Info, entry string, stage ir.Stage, change func(n int, o *dxbc.Options) (level int)) (c container) {
	o := dxbc.NewOptions()
	o.EntryPoint, o.Stage, o.Overrides = entry, stage, j.Overrides
	o.ExternalForm = transform.ExternalSingle
	level := change(j.Turn, &o)
	o.ClampConversions = true            // dxil-spirv converts as SPIR-V does
	o.Bounds.Buffer = transform.Restrict // as the interpreter does
	o.SpecialConstants = &dxbc.Register{Register: countsRegister}
	optimizer := &back.Optimizer{Strict: true}
	if level != 0 {
		optimizer.Run = func(s *ssa.Shader) error { return optimize(s, level) }
	}
	c.data, c.places, c.err = w.Write(m, info, o, optimizer)
	c.separate = o.Profile < dxbc.Profile51
	return c
}

// translate checks containers and makes SPIR-V of them.
func translate(t testing.TB, list []container) {
	t.Helper()
	type row struct {
		DXBC string `json:"dxbc,omitempty"`
		Code string `json:"code,omitempty"`
	}
	ask := func(oracle string, use func(c *container, v *harness.Verdict)) {
		var rows []row
		var at []int
		for n := range list {
			if c := &list[n]; c.err == nil && c.data != nil {
				code := base64.StdEncoding.EncodeToString(c.data)
				rows, at = append(rows, row{code, code}), append(at, n)
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
	ask("dxbc", func(*container, *harness.Verdict) {})
	ask("d3d-spirv", func(c *container, v *harness.Verdict) {
		if c.spirv, c.err = base64.StdEncoding.DecodeString(v.SPIRV); c.err == nil {
			c.err = validSPIRV(c.spirv)
		}
	})
}

// DXBC runs jobs as containers on a device, each with the options that change makes of the
// usual ones, and a level of optimization, by the job's turn. A job that couldn't be run has a
// nil result and an error.
func DXBC(t testing.TB, d *vkrun.Device, jobs []*Job, change func(n int, o *dxbc.Options) (level int)) ([]Result, []error) {
	t.Helper()
	b := newBatch(jobs)
	var w dxbc.Writer
	list := make([]container, len(jobs))
	for n, j := range b.jobs {
		if j != nil {
			list[n] = written(&w, j, j.Module, j.info, j.Entry, ir.StageCompute, change)
		}
	}
	translate(t, list)
	for n, j := range b.jobs {
		switch c := &list[n]; {
		case j == nil:
		case c.err != nil:
			b.errs[n] = c.err
		default:
			b.results[n], b.errs[n] = j.runContainer(d, c)
		}
	}
	return b.results, b.errs
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

// DXBCDrawings draws with the fragment shaders of jobs as containers on a device, as DXBC runs
// compute shaders. A job that couldn't be drawn has a nil result and an error.
func DXBCDrawings(t testing.TB, d *vkrun.Device, jobs []*Job, sizes [][2]int, change func(n int, o *dxbc.Options) (level int)) ([]*Drawing, []error) {
	t.Helper()
	results, errs := make([]*Drawing, len(jobs)), make([]error, len(jobs))
	apart := make([]*Job, len(jobs))
	var w dxbc.Writer
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
		list[2*n] = written(&w, &plain, m, info, "main", ir.StageVertex, change)
		list[2*n+1] = written(&w, j, j.Module, j.info, j.Entry, ir.StageFragment, change)
	}
	translate(t, list)
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

// DXBCVertices is DrawVertices by containers: a row of pixels for each job, or an error.
func DXBCVertices(t testing.TB, d *vkrun.Device, jobs []*Job, fragment string, pixels int, change func(n int, o *dxbc.Options) (level int)) ([][]byte, []error) {
	t.Helper()
	results, errs := make([][]byte, len(jobs)), make([]error, len(jobs))
	var w dxbc.Writer
	list := make([]container, 2*len(jobs)) // vertex, fragment
	for n, j := range jobs {
		m := j.Module.Clone()
		for k := range m.EntryPoints {
			m.EntryPoints[k].ClipSpace = ir.ClipSpaceVulkan // the device's
		}
		list[2*n] = written(&w, j, m, j.info, j.Entry, ir.StageVertex, func(n int, o *dxbc.Options) int {
			o.VertexOutputs = locations(m, fragment)
			return change(n, o)
		})
		list[2*n+1] = written(&w, j, m, j.info, fragment, ir.StageFragment, change)
	}
	translate(t, list)
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
