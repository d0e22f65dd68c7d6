package main

// Statistics of Mesa's compiler for AMD GPUs, without such a GPU: its driver RADV compiles
// for a chosen GPU and reports the cost of the code. The driver is loaded by a program of
// its own, refract-radv.

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"refract"
	"refract/ir"
	"refract/reflection"
)

const (
	radvHelper = "refract-radv"
	// radvFamily is the GPU that is compiled for.
	radvFamily = "navi21"
)

// radvFamilies are the values of RADV_FORCE_FAMILY that Mesa has had for long; newer ones
// are Mesa's to judge.
var radvFamilies = []string{"polaris10", "vega10", "navi10", "navi21", "gfx1100"}

// radvFolders are where the Vulkan loader looks for drivers.
var radvFolders = []string{"/etc/vulkan/icd.d", "/usr/local/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d"}

// radvColumns are the statistics of the table, as the driver and as we call them.
var radvColumns = []struct{ driver, ours string }{
	{"Instructions", "instructions"}, {"Code size", "code size"}, {"VGPRs", "vgprs"}, {"SGPRs", "sgprs"}, {"Spilled VGPRs", "spilled vgprs"},
	{"Spilled SGPRs", "spilled sgprs"}, {"Scratch size", "scratch"}, {"Branches", "branches"}, {"Latency", "latency"}, {"Inverse Throughput", "inverse throughput"},
}

type (
	radvShader struct {
		Stage        string `json:"stage"`
		Entry        string `json:"entry"`
		SPIRV        []byte `json:"spirv"`
		PartnerEntry string `json:"partner_entry,omitempty"`
		Partner      []byte `json:"partner,omitempty"`
	}
	radvStatistic struct {
		Name  string
		Value float64
	}
	radvResult struct {
		EntryPoint string             `json:"entry_point"`
		Stage      string             `json:"stage"`
		Device     string             `json:"device,omitempty"`
		Statistics map[string]float64 `json:"statistics,omitempty"`
		Error      string             `json:"error,omitempty"`
	}
)

// radvDriver finds the file that names RADV to the Vulkan loader.
func radvDriver() (string, error) {
	for _, dir := range radvFolders {
		found, err := filepath.Glob(filepath.Join(dir, "radeon_icd*.json"))
		if err == nil && len(found) > 0 {
			slices.Sort(found)
			for _, f := range found { // one for this machine, if there are several
				if strings.Contains(f, map[string]string{"amd64": "x86_64", "arm64": "aarch64", "386": "i686"}[runtime.GOARCH]) {
					return f, nil
				}
			}
			return found[0], nil
		}
	}
	return "", fmt.Errorf("Mesa's driver RADV isn't there: --radv needs it, and the Vulkan loader (mesa-vulkan-drivers and libvulkan1 on Debian)")
}

// helperProgram finds a program that belongs to refract: beside it, then in PATH.
func helperProgram(name string) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	beside := filepath.Join(filepath.Dir(own), name)
	if runtime.GOOS == "windows" {
		beside += ".exe"
	}
	if _, err := os.Stat(beside); err == nil {
		return beside, nil
	}
	if found, err := exec.LookPath(name); err == nil {
		return found, nil
	}
	return "", fmt.Errorf("the program %s is neither beside refract nor in PATH", name)
}

// radvOf requests the statistics of entry points.
func (v *statistics) radvOf(j *job, valid *refract.Valid, o refract.TranslateOptions) ([]radvResult, error) {
	driver, err := radvDriver()
	if err != nil {
		return nil, err
	}
	program, err := helperProgram(radvHelper)
	if err != nil {
		return nil, fmt.Errorf("%w: 'go install ./cmd/%s' in a checkout of refract installs it", err, radvHelper)
	}
	described, err := refract.Reflect(context.Background(), valid, reflection.Options{})
	if err != nil {
		return nil, err
	}
	var shaders []radvShader
	var results []radvResult
	for i := range described.EntryPoints {
		ep := &described.EntryPoints[i]
		if v.shaderFlags.steps.entry != "" && v.shaderFlags.steps.entry != ep.Name {
			continue
		}
		o.To, o.Write.EntryPoint, o.Write.Stage, o.Warn = refract.SPIRV, ep.Name, valid.Module.EntryPoints[i].Stage, nil
		out, err := refract.Translate(context.Background(), j.name, v.shaderFlags.src, o)
		if err != nil {
			return nil, err
		}
		s := radvShader{Stage: ep.Stage, Entry: ep.Name, SPIRV: out.Bytes()}
		if ep.Stage == ir.StageVertex.String() || ep.Stage == ir.StageFragment.String() {
			text := partner(ep)
			out, err := refract.Translate(context.Background(), "<partner>", []byte(text), refract.TranslateOptions{From: refract.WGSL, To: refract.SPIRV})
			if err != nil {
				return nil, fmt.Errorf("there is no stage to pair %s with: %w", ep.Name, err)
			}
			s.Partner, s.PartnerEntry = out.Bytes(), "partner"
		}
		shaders, results = append(shaders, s), append(results, radvResult{EntryPoint: ep.Name, Stage: ep.Stage})
	}
	text, err := json.Marshal(shaders)
	if err != nil {
		return nil, err
	}
	var said, log bytes.Buffer
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "VK_DRIVER_FILES="+driver, "VK_ICD_FILENAMES="+driver, "RADV_FORCE_FAMILY="+v.radv, "RADV_DEBUG=nocache")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), &said, &log
	if err := cmd.Run(); err != nil {
		// A driver that doesn't know the GPU ends the process: its message comes first.
		if said, _, _ := strings.Cut(strings.TrimSpace(log.String()), "\n"); said != "" {
			return nil, fmt.Errorf("RADV for %s: %s", v.radv, said)
		}
		return nil, fmt.Errorf("RADV for %s: %s: %w", v.radv, radvHelper, err)
	}
	var answers []struct {
		Device     string          `json:"device"`
		Statistics []radvStatistic `json:"statistics"`
		Error      string          `json:"error"`
	}
	if err := json.Unmarshal(said.Bytes(), &answers); err != nil || len(answers) != len(results) {
		return nil, fmt.Errorf("%s gives an answer of an unknown form", radvHelper)
	}
	for i, a := range answers {
		results[i].Device, results[i].Error = a.Device, a.Error
		for _, s := range a.Statistics {
			if strings.Contains(s.Name, "hash") { // a name of the pipeline, which no number is
				continue
			}
			if results[i].Statistics == nil {
				results[i].Statistics = map[string]float64{}
			}
			results[i].Statistics[s.Name] = s.Value
		}
	}
	return results, nil
}

// radvTable is the statistics for people.
func radvTable(results []radvResult) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "entry\tstage")
	for _, c := range radvColumns {
		fmt.Fprint(w, "\t", c.ours)
	}
	fmt.Fprintln(w)
	for _, r := range results {
		fmt.Fprintf(w, "%s\t%s", r.EntryPoint, r.Stage)
		for _, c := range radvColumns {
			if n, ok := r.Statistics[c.driver]; ok {
				fmt.Fprintf(w, "\t%v", n)
			} else {
				fmt.Fprint(w, "\t-")
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	for _, r := range results {
		if r.Error != "" {
			fmt.Fprintf(&b, "%s: %s\n", r.EntryPoint, r.Error)
		}
	}
	if len(results) > 0 && results[0].Device != "" {
		fmt.Fprintf(&b, "compiled by %s\n", results[0].Device)
	}
	return b.String()
}

// partner is a shader that makes a pipeline with an entry point: a vertex shader that gives
// the inputs of a fragment shader, from vertex buffers, or a fragment shader that uses all
// outputs of a vertex shader.
func partner(ep *reflection.EntryPoint) string {
	var b strings.Builder
	varyings := ep.Inputs
	if ep.Stage == ir.StageVertex.String() {
		varyings = ep.Outputs
	}
	f16 := slices.ContainsFunc(varyings, func(v reflection.Varying) bool { return v.Location.Is() && v.Scalar == "f16" })
	if f16 {
		b.WriteString("enable f16;\n")
	}
	b.WriteString("struct Between {\n  @builtin(position) place: vec4f,\n")
	var members []reflection.Varying
	for _, v := range varyings {
		if !v.Location.Is() || v.Components == 0 || v.Component != 0 || slices.ContainsFunc(members, func(m reflection.Varying) bool { return m.Location.Value() == v.Location.Value() }) {
			continue
		}
		members = append(members, v)
		flat := ""
		if v.Scalar == "i32" || v.Scalar == "u32" {
			flat = " @interpolate(flat)"
		}
		fmt.Fprintf(&b, "  @location(%d)%s v%d: %s,\n", v.Location.Value(), flat, v.Location.Value(), varyingType(v))
	}
	b.WriteString("}\n")
	if ep.Stage == ir.StageVertex.String() {
		b.WriteString("@fragment fn partner(in: Between) -> @location(0) vec4f {\n  var sum = in.place;\n")
		for _, v := range members {
			name := fmt.Sprintf("in.v%d", v.Location.Value())
			for c := range v.Components {
				if v.Components > 1 {
					fmt.Fprintf(&b, "  sum[%d] += f32(%s.%c);\n", c, name, "xyzw"[c])
				} else {
					fmt.Fprintf(&b, "  sum[0] += f32(%s);\n", name)
				}
			}
		}
		b.WriteString("  return sum;\n}\n")
		return b.String()
	}
	b.WriteString("@vertex fn partner(@location(15) place: vec4f")
	for _, v := range members {
		if v.Location.Value() < 15 {
			fmt.Fprintf(&b, ", @location(%d) v%d: %s", v.Location.Value(), v.Location.Value(), varyingType(v))
		}
	}
	b.WriteString(") -> Between {\n  var out: Between;\n  out.place = place;\n")
	for _, v := range members {
		from := fmt.Sprintf("v%d", v.Location.Value())
		if v.Location.Value() >= 15 {
			from = fmt.Sprintf("%s(place.x)", varyingType(v))
		}
		fmt.Fprintf(&b, "  out.v%d = %s;\n", v.Location.Value(), from)
	}
	b.WriteString("  return out;\n}\n")
	return b.String()
}

// varyingType is the type of a scalar or vector in WGSL.
func varyingType(v reflection.Varying) string {
	if v.Components > 1 {
		return fmt.Sprintf("vec%d<%s>", v.Components, v.Scalar)
	}
	return v.Scalar
}
