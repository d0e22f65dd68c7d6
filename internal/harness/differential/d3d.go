package differential

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"testing"

	"refract/back/hlsl"
	"refract/internal/back/direct3d"
	"refract/internal/harness"
	"refract/internal/vkrun"
)

// A d3dRow is a container as the oracles take it.
type d3dRow struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

// DXC runs jobs as HLSL, which DXC compiles, on a device, each with the options that change
// makes of the usual ones, by the job's turn. A job that couldn't be run has a nil result and
// an error.
func DXC(t testing.TB, d *vkrun.Device, jobs []*Job, change func(n int, o *hlsl.Options)) ([]Result, []error) {
	t.Helper()
	return runD3D(t, d, jobs, "cs_6_6", []string{"-enable-16bit-types"}, change)
}

// FXC is DXC with FXC, which compiles HLSL of shader model 5.1 to DXBC. It folds products of
// unsigned constants that are 2^63 or greater to other numbers.
func FXC(t testing.TB, d *vkrun.Device, jobs []*Job, change func(n int, o *hlsl.Options)) ([]Result, []error) {
	t.Helper()
	return runD3D(t, d, jobs, "cs_5_1", []string{}, func(n int, o *hlsl.Options) {
		o.ShaderModel = hlsl.ShaderModel51
		change(n, o)
		o.WrapSigned = true // FXC folds signed overflow otherwise
	})
}

// runD3D compiles jobs as HLSL for a profile and runs the containers.
func runD3D(t testing.TB, d *vkrun.Device, jobs []*Job, profile string, args []string, change func(n int, o *hlsl.Options)) ([]Result, []error) {
	t.Helper()
	type row struct {
		Name    string   `json:"name"`
		Source  string   `json:"source"`
		Entry   string   `json:"entry"`
		Profile string   `json:"profile"`
		Args    []string `json:"args"`
	}
	b := newBatch(jobs)
	var w hlsl.Writer
	var rows []row
	endless := make([]bool, len(jobs)) // loops without an end have no bound
	for n, j := range b.jobs {
		if j == nil {
			continue
		}
		if j.Immediate != nil {
			b.errs[n] = leftOut("immediates")
			continue
		}
		text, entry, err := j.asHLSL(&w, func(turn int, o *hlsl.Options) {
			change(turn, o)
			endless[n] = !o.ForceLoopBounding
		})
		if err != nil {
			b.errs[n] = err
			continue
		}
		rows = append(rows, row{j.Name, string(text), entry, profile, args})
		b.at = append(b.at, n)
	}
	if len(rows) == 0 {
		return b.results, b.errs
	}
	var compiled []d3dRow
	var at []int
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		switch n := b.at[i]; {
		case v.OK:
			compiled, at = append(compiled, d3dRow{rows[i].Name, v.Code}), append(at, n)
		case v.Crash:
			b.errs[n] = leftOut("the compiler crashes")
		case endless[n] && endlessLoop.MatchString(v.Text()):
			b.errs[n] = leftOut("the compiler refuses a loop without an end")
		case strings.Contains(v.Text(), "Loop must have break"):
			b.errs[n] = leftOut("DXC makes a loop that its validator refuses")
		default:
			b.errs[n] = errors.New(v.Text())
		}
	}
	results, errs := D3D(t, d, b.jobs, at, compiled)
	for i, n := range at {
		b.results[n], b.errs[n] = results[i], errs[i]
	}
	return b.results, b.errs
}

// endlessLoop is the message of DXC or FXC about a loop that nothing leaves: see
// TestDirect3DCompilersRefuseEndlessLoops of package conformance.
var endlessLoop = regexp.MustCompile(`Loop must have break|^X3696: `)

// D3D runs containers of DXIL or DXBC on a device, each for the job with the number beside it.
// dxil-spirv makes some modules that aren't valid, such as two headers with one merge block, and
// crashes at others (TestDXILSPIRVCrashes of package conformance): their jobs are left out.
func D3D(t testing.TB, d *vkrun.Device, jobs []*Job, at []int, rows []d3dRow) ([]Result, []error) {
	t.Helper()
	results, errs := make([]Result, len(rows)), make([]error, len(rows))
	for i, v := range harness.Oracle(t, "d3d-spirv", rows) {
		switch {
		case v.Crash:
			errs[i] = leftOut("dxil-spirv crashes: " + v.Text())
			continue
		case !v.OK:
			errs[i] = errors.New(v.Text())
			continue
		}
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err != nil {
			t.Fatal(err)
		}
		if errs[i] = validSPIRV(code); errs[i] == nil {
			results[i], errs[i] = jobs[at[i]].onD3D(d, code)
		}
	}
	return results, errs
}

// onD3D runs SPIR-V that was made of a container.
func (j *Job) onD3D(d *vkrun.Device, code []byte) (Result, error) {
	out := j.Fresh()
	list, err := j.Bindings(out)
	if err != nil {
		return nil, err
	}
	for k := range list {
		class := j.d3dClass(&list[k])
		list[k].Binding += d3dShifts[class]
		if x := list[k].Texture; x != nil && class == 't' {
			x.Storage = false // storage textures that are only read are sampled ones in HLSL
		}
	}
	counts := vkrun.Binding{Set: countsSpace}
	for _, n := range append(j.Workgroups[:], 0) {
		counts.Data = binary.LittleEndian.AppendUint32(counts.Data, n)
	}
	return out, d.Compute(vkrun.Shader{SPIRV: code}, append(list, counts), nil, j.Workgroups)
}

// d3dClass is the class of register that a resource has as HLSL.
func (j *Job) d3dClass(b *vkrun.Binding) byte {
	for i := range j.Module.Globals {
		if g := &j.Module.Globals[i]; g.HasBinding && g.Binding.Group == b.Set && g.Binding.Binding == b.Binding {
			return direct3d.ClassOf(j.Module, g)
		}
	}
	return 'b'
}
