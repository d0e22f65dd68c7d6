package differential

// This file runs jobs as HLSL and MSL with outside compilers, many jobs in one go: HLSL
// by slangc and a Vulkan driver, MSL by clang with Metal's library on the CPU. Floats
// must not round, as in glsl.go, or be compared with that in mind.

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract/back/hlsl"
	"refract/back/msl"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

// ErrLeftOut is wrapped by the error of a job that a compiler of this file can't be given:
// because of a fault or limit of the tool, not the writer's.
var ErrLeftOut = errors.New("left out")

// leftOut is an error that wraps ErrLeftOut.
func leftOut(why string) error { return fmt.Errorf("%w: %s", ErrLeftOut, why) }

// A batch is the jobs for a compiler, and the results of all.
type batch struct {
	jobs    []*Job
	at      []int // by row: the job
	results []Result
	errs    []error
}

func newBatch(jobs []*Job) *batch {
	b := &batch{jobs: make([]*Job, len(jobs)), results: make([]Result, len(jobs)), errs: make([]error, len(jobs))}
	for n, j := range jobs {
		b.jobs[n], b.errs[n] = j.separated()
	}
	return b
}

// mslRow is a kernel as msl-run reads it.
type mslRow struct {
	Name       string               `json:"name"`
	Source     string               `json:"source"`
	Entry      string               `json:"entry"`
	Workgroups [3]uint32            `json:"workgroups"`
	Threads    [3]uint32            `json:"threads"`
	Buffers    map[string]outsideIn `json:"buffers"`

	Textures map[string]mslTexture `json:"textures,omitempty"`
	Samplers map[string]mslSampler `json:"samplers,omitempty"`

	Constants map[string]any `json:"constants,omitempty"`
}

// shimName is msl-run's message about things that are named like templates of its own,
// which Metal's library hasn't: see TestMetalShimNames.
var shimName = regexp.MustCompile(`^reference to '(E|J|J3|JF|U)' is ambiguous`)

var swizzleChoice = regexp.MustCompile(`^incompatible operand types \('.*swizzle<|^no member named '[xyzw]+' in 'metal::swizzle<`)

// MSL runs jobs as MSL on the CPU, each with the options that change makes of the
// usual ones, by the job's turn. A job that couldn't be run has a nil result and an error.
func MSL(t testing.TB, jobs []*Job, change func(n int, o *msl.Options)) ([]Result, []error) {
	t.Helper()
	b := newBatch(jobs)
	var w msl.Writer
	var rows []mslRow
	var places [][]int // by row: the index of each part of the result, or -1
	for n, j := range b.jobs {
		if j == nil {
			continue
		}
		row, place, err := j.asMSL(&w, func(o *msl.Options) { change(j.Turn, o) })
		if err != nil {
			b.errs[n] = err
			continue
		}
		rows, places, b.at = append(rows, row), append(places, place), append(b.at, n)
	}
	if len(rows) == 0 {
		return b.results, b.errs
	}
	for i, v := range kernelRows(t, rows) {
		n := b.at[i]
		if !v.OK {
			b.errs[n] = mslError(&v)
			continue
		}
		out := b.jobs[n].Fresh()
		if b.errs[n] = fromMSL(b.jobs[n], out, &v, places[i]); b.errs[n] != nil {
			continue
		}
		b.results[n] = out
	}
	return b.results, b.errs
}

// mslError is the error of a source that msl-run refuses. Its swizzles are types of their
// own, with none in common for ?:, and it folds two in a row, not three.
func mslError(v *harness.Verdict) error {
	if len(v.Messages) > 0 && (v.Messages[0].Type == "unsupported" || swizzleChoice.MatchString(v.Text()) || shimName.MatchString(v.Text())) {
		return leftOut(v.Text())
	}
	return errors.New(v.Text())
}

// fromMSL takes the buffers and textures of a job, which have these places, from a verdict.
func fromMSL(j *Job, out Result, v *harness.Verdict, places []int) error {
	for k, at := range places {
		if at < 0 {
			continue
		}
		what, text := "buffer", v.Buffers[strconv.Itoa(at)]
		if k >= len(j.Buffers) {
			what, text = "texture", v.Textures[strconv.Itoa(at)]
		}
		data, err := hex.DecodeString(text)
		if err == nil && len(data) < len(out[k]) {
			err = fmt.Errorf("%s %d has %d bytes", what, at, len(data))
		}
		if err != nil {
			return err
		}
		out[k] = data[:len(out[k])]
	}
	return nil
}

// asMSL writes a job as MSL, with the index of each of its buffers and storage textures.
func (j *Job) asMSL(w *msl.Writer, change func(*msl.Options)) (row mslRow, places []int, err error) {
	o := msl.NewOptions()
	o.Version, o.Overrides = 301, j.Overrides
	if o.Overrides == nil {
		o.Overrides = map[string]float64{}
	}
	change(&o)
	var out *msl.Output
	if j.Turn%2 == 1 && len(j.Module.Overrides) > 1 && !j.sizesArrays() { // as function constants, if no array's length depends on them
		open := o
		open.Overrides = nil
		if out, err = w.Write(j.Module, j.info, open); err != nil || out.Constants == nil {
			out = nil
		}
	}
	if out == nil {
		if out, err = w.Write(j.Module, j.info, o); err != nil {
			return row, nil, err
		}
	}
	row = mslRow{Name: j.Name, Source: withSimdgroupMatrices(out.Text), Workgroups: j.Workgroups, Buffers: map[string]outsideIn{}, Constants: j.functionConstants(out)}
	at := slices.IndexFunc(out.EntryPoints, func(e msl.EntryPoint) bool { return e.Name == j.Entry && e.Stage == j.Stage })
	if at < 0 {
		return row, nil, errors.New("the entry point isn't told of")
	}
	entry := &out.EntryPoints[at]
	row.Entry, row.Threads = entry.Function, entry.WorkgroupSize
	if set, err := j.Substituted(); err == nil {
		for i := range set.Module.EntryPoints {
			if e := &set.Module.EntryPoints[i]; e.Name == j.Entry && e.Stage == j.Stage {
				row.Threads = e.WorkgroupSize
			}
		}
	}
	places = slices.Repeat([]int{-1}, len(j.Fresh()))
	for i := range entry.Resources {
		p := &entry.Resources[i]
		index := strconv.Itoa(int(p.Index))
		switch p.Table {
		case msl.BufferTable:
			k := slices.IndexFunc(j.Buffers, func(b Buffer) bool { return b.Group == p.Binding.Group && b.Binding == p.Binding.Binding })
			if k < 0 {
				return row, nil, fmt.Errorf("%s is no buffer of the job", p.Name)
			}
			places[k] = int(p.Index)
			row.Buffers[index] = outsideIn{hex.EncodeToString(j.Buffers[k].Data)}
		case msl.ImmediateTable:
			row.Buffers[index] = outsideIn{hex.EncodeToString(j.Immediate)}
		case msl.SizesTable:
			var sizes []byte
			for _, s := range out.Sizes {
				k := slices.IndexFunc(j.Buffers, func(b Buffer) bool { return b.Group == s.Binding.Group && b.Binding == s.Binding.Binding })
				n := uint32(0)
				if k >= 0 {
					n = uint32(len(j.Buffers[k].Data))
				}
				sizes = binary.LittleEndian.AppendUint32(sizes, n)
			}
			row.Buffers[index] = outsideIn{hex.EncodeToString(sizes)}
		case msl.TextureTable:
			k := slices.IndexFunc(j.Textures, func(t Texture) bool { return t.Group == p.Binding.Group && t.Binding == p.Binding.Binding })
			if k < 0 || j.isExternal(k) {
				return row, nil, leftOut("a plane of an external texture")
			}
			t, err := j.Textures[k].asMSL()
			if err != nil {
				return row, nil, err
			}
			if row.Textures == nil {
				row.Textures = map[string]mslTexture{}
			}
			row.Textures[index] = t
			if j.Textures[k].Storage {
				places[j.resultOf(k)] = int(p.Index)
			}
		case msl.SamplerTable:
			k := slices.IndexFunc(j.Samplers, func(s Sampler) bool { return s.Group == p.Binding.Group && s.Binding == p.Binding.Binding })
			if k < 0 {
				return row, nil, leftOut("a sampler of an external texture")
			}
			s, err := j.Samplers[k].asMSL()
			if err != nil {
				return row, nil, err
			}
			if row.Samplers == nil {
				row.Samplers = map[string]mslSampler{}
			}
			row.Samplers[index] = s
		default:
			return row, nil, leftOut("a place in the table " + string(p.Table))
		}
	}
	return row, places, nil
}

// functionConstants are the values that a job gives function constants, by index.
func (j *Job) functionConstants(out *msl.Output) map[string]any {
	values := map[string]any{}
	for i := range out.Constants {
		c := &out.Constants[i]
		k := slices.IndexFunc(j.Module.Overrides, func(v ir.Override) bool { return v.HasID == c.HasID && v.ID == c.ID && v.Name == c.Name })
		key := c.Name
		if c.HasID {
			key = strconv.Itoa(int(c.ID))
		}
		x, ok := j.Overrides[key]
		switch index := strconv.Itoa(int(c.Index)); {
		case !ok:
		case j.Module.Types.ScalarOf(j.Module.Overrides[k].Type) == ir.Bool:
			values[index] = x != 0
		default:
			values[index] = x
		}
	}
	return values
}

// slangRow is a shader as slang reads it.
type slangRow struct {
	Name   string   `json:"name"`
	Source string   `json:"source"`
	Stage  string   `json:"stage"`
	Entry  string   `json:"entry"`
	Args   []string `json:"args"`
}

// slangArgs make slangc lay memory out as Direct3D does.
var slangArgs = []string{"-fvk-use-dx-layout", "-fvk-use-dx-position-w", "-matrix-layout-row-major", "-default-image-format-unknown"}

// normalized are words that make types of textures differ for slangc, but not for DXC,
// which refuses two functions that differ in them alone.
var normalized = regexp.MustCompile(`\b[us]norm `)

// arrayCast is a zero that is cast to an array of arrays, whose lengths slangc takes in
// the wrong order.
var arrayCast = regexp.MustCompile(`\((\w+)((?:\[\d+\]){2,})\)0`)

// byRows is slangc's option for all, which makes another type of members marked so.
var byRows = regexp.MustCompile(`\brow_major `)

// columnArray is an array of matrices by columns, which slangc takes for one by rows.
var columnArray = regexp.MustCompile(`\bcolumn_major \w+ \w+\[`)

// forSlang spells a text as slangc understands it, or returns the reason that it can't.
// Variables of a for statement stay visible behind it there, as with DXC's -HV 2018: each
// gets a block of its own.
func forSlang(text []byte) (string, error) {
	if columnArray.Match(text) {
		return "", leftOut("slangc ignores column_major on arrays of matrices")
	}
	s := arrayCast.ReplaceAllStringFunc(string(text), func(s string) string {
		m := arrayCast.FindStringSubmatch(s)
		lengths := arrayLength.FindAllString(m[2], -1)
		slices.Reverse(lengths)
		return "(" + m[1] + strings.Join(lengths, "") + ")0"
	})
	return braceLoops(byRows.ReplaceAllString(normalized.ReplaceAllString(s, ""), "")), nil
}

// forStatement is the head of a for statement up to its parenthesis.
var forStatement = regexp.MustCompile(`(?:\[\w+\]\s*)?\bfor\s*\(`)

// braceLoops puts braces around for statements, whose bodies have some.
func braceLoops(s string) string {
	at := forStatement.FindStringIndex(s)
	if at == nil {
		return s
	}
	body := at[1] + closing(s[at[1]:], '(', ')')
	body += strings.IndexByte(s[body:], '{') + 1
	end := body + closing(s[body:], '{', '}')
	return s[:at[0]] + "{" + s[at[0]:body] + braceLoops(s[body:end]) + "}" + braceLoops(s[end:])
}

// closing is the end of an open bracket.
func closing(s string, open, close byte) int {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case open:
			depth++
		case close:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// asHLSL writes a compute shader as HLSL, and returns the name of its entry point.
func (j *Job) asHLSL(w *hlsl.Writer, change func(n int, o *hlsl.Options)) (text []byte, entry string, err error) {
	o := hlsl.NewOptions()
	o.ShaderModel = hlsl.ShaderModel66
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
	o.SpecialConstants, o.ExternalForm = &hlsl.Register{Space: countsSpace}, transform.ExternalSingle
	o.Bounds.Buffer = transform.Restrict // as the interpreter does
	change(j.Turn, &o)
	text, r, err := w.Write(j.Module, j.info, o)
	if err != nil {
		return nil, "", err
	}
	return text, r.EntryPoints[0].Text, nil
}

// Slang runs jobs as HLSL, which slangc compiles, on a device, each with the options
// that change makes of the usual ones, by the job's turn. A job that couldn't be run has a nil result and
// an error.
func Slang(t testing.TB, d *vkrun.Device, jobs []*Job, change func(n int, o *hlsl.Options)) ([]Result, []error) {
	t.Helper()
	b := newBatch(jobs)
	var w hlsl.Writer
	var rows []slangRow
	for n, j := range b.jobs {
		if j == nil {
			continue
		}
		text, entry, err := j.asHLSL(&w, change)
		var source string
		if err == nil {
			source, err = forSlang(text)
		}
		if err != nil {
			b.errs[n] = err
			continue
		}
		rows = append(rows, slangRow{j.Name, source, "compute", entry, slangArgs})
		b.at = append(b.at, n)
	}
	if len(rows) == 0 {
		return b.results, b.errs
	}
	for i, v := range harness.Oracle(t, "slang", rows) {
		n := b.at[i]
		if !v.OK {
			b.errs[n] = slangError(v.Text())
			continue
		}
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err == nil {
			err = validSPIRV(code)
		}
		if err == nil {
			b.results[n], err = b.jobs[n].runSlang(d, code, rows[i].Entry)
		}
		b.errs[n] = err
	}
	return b.results, b.errs
}

// slangError is the error of a text that slangc rejects. It doesn't find entry points that
// are named as an intrinsic, and takes a comparison in a list, as in { a < b, c >> d }, for
// the arguments of a generic; DXC accepts both.
func slangError(message string) error {
	for _, own := range []string{"no function found matching entry point name", "expected a generic when using '<...>'", "divide by zero", "loop runs zero times"} {
		if strings.HasPrefix(message, own) {
			return leftOut("slangc: " + own)
		}
	}
	return fmt.Errorf("slangc: %s", message)
}

// validSPIRV is an error if spirv-val, which must be there, rejects a module for more than
// its memory layout, which is Direct3D's. Modules that aren't valid may take the driver
// down.
func validSPIRV(code []byte) error {
	c := exec.Command("spirv-val", "--target-env", "vulkan1.3", "--skip-block-layout", "-")
	c.Stdin = bytes.NewReader(code)
	if log, err := c.CombinedOutput(); err != nil {
		return leftOut("the SPIR-V of another compiler isn't valid: " + string(log))
	}
	return nil
}

// runSlang runs slangc's output for a job.
func (j *Job) runSlang(d *vkrun.Device, code []byte, entry string) (Result, error) {
	code, err := j.mended(code)
	if err != nil {
		return nil, err
	}
	out, padded, bindings, err := j.slangBindings()
	if err != nil {
		return nil, err
	}
	counts := vkrun.Binding{Set: countsSpace}
	for _, n := range append(j.Workgroups[:], 0) {
		counts.Data = binary.LittleEndian.AppendUint32(counts.Data, n)
	}
	err = d.Compute(vkrun.Shader{SPIRV: code, Entry: entry}, append(bindings, counts), nil, j.Workgroups)
	if err != nil && strings.HasPrefix(err.Error(), "vkCreateComputePipelines: ") {
		// It rejects valid code; this module's reader doesn't.
		if out, err = ReadSPIRV(code).Run(j); err != nil {
			return nil, leftOut("the driver refuses slangc's SPIR-V, which is valid: " + err.Error())
		}
		return out, nil
	}
	for i := range out {
		out[i] = padded[i][:len(out[i])]
	}
	return out, err
}

// mended is slangc's output for a job, with its atomic operations put right.
func (j *Job) mended(code []byte) ([]byte, error) {
	signed, unsigned := extremes(j.Module)
	switch {
	case signed && unsigned:
		return nil, leftOut("slangc takes signed atomic minima and maxima for unsigned")
	case !signed:
		return code, nil
	}
	words, err := spirv.FromBytes(code)
	if err == nil {
		err = mendExtremes(words)
	}
	return spirv.AppendBytes(nil, words), err
}

// slangBindings are the bindings of a job for slangc's output: its buffers, and padded ones
// if constant buffers are padded to whole rows.
func (j *Job) slangBindings() (out, padded Result, bindings []vkrun.Binding, err error) {
	out = j.Fresh()
	padded = slices.Clone(out)
	for i := range j.Buffers {
		if n := len(padded[i]); n%16 != 0 && j.isUniform(i) {
			padded[i] = append(padded[i], make([]byte, 16-n%16)...)
		}
	}
	bindings, err = j.Bindings(padded)
	for i := range bindings { // what is only read is no storage texture there
		if b := &bindings[i]; b.Texture != nil && j.isReadOnly(b.Set, b.Binding) {
			b.Texture.Storage = false
		}
	}
	return out, padded, bindings, err
}

// isUniform reports whether a buffer is uniform memory.
func (j *Job) isUniform(i int) bool {
	return j.hasGlobal(j.Buffers[i].Group, j.Buffers[i].Binding, func(g *ir.Global) bool { return g.Space == ir.SpaceUniform })
}

// isReadOnly reports whether a texture is a storage texture that is only read.
func (j *Job) isReadOnly(group, binding uint32) bool {
	return j.hasGlobal(group, binding, func(g *ir.Global) bool {
		t := j.Module.Types.At(g.Type)
		return g.Space == ir.SpaceHandle && t.Kind == ir.TypeImage && t.Class == ir.ImageStorage && t.Access == ir.AccessRead
	})
}

// hasGlobal reports whether a variable with a binding is of a kind.
func (j *Job) hasGlobal(group, binding uint32, is func(g *ir.Global) bool) bool {
	for k := range j.Module.Globals {
		if g := &j.Module.Globals[k]; g.Binding.Group == group && g.Binding.Binding == binding && is(g) {
			return true
		}
	}
	return false
}

// extremes reports whether a module has atomic operations that give the least or
// greatest of signed integers, and of unsigned ones, in a buffer.
func extremes(m *ir.Module) (signed, unsigned bool) {
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtAtomic {
				continue
			}
			v := f.Atomic(s)
			t := m.Types.At(f.TypeOf(v.Pointer))
			if (v.Op == ir.AtomicMin || v.Op == ir.AtomicMax) && t.Space == ir.SpaceStorage {
				if m.Types.ScalarOf(t.Base).IsSigned() {
					signed = true
				} else {
					unsigned = true
				}
			}
		}
	}
	return signed, unsigned
}

// mendExtremes makes the atomic minima and maxima in buffers signed ones.
func mendExtremes(words []uint32) error {
	r, err := spirv.NewReader(words)
	shared := map[uint32]bool{} // types of pointers to a workgroup's memory, and such pointers
	for r.Next() {
		switch i := r.Inst(); i.Op() {
		case spirv.OpTypePointer:
			shared[i[1]] = spirv.StorageClass(i[2]) == spirv.StorageClassWorkgroup
		case spirv.OpVariable, spirv.OpAccessChain, spirv.OpInBoundsAccessChain, spirv.OpFunctionParameter, spirv.OpCopyObject:
			shared[i[2]] = shared[i[1]]
		case spirv.OpAtomicUMin, spirv.OpAtomicUMax: // each follows the one of signed integers
			if !shared[i[3]] {
				i[0] -= uint32(spirv.OpAtomicUMin - spirv.OpAtomicSMin)
			}
		}
	}
	return errors.Join(err, r.Err())
}
