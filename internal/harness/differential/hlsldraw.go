package differential

// This file draws with fragment shaders as HLSL, which slangc compiles.

import (
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract/back/hlsl"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
)

// located is a parameter or member at a location.
var located = regexp.MustCompile(`(?m)([({,;]\s*|^\s*)((?:\w+ )*\w+ \w+ ?: ?(?:LOC|SV_Target)(\d+)\b)`)

// twice are two words for the interpolation of a value; slangc takes one. Targets have one
// sample, in the middle.
var twice = regexp.MustCompile(`\bnoperspective (?:sample|centroid)\b`)

// atLocations states the locations of values between stages to slangc, which otherwise
// counts them in the order of the text.
func atLocations(text string) string {
	return located.ReplaceAllString(twice.ReplaceAllString(text, "noperspective"), "$1[[vk::location($3)]] $2")
}

// SlangDrawings draws with the fragment shaders of jobs as HLSL on a device, with the
// options that change makes of the usual ones. A job that couldn't be drawn has a nil
// result and an error.
func SlangDrawings(t testing.TB, d *vkrun.Device, jobs []*Job, sizes [][2]int, change func(n int, o *hlsl.Options)) ([]*Drawing, []error) {
	t.Helper()
	results, errs := make([]*Drawing, len(jobs)), make([]error, len(jobs))
	var w hlsl.Writer
	var rows []slangRow
	var at []int
	apart := make([]*Job, len(jobs))
	for n := range jobs {
		j, err := jobs[n].separated()
		if err != nil {
			errs[n] = err
			continue
		}
		if apart[n] = j; j.Immediate != nil {
			errs[n] = leftOut("an immediate")
			continue
		}
		o := hlsl.NewOptions()
		o.ShaderModel = hlsl.ShaderModel66
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageFragment, j.Overrides
		o.ExternalForm = transform.ExternalSingle
		o.Bounds.Buffer = transform.Restrict // as the interpreter does
		change(n, &o)
		text, r, err := w.Write(j.Module, j.info, o)
		var source string
		if err == nil {
			source, err = forSlang(text)
		}
		if err != nil {
			errs[n] = err
			continue
		}
		rows = append(rows, slangRow{j.Name, atLocations(source), "fragment", r.EntryPoints[0].Text, slangArgs})
		at = append(at, n)
	}
	if len(rows) == 0 {
		return results, errs
	}
	for i, v := range harness.Oracle(t, "slang", rows) {
		n := at[i]
		if !v.OK {
			errs[n] = fmt.Errorf("%w\n%s", slangError(v.Text()), rows[i].Source)
			continue
		}
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err == nil {
			err = validSPIRV(code)
		}
		if err == nil {
			results[n], err = apart[n].drawSlang(d, code, rows[i].Entry, sizes[n])
		}
		if err != nil {
			errs[n] = fmt.Errorf("%w\n%s", err, rows[i].Source)
		}
	}
	return results, errs
}

// drawSlang draws with slangc's output for a job.
func (j *Job) drawSlang(d *vkrun.Device, code []byte, entry string, size [2]int) (*Drawing, error) {
	code, err := j.mended(code)
	if err != nil {
		return nil, err
	}
	out, padded, bindings, err := j.slangBindings()
	if err != nil {
		return nil, err
	}
	pixels, err := j.DrawWith(d, vkrun.Shader{SPIRV: code, Entry: entry}, bindings, size[0], size[1])
	if err = driverRefuses(err); errors.Is(err, ErrLeftOut) {
		return nil, err
	}
	for i := range out {
		out[i] = padded[i][:len(out[i])]
	}
	return &Drawing{out, pixels}, err
}

// driverRefuses makes an error of a pipeline one of unsupported input.
func driverRefuses(err error) error {
	if err != nil && strings.HasPrefix(err.Error(), "vkCreateGraphicsPipelines: ") {
		return leftOut("the driver refuses slangc's SPIR-V, which is valid")
	}
	return err
}

// SlangVertices is DrawVertices by HLSL, which slangc compiles: a row of pixels for each
// job, or an error.
func SlangVertices(t testing.TB, d *vkrun.Device, jobs []*Job, fragment string, pixels int, change func(n int, o *hlsl.Options)) ([][]byte, []error) {
	t.Helper()
	results, errs := make([][]byte, len(jobs)), make([]error, len(jobs))
	var w hlsl.Writer
	var rows []slangRow // two for each of at
	var at []int
	for n, j := range jobs {
		var pair [2]slangRow
		for i, stage := range []ir.Stage{ir.StageVertex, ir.StageFragment} {
			o := hlsl.NewOptions()
			o.ShaderModel = hlsl.ShaderModel66
			o.EntryPoint, o.Stage, o.Overrides = []string{j.Entry, fragment}[i], stage, j.Overrides
			o.SpecialConstants = &hlsl.Register{Space: countsSpace}
			o.Bounds.Buffer = transform.Restrict
			change(n, &o)
			text, r, err := w.Write(j.Module, j.info, o)
			var source string
			if err == nil {
				source, err = forSlang(text)
			}
			if err != nil {
				errs[n] = err
				break
			}
			// Direct3D's y runs up in clip space.
			pair[i] = slangRow{j.Name, atLocations(source), []string{"vertex", "fragment"}[i], r.EntryPoints[0].Text, append(slices.Clone(slangArgs), "-fvk-invert-y")}
		}
		if errs[n] == nil {
			rows, at = append(rows, pair[:]...), append(at, n)
		}
	}
	if len(rows) == 0 {
		return results, errs
	}
	answers := harness.Oracle(t, "slang", rows)
	for k, n := range at {
		j := jobs[n]
		var shaders [2]vkrun.Shader
		for i := range shaders {
			v, row := &answers[2*k+i], &rows[2*k+i]
			if errs[n] != nil {
				break
			}
			if !v.OK {
				errs[n] = fmt.Errorf("%w\n%s", slangError(v.Text()), row.Source)
				break
			}
			code, err := base64.StdEncoding.DecodeString(v.SPIRV)
			if err == nil {
				err = validSPIRV(code)
			}
			shaders[i], errs[n] = vkrun.Shader{SPIRV: code, Entry: row.Entry}, err
		}
		if errs[n] != nil {
			continue
		}
		_, _, bindings, err := j.slangBindings()
		if err == nil {
			bindings = append(bindings, vkrun.Binding{Set: countsSpace, Data: make([]byte, 16)})
			results[n], err = d.Draw(shaders[0], shaders[1], bindings, nil, vkrun.RGBA32U, pixels, 1, 3*pixels)
			err = driverRefuses(err)
		}
		if err != nil {
			errs[n] = fmt.Errorf("%w\n%s\n%s", err, rows[2*k].Source, rows[2*k+1].Source)
		}
	}
	return results, errs
}
