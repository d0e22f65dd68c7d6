package hlsl_test

// This file runs compute shaders of HLSL: in the interpreter, with results that are kept
// beside them, and as SPIR-V on a Vulkan driver, beside the containers that DXC makes.

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/hlslgen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

var update = flag.Bool("update", false, "rewrite the results of testdata/run and the modules of testdata/stages")

// The outputs are u0 to u3, the inputs t0, b0 and b1; d3dShifts are those of the programs
// that run DXC's containers.
var d3dShifts = hlsl.Shifts{T: 100, U: 200, S: 300}

const outputs, outputSize, inputSize = 4, 4096, 1024

// inputWords mixes small integers and floats.
func inputWords() (data []byte) {
	for i := range inputSize / 4 {
		if i%3 != 0 {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(i)*0.5-20))
		} else {
			data = binary.LittleEndian.AppendUint32(data, uint32(i*7-30))
		}
	}
	return data
}

type program struct {
	name, source string
	v            *refract.Valid
	generated    bool // by hlslgen: it has the resources of that
	pixel        bool
}

func programs(t *testing.T) (list []program) {
	files, _ := filepath.Glob("testdata/run/*.hlsl")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".hlsl")
		v, err := readRow(new(hlsl.Reader), file, string(src), hlsl.Options{Profile: "cs_6_6", EntryPoint: "main", Enable16BitTypes: name == "wide", Shifts: d3dShifts})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		list = append(list, program{name: name, source: string(src), v: v})
	}
	return list
}

// TestRun runs the programs in the interpreter.
func TestRun(t *testing.T) {
	for _, p := range programs(t) {
		engine, err := interp.Engine{}.Load(p.v.Module, exec.LoadOptions{})
		if err != nil {
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		var r exec.Resources
		var out [outputs]*exec.Buffer
		for i := range out {
			out[i] = &exec.Buffer{Data: make([]byte, outputSize)}
			r.Bind(0, d3dShifts.U+uint32(i), out[i])
		}
		for _, binding := range []uint32{0, 1, d3dShifts.T} {
			r.Bind(0, binding, &exec.Buffer{Data: inputWords()})
		}
		if _, err := engine.Dispatch(context.Background(), p.v.Module.EntryPoints[0].Name, [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		var text strings.Builder
		for _, o := range out {
			for line := range (len(bytes.TrimRight(o.Data, "\x00")) + 31) / 32 {
				fmt.Fprintf(&text, "%x\n", o.Data[line*32:line*32+32])
			}
			text.WriteByte('\n')
		}
		file := "testdata/run/" + p.name + ".txt"
		if *update {
			if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text.String() != string(want) {
			t.Errorf("%s: the results are\n%s", p.name, text.String())
		}
	}
}

// differs has the programs whose results may differ from DXC's, with the number of words.
var differs = map[string]int{
	"buffers": 2,  // a copied bool is 0 or 1
	"waves":   19, // partitions, which the translator of containers gets wrong
}

// TestAgainstDXC runs the programs on a Vulkan driver, as we and as DXC compile them.
func TestAgainstDXC(t *testing.T) {
	sweep.Only(t)
	byDXC.compare(t, programs(t))
}

// TestOrderAgainstFXC is TestAgainstDXC for the order of effects in shader model 5.
func TestOrderAgainstFXC(t *testing.T) {
	sweep.Only(t)
	src, err := os.ReadFile("testdata/run/order.hlsl")
	if err != nil {
		t.Fatal(err)
	}
	v, err := readRow(new(hlsl.Reader), "order", string(src), hlsl.Options{Profile: "cs_5_0", EntryPoint: "main", Shifts: d3dShifts})
	if err != nil {
		t.Fatal(err)
	}
	judge{name: "FXC", profile: "cs_5_0"}.compare(t, []program{{name: "order", source: string(src), v: v}})
}

// A judge is another compiler of HLSL, whose code runs beside ours.
type judge struct {
	name    string
	profile string
	args    []string
	second  *judge // whose agreement with us makes a difference the judge's fault; may be nil

	separate bool // each element of an array of resources has a register

	to       refract.Language // the bytecode that we write, in place of another compiler's
	optimize refract.OptimizeOptions
	edit     func(source string) string // of programs; may be nil
	compute  bool                       // there are no pixel shaders: vkd3d's have other positions
	vkd3d    bool                       // vkd3d translates the bytecode, not dxil-spirv, which loses remainders: see TestRemaindersInLoops
}

var (
	byDXC = judge{name: "DXC", profile: "cs_6_6", args: []string{"-O0"}, second: &judge{name: "DXC -O3", profile: "cs_6_6"}}
	// slangc reads HLSL by rules of its own: see hlslgen.Slang.
	bySlang = judge{name: "slangc", profile: "cs", args: []string{"-fvk-use-dx-layout", "-matrix-layout-column-major", "-fvk-t-shift", "100", "0", "-fvk-u-shift", "200", "0", "-fvk-s-shift", "300", "0"}, second: &byFXC}
	byFXC   = judge{name: "FXC", profile: "cs_5_0", separate: true, second: &judge{name: "DXC", profile: "cs_6_0", args: []string{"-O0", "-HV", "2018"}}}

	asDXIL = judge{name: "DXIL", to: refract.DXIL, second: &judge{name: "DXIL -O1", to: refract.DXIL, optimize: refract.OptimizeOptions{Level: 1, Target: refract.DXIL}}}
	asDXBC = judge{name: "DXBC", to: refract.DXBC, separate: true, edit: forTranslators, compute: true, second: &judge{name: "DXBC by vkd3d", to: refract.DXBC, separate: true, vkd3d: true}}
)

// A compiled is the SPIR-V of a program, as the judge makes it.
type compiled struct {
	program
	spirv string
}

// A codeRow is a container, in base64.
type codeRow struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

// A dxbcRow is a container of model 5, in base64.
type dxbcRow struct {
	Name string `json:"name"`
	DXBC string `json:"dxbc"`
}

// An hlslRow is a shader as DXC and FXC take it.
type hlslRow struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`
	Entry   string   `json:"entry"`
	Profile string   `json:"profile"`
	Args    []string `json:"args"`
}

// compile returns the programs that the judge takes.
func (j judge) compile(t *testing.T, list []program) (taken []compiled) {
	if j.name == "slangc" {
		return valid(t, j.compileSlang(t, list))
	}
	var rows []hlslRow
	if j.to != refract.Auto {
		if taken = j.translate(t, list); j.vkd3d { // its arrays have their stride twice
			return taken
		}
		return valid(t, taken)
	}
	for _, p := range list {
		args := append([]string{}, j.args...)
		if p.name == "wide" {
			args = append(args, "-enable-16bit-types")
		}
		profile := j.profile
		if p.pixel {
			profile = strings.Replace(profile, "cs", "ps", 1)
		}
		rows = append(rows, hlslRow{p.name, p.source, "main", profile, args})
	}
	var codes []codeRow
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if !v.OK {
			t.Logf("%s: %s refuses it: %s", list[i].name, j.name, v.Text())
			continue
		}
		codes, taken = append(codes, codeRow{list[i].name, v.Code}), append(taken, compiled{program: list[i]})
	}
	return valid(t, translated(t, codes, taken))
}

// translate is compile for the bytecode that we write.
func (j judge) translate(t *testing.T, list []program) (taken []compiled) {
	var codes []codeRow
	for _, p := range list {
		v, err := p.v, error(nil)
		if j.optimize.Level > 0 {
			v, err = refract.Optimize(context.Background(), v, j.optimize)
		}
		var out *refract.Output
		if err == nil {
			out, err = refract.Write(context.Background(), v, refract.WriteOptions{Language: j.to})
		}
		if err != nil {
			t.Errorf("%s: %s: %v", p.name, j.name, err)
			continue
		}
		codes, taken = append(codes, codeRow{p.name, base64.StdEncoding.EncodeToString(out.Bytes())}), append(taken, compiled{program: p})
	}
	if j.vkd3d {
		rows := make([]dxbcRow, len(codes))
		for i, c := range codes {
			rows[i] = dxbcRow{c.Name, c.Code}
		}
		for i, v := range harness.Oracle(t, "dxbc", rows, "--spirv") {
			taken[i].spirv = v.SPIRV
		}
		return taken
	}
	return translated(t, codes, taken)
}

// translated gives programs the SPIR-V of containers.
func translated(t *testing.T, codes []codeRow, taken []compiled) []compiled {
	for i, v := range harness.Oracle(t, "d3d-spirv", codes) {
		if !v.OK {
			t.Logf("%s: %s", taken[i].name, v.Text())
		}
		taken[i].spirv = v.SPIRV
	}
	return taken
}

// valid returns the programs whose SPIR-V is valid: a driver may end at others.
func valid(t *testing.T, taken []compiled) []compiled {
	var modules [][]byte
	for _, c := range taken {
		code, _ := base64.StdEncoding.DecodeString(c.spirv)
		modules = append(modules, code)
	}
	if tool := harness.Newer(t, "spirv-val"); tool != "" {
		for i, message := range harness.EachFile(t, modules, ".spv", tool, "--target-env", "vulkan1.3", "--scalar-block-layout") {
			if message != "" && taken[i].spirv != "" {
				t.Logf("%s: the tool's module isn't valid: %s", taken[i].name, message)
				taken[i].spirv = ""
			}
		}
	}
	return slices.DeleteFunc(taken, func(c compiled) bool { return c.spirv == "" })
}

// compileSlang is compile for slangc, which makes SPIR-V.
func (j judge) compileSlang(t *testing.T, list []program) (taken []compiled) {
	type row struct {
		Name   string   `json:"name"`
		Source string   `json:"source"`
		Entry  string   `json:"entry"`
		Stage  string   `json:"stage"`
		Args   []string `json:"args"`
	}
	var rows []row
	for _, p := range list {
		r := row{p.name, p.source, "main", "compute", j.args}
		if p.pixel {
			r.Stage = "fragment"
		}
		rows = append(rows, r)
	}
	for i, v := range harness.Oracle(t, "slang", rows) {
		if !v.OK {
			t.Logf("%s: slangc refuses it: %s", list[i].name, v.Text())
			continue
		}
		taken = append(taken, compiled{program: list[i], spirv: v.SPIRV})
	}
	return taken
}

// compare runs programs on a Vulkan driver, as the judge and as we compile them.
func (j judge) compare(t *testing.T, list []program) {
	d := vkrun.OpenTest(t)
	taken := j.compile(t, list)
	var failed []program
	for _, p := range taken {
		out, err := refract.Write(context.Background(), p.v, refract.WriteOptions{Language: refract.SPIRV})
		if err != nil {
			t.Fatal(err)
		}
		code, err := base64.StdEncoding.DecodeString(p.spirv)
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := p.bindings(false, nil), p.bindings(j.separate, nil)
		if p.generated {
			ours, theirs = p.bindings(false, p.v.Module), p.bindings(j.separate, nil)
		}
		if j.vkd3d {
			byName(code, theirs)
		}
		if err := p.run(d, "our", out.Bytes(), ours); err != nil {
			t.Errorf("%s: %s", p.name, err)
			continue
		}
		if err := p.run(d, strings.Fields(j.name)[0]+"'s", code, theirs); err != nil { // a driver's fault, of one of the codes
			t.Logf("%s: of %s: %s", p.name, j.name, err)
			continue
		}
		if n := j.differing(t, p.name, theirs, ours); n > differs[p.name] {
			failed = append(failed, p.program)
		} else if n > 0 {
			t.Logf("%s: %d words differ", p.name, n)
		}
	}
	t.Logf("%d of %d programs are taken by %s, %d of them differ", len(taken), len(list), j.name, len(failed))
	if len(failed) > 0 && j.second != nil {
		j.second.compare(t, failed)
	}
}

// byName gives bindings the places that they have in vkd3d's SPIR-V, in the order of registers, which are names there:
// t3, u0, s1, cb0_0. Raw and structured buffers that are read are texel buffers.
func byName(code []byte, list []vkrun.Binding) {
	const opName, opDecorate, binding = 5, 71, 33
	names := map[uint32]string{}
	places := map[string]uint32{}
	for at := 20; at+4 <= len(code); {
		word := func(k int) uint32 { return binary.LittleEndian.Uint32(code[at+4*k:]) }
		n, op := int(word(0)>>16), word(0)&0xFFFF
		switch {
		case n == 0:
			return
		case op == opName:
			names[word(1)] = strings.TrimRight(string(code[at+8:at+4*n]), "\x00")
		case op == opDecorate && n == 4 && word(2) == binding:
			places[names[word(1)]] = word(3)
		}
		at += 4 * n
	}
	format, _ := vkrun.FormatByName("r32uint")
	for k := range list {
		b := &list[k]
		name := fmt.Sprintf("cb%d_0", b.Binding)
		for _, x := range []struct {
			class string
			first uint32
		}{{"t", d3dShifts.T}, {"u", d3dShifts.U}, {"s", d3dShifts.S}, {"uav_counter", 400}} {
			if b.Binding >= x.first {
				name = x.class + fmt.Sprint(b.Binding-x.first)
			}
		}
		place, used := places[name]
		if !used {
			place = 1000 + uint32(k)
		}
		if used && name[0] == 't' && b.Texture == nil {
			b.Texture = &vkrun.Texture{View: vkrun.ViewBuffer, Format: format, Width: uint32(len(b.Data) / 4), Height: 1, Depth: 1, Levels: [][]byte{b.Data}}
			b.Data = nil
		}
		b.Binding = place
	}
}

// run runs a program's SPIR-V, as a compiler has it.
func (p *program) run(d *vkrun.Device, whose string, code []byte, list []vkrun.Binding) error {
	if last := os.Getenv(lastFile); last != "" {
		if err := os.WriteFile(last, []byte(whose+" "+p.name), 0o666); err != nil {
			return err
		}
	}
	if p.pixel {
		_, err := d.Draw(vkrun.Shader{}, vkrun.Shader{SPIRV: code}, list, nil, vkrun.RGBA8, hlslgen.Threads, 1, 3)
		return err
	}
	return d.Compute(vkrun.Shader{SPIRV: code}, list, nil, [3]uint32{1, 1, 1})
}

// bindings are the resources of a program, by the places of d3d-spirv. Counters are those of a
// module, if it is given. separate: each element of an array has a register.
func (p *program) bindings(separate bool, m *ir.Module) (list []vkrun.Binding) {
	size, n := outputSize, outputs
	if p.generated {
		size, n = 4*(hlslgen.Words+16), 2
	}
	for i := range uint32(n) {
		list = append(list, vkrun.Binding{Binding: d3dShifts.U + i, Data: make([]byte, size)})
	}
	for _, at := range []uint32{0, 1, d3dShifts.T, d3dShifts.T + 1} {
		list = append(list, vkrun.Binding{Binding: at, Data: inputWords()})
	}
	if p.generated {
		for i := range hlslgen.Resources {
			list = append(list, resourceBindings(&hlslgen.Resources[i], separate, m)...)
		}
	}
	return list
}

// differing counts the words of outputs that differ, and reports the first one beyond the allowed
// number.
func (j judge) differing(t *testing.T, name string, theirs, ours []vkrun.Binding) (n int) {
	for k := range ours {
		a, b := contents(&theirs[k]), contents(&ours[k])
		for at := 0; at+4 <= min(len(a), len(b)); at += 4 {
			x, y := binary.LittleEndian.Uint32(a[at:]), binary.LittleEndian.Uint32(b[at:])
			if x == y || near(x, y) {
				continue
			}
			report := t.Errorf
			if j.second != nil {
				report = t.Logf
			}
			if n++; n == differs[name]+1 {
				report("%s: binding %d, word %d: of %s %#x, ours %#x", name, ours[k].Binding, at/4, j.name, x, y)
			}
		}
	}
	return n
}

// contents are the bytes that a shader may write.
func contents(b *vkrun.Binding) []byte {
	if b.Texture != nil && b.Texture.Storage {
		return b.Texture.Levels[0]
	}
	return b.Data
}

// near reports whether two words are floats that differ by rounding, or in the sign of zero. DXC's
// arcs of tangents are polynomials.
func near(a, b uint32) bool {
	if (a|b)<<1 == 0 {
		return true
	}
	x, y := float64(math.Float32frombits(a)), float64(math.Float32frombits(b))
	return math.Abs(x) > 1e-6 && math.Abs(x-y) <= 2e-5*math.Abs(x)
}
