package differential

// This file draws with vertex and fragment shaders as MSL, which clang compiles: a kernel
// with a thread for each pixel gives the functions the rasterizer's values, and stores
// their results.

import (
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract/back/msl"
	"refract/ir"
)

const (
	drawKernel   = "draw_pixels_" // the kernel of a drawing
	pixelsBuffer = 98             // the index of the buffer that it writes pixels to
)

// MSLDrawings draws with the fragment shaders of jobs as MSL on the CPU, with the options
// that change makes of the usual ones. A job that couldn't be drawn has a nil result and an
// error.
func MSLDrawings(t testing.TB, jobs []*Job, sizes [][2]int, change func(n int, o *msl.Options)) ([]*Drawing, []error) {
	t.Helper()
	return drawMSL(t, jobs, change, func(n int, j *Job, row *mslRow) (pixels int, err error) {
		width, height := sizes[n][0], sizes[n][1]
		row.Threads = [3]uint32{uint32((width + 1) / 2 * 2 * ((height + 1) / 2 * 2)), 1, 1}
		row.Source, err = j.withDrawing(row, sizes[n])
		return width * height, err
	})
}

// MSLVertices is DrawVertices by MSL on the CPU: a row of pixels for each job, or an error.
// Values between the stages are the first vertex's.
func MSLVertices(t testing.TB, jobs []*Job, fragment string, pixels int, change func(n int, o *msl.Options)) ([][]byte, []error) {
	t.Helper()
	drawn, errs := drawMSL(t, jobs, change, func(n int, j *Job, row *mslRow) (_ int, err error) {
		row.Threads = [3]uint32{uint32(pixels), 1, 1}
		row.Source, err = j.withVertices(row, fragment)
		return pixels, err
	})
	results := make([][]byte, len(jobs))
	for n, d := range drawn {
		if d != nil {
			results[n] = d.Pixels
		}
	}
	return results, errs
}

// drawMSL writes jobs as MSL, to which add adds the kernel that draws so many pixels, and
// returns the drawings.
func drawMSL(t testing.TB, jobs []*Job, change func(n int, o *msl.Options), add func(n int, j *Job, row *mslRow) (pixels int, err error)) ([]*Drawing, []error) {
	t.Helper()
	results, errs := make([]*Drawing, len(jobs)), make([]error, len(jobs))
	var w msl.Writer
	var rows []mslRow
	var places [][]int
	var at []int
	for n, j := range jobs {
		j, err := j.separated()
		if err != nil {
			errs[n] = err
			continue
		}
		row, place, err := j.asMSL(&w, func(o *msl.Options) { change(n, o) })
		pixels := 0
		if err == nil {
			pixels, err = add(n, j, &row)
		}
		if err != nil {
			errs[n] = err
			continue
		}
		row.Entry, row.Workgroups = drawKernel, [3]uint32{1, 1, 1}
		row.Buffers[strconv.Itoa(pixelsBuffer)] = outsideIn{strings.Repeat("0", 2*16*pixels)}
		rows, places, at = append(rows, row), append(places, place), append(at, n)
	}
	if len(rows) == 0 {
		return results, errs
	}
	for i, v := range kernelRows(t, rows) {
		n := at[i]
		if !v.OK {
			if errs[n] = mslError(&v); !errors.Is(errs[n], ErrLeftOut) {
				errs[n] = fmt.Errorf("%w\n%s", errs[n], rows[i].Source)
			}
			continue
		}
		d := &Drawing{Buffers: jobs[n].Fresh()}
		if d.Pixels, errs[n] = hex.DecodeString(v.Buffers[strconv.Itoa(pixelsBuffer)]); errs[n] == nil {
			errs[n] = fromMSL(jobs[n], d.Buffers, &v, places[i])
		}
		if errs[n] == nil {
			results[n] = d
		}
	}
	return results, errs
}

var (
	metalInclude   = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*<[^>\n]*>[^\n]*\n`)
	quadCall       = regexp.MustCompile(`\b(?:discard_fragment|dfdx|dfdy|fwidth|bias)\b`)
	derivative     = regexp.MustCompile(`\b(?:dfdx|dfdy|fwidth)\b`)
	stageFunction  = `\b%s\s+((?:\w+::)*\w+)\s+%s\s*\(`
	metalStruct    = `\bstruct\s+%s\s*\{([^{}]*)\}`
	metalParameter = regexp.MustCompile(`^\s*(.*?[\s>&*])(\w+)\s*\[\[(.*)\]\]\s*$`)
	userLocation   = regexp.MustCompile(`^user\(locn(\d+)\)`)
	colorIndex     = regexp.MustCompile(`^color\(0\)(?:\s*,\s*index\((\d+)\))?$`)
)

// quadCalls are the functions of quadFunctions by the calls that they replace. Textures
// whose levels derivatives select have one.
var quadCalls = map[string]string{
	"discard_fragment": "discard_", "dfdx": "across_", "dfdy": "down_", "fwidth": "width_", "bias": "level_of_bias_",
}

// quadFunctions are functions of fragments that kernels lack. Four threads in a row are a
// quad. Each has a stack of its own, by which it knows itself. Writes of a fragment after
// its end, as a helper of its quad, are undone before another's turn comes, in functions of
// the quad and at the end.
const quadFunctions = `
static ulong stacks_[1024];
static bool gone_[1024];
static uint me_() {
    ulong here = (ulong)__builtin_frame_address(0), nearest = ~0ul;
    uint me = 0;
    for (uint i = 0; i < 1024; i++) {
        if (stacks_[i] > here && stacks_[i] - here < nearest) nearest = stacks_[i] - here, me = i;
    }
    return me;
}
static char kept_[1 << 20];
static char* buffers_[16];
static ulong sizes_[16];
static int count_;
static void keep_buffer_(const void* p, ulong size) {
    for (int i = 0; i < count_; i++) {
        if (buffers_[i] == (char*)p) return;
    }
    buffers_[count_] = (char*)p, sizes_[count_++] = size;
}
static void keep_() {
    for (ulong i = 0, at = 0; i < (ulong)count_; at += sizes_[i++]) __builtin_memcpy(kept_ + at, buffers_[i], sizes_[i]);
}
static void restore_() {
    for (ulong i = 0, at = 0; i < (ulong)count_; at += sizes_[i++]) __builtin_memcpy(buffers_[i], kept_ + at, sizes_[i]);
}
static void discard_() {
    if (gone_[me_()]) return;
    gone_[me_()] = true;
    keep_();
}
__attribute__((always_inline)) static inline void enter_fragment_(uint index, bool helper) {
    stacks_[index] = (ulong)__builtin_frame_address(0) + 1;
    if (helper) discard_();
}
template<class T> T of_(T x, uint lane) {
    bool gone = gone_[me_()];
    if (gone) restore_();
    T y = metal::quad_broadcast(x, (ushort)lane);
    if (gone) keep_();
    return y;
}
template<class A> metal::like<A> across_(A const& value) {
    metal::like<A> x = value,
        a = of_(x, 0), b = of_(x, 1), c = of_(x, 2), d = of_(x, 3);
    return me_() % 4 < 2 ? b - a : d - c;
}
template<class A> metal::like<A> down_(A const& value) {
    metal::like<A> x = value,
        a = of_(x, 0), b = of_(x, 1), c = of_(x, 2), d = of_(x, 3);
    return me_() % 2 == 0 ? c - a : d - b;
}
template<class A> metal::like<A> width_(A const& x) { return metal::fabs(across_(x)) + metal::fabs(down_(x)); }
static metal::level level_of_bias_(float) { return metal::level(0); }
template<class T> void store_one_(device uint* at, T x) {
    if (!gone_[me_()]) *at = as_type<uint>(x);
}
template<class T> void store_(device uint* at, T x) { store_one_(at, x); }
template<class T, int N> void store_(device uint* at, metal::vec<T, N> x) { for (int c = 0; c < N; c++) store_one_(at + c, x[c]); }
`

// A metalValue is a parameter or member with its attribute.
type metalValue struct{ ty, name, attribute string }

// metalValues reads a list of them.
func metalValues(list []string) (values []metalValue, err error) {
	for _, s := range list {
		if strings.TrimSpace(s) == "" {
			continue
		}
		m := metalParameter.FindStringSubmatch(s)
		if m == nil {
			return nil, fmt.Errorf("%q has no attribute", s)
		}
		values = append(values, metalValue{strings.TrimSpace(m[1]), m[2], strings.TrimSpace(m[3])})
	}
	return values, nil
}

// membersOf are the members of a struct of a source, nil if there is none.
func membersOf(source, name string) ([]metalValue, error) {
	m := regexp.MustCompile(fmt.Sprintf(metalStruct, name)).FindStringSubmatch(source)
	if m == nil {
		return nil, nil
	}
	return metalValues(strings.Split(m[1], ";"))
}

// listed splits at commas that are in no brackets.
func listed(s string) (parts []string) {
	depth, from := 0, 0
	for i, c := range s {
		switch c {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				parts, from = append(parts, s[from:i]), i+1
			}
		}
	}
	return append(parts, s[from:])
}

// A metalStage is the function of a stage in a source.
type metalStage struct {
	result     string // its type
	parameters []metalValue
}

// stageOf finds the function of a stage.
func stageOf(source, stage, entry string) (*metalStage, error) {
	head := regexp.MustCompile(fmt.Sprintf(stageFunction, stage, entry)).FindStringSubmatchIndex(source)
	if head == nil {
		return nil, fmt.Errorf("no %s function %s", stage, entry)
	}
	rest := source[head[1]:]
	parameters, err := metalValues(listed(rest[:closing(rest, '(', ')')-1]))
	return &metalStage{source[head[2]:head[3]], parameters}, err
}

// withDrawing is the source of a row, whose entry is a fragment function, with the kernel.
func (j *Job) withDrawing(row *mslRow, size [2]int) (string, error) {
	source, entry := row.Source, row.Entry
	stage, err := stageOf(source, "fragment", entry)
	if err != nil {
		return "", err
	}
	inputs, err := j.inputs()
	if err != nil {
		return "", err
	}
	if err := j.suppressible(source); err != nil {
		return "", err
	}
	fill, arguments, err := stage.given(source, func(v metalValue) (string, error) { return j.pixelInput(inputs, v) })
	if err != nil {
		return "", err
	}
	store, err := stage.store(source, entry, arguments)
	if err != nil {
		return "", err
	}
	quads := [2]int{(size[0] + 1) / 2, (size[1] + 1) / 2}
	place := fmt.Sprintf(`    uint quad_ = index_ / 4, column_ = quad_ %% %d * 2 + index_ %% 2, line_ = quad_ / %d * 2 + index_ / 2 %% 2;
    bool helper_ = column_ >= %d || line_ >= %d;
    pixels_ += 4 * (line_ * %d + column_);
    float x_ = float(column_) + 0.5, y_ = float(line_) + 0.5;
`, quads[0], quads[0], size[0], size[1], size[0])
	return row.withKernel(stage.parameters, place, fill+store)
}

// argument is the kernel's name for a resource: types may have its own name.
func (p *metalValue) argument() string { return p.name + "_given_" }

// given returns the sources of the arguments of a stage, and the text ahead of the call.
func (stage *metalStage) given(source string, value func(metalValue) (string, error)) (fill string, arguments []string, err error) {
	for _, p := range stage.parameters {
		switch {
		case p.isResource():
			arguments = append(arguments, p.argument())
		case p.attribute == "stage_in":
			members, err := membersOf(source, p.ty)
			if err != nil {
				return "", nil, err
			}
			fill += fmt.Sprintf("    %s in_ = {};\n", p.ty)
			for _, m := range members {
				x, err := value(m)
				if err != nil {
					return "", nil, err
				}
				fill += fmt.Sprintf("    in_.%s = %s;\n", m.name, x)
			}
			arguments = append(arguments, "in_")
		default:
			x, err := value(p)
			if err != nil {
				return "", nil, err
			}
			arguments = append(arguments, x)
		}
	}
	return fill, arguments, nil
}

// store calls a fragment function and stores its first color.
func (stage *metalStage) store(source, entry string, arguments []string) (string, error) {
	call := fmt.Sprintf("%s(%s)", entry, strings.Join(arguments, ", "))
	outputs, err := membersOf(source, stage.result)
	if err != nil {
		return "", err
	}
	switch {
	case stage.result == "void":
		return "    " + call + ";\n", nil
	case outputs == nil:
		return fmt.Sprintf("    store_(pixels_, %s);\n", call), nil
	}
	text := fmt.Sprintf("    %s out_ = %s;\n", stage.result, call)
	for _, o := range outputs {
		if o.attribute == "sample_mask" {
			text += fmt.Sprintf("    if (!(out_.%s & 1)) discard_();\n", o.name)
		}
	}
	for _, o := range outputs {
		if m := colorIndex.FindStringSubmatch(o.attribute); m != nil && (m[1] == "" || m[1] == "0") {
			text += fmt.Sprintf("    store_(pixels_, out_.%s);\n", o.name)
		}
	}
	return text, nil
}

// withKernel is the source of a row with a kernel that has the resources among these
// parameters. place computes the pixel of a thread, body is its text.
func (row *mslRow) withKernel(stage []metalValue, place, body string) (string, error) {
	var parameters, kept strings.Builder
	for _, p := range stage {
		if !p.isResource() {
			continue
		}
		fmt.Fprintf(&parameters, "%s %s [[%s]], ", p.ty, p.argument(), p.attribute)
		size, writable := 0, strings.HasPrefix(p.ty, "device ") && !strings.Contains(p.ty, "const")
		if i, ok := strings.CutPrefix(p.attribute, "buffer("); ok && writable {
			size = len(row.Buffers[strings.TrimSuffix(i, ")")].Hex) / 2
		}
		if size > 0 {
			fmt.Fprintf(&kept, "    keep_buffer_(%s%s, %d);\n", map[bool]string{true: "&", false: ""}[strings.HasSuffix(p.ty, "&")], p.argument(), size)
		}
	}
	headers := metalInclude.FindAllStringIndex(row.Source, -1)
	if headers == nil {
		return "", errors.New("a source without headers")
	}
	end := headers[len(headers)-1][1]
	rest := quadCall.ReplaceAllStringFunc(row.Source[end:], func(s string) string { return quadCalls[s] })
	return row.Source[:end] + quadFunctions + rest + fmt.Sprintf(`
kernel void %s(%suint index_ [[thread_index_in_threadgroup]], device uint* pixels_ [[buffer(%d)]]) {
%s%s    enter_fragment_(index_, helper_);
%s    if (gone_[me_()]) restore_();
}
`, drawKernel, &parameters, pixelsBuffer, place, &kept, body), nil
}

// isResource reports whether a parameter is a buffer, texture or sampler.
func (p *metalValue) isResource() bool {
	return strings.HasPrefix(p.attribute, "buffer(") || strings.HasPrefix(p.attribute, "texture(") || strings.HasPrefix(p.attribute, "sampler(")
}

// withVertices is the source of a row, whose entry is a vertex function, with the kernel
// that draws with it and this fragment function.
func (j *Job) withVertices(row *mslRow, fragment string) (string, error) {
	vertex, err := stageOf(row.Source, "vertex", row.Entry)
	if err != nil {
		return "", err
	}
	after, err := stageOf(row.Source, "fragment", fragment)
	if err != nil {
		return "", err
	}
	passed, err := membersOf(row.Source, vertex.result)
	if err != nil {
		return "", err
	}
	_, arguments, err := vertex.given(row.Source, func(v metalValue) (string, error) {
		if v.attribute != "vertex_id" {
			return "", leftOut("the input " + v.attribute)
		}
		return "index_ * 3", nil
	})
	if err != nil {
		return "", err
	}
	body := fmt.Sprintf("    %s passed_ = %s(%s);\n", vertex.result, row.Entry, strings.Join(arguments, ", "))
	fill, arguments, err := after.given(row.Source, func(v metalValue) (string, error) {
		place := userLocation.FindString(v.attribute)
		for _, p := range passed {
			if place != "" && userLocation.FindString(p.attribute) == place {
				return "passed_." + p.name, nil
			}
		}
		return j.pixelInput(nil, v)
	})
	if err != nil {
		return "", err
	}
	store, err := after.store(row.Source, fragment, arguments)
	if err != nil {
		return "", err
	}
	const place = "    bool helper_ = false;\n    pixels_ += 4 * index_;\n    float x_ = float(index_) + 0.5, y_ = 0.5;\n"
	return row.withKernel(vertex.parameters, place, body+fill+store)
}

// suppressible is an error if effects of a fragment that has ended can't be undone.
func (j *Job) suppressible(source string) error {
	if !strings.Contains(source, "discard_fragment") && !derivative.MatchString(source) {
		return nil
	}
	for i := range j.Textures {
		if j.Textures[i].Storage {
			return leftOut("a discard or derivatives, and storage textures")
		}
	}
	return nil
}

// pixelInput is the value of an input for the fragment at x_ and y_.
func (j *Job) pixelInput(inputs []input, v metalValue) (string, error) {
	switch attribute, _, _ := strings.Cut(v.attribute, ","); attribute {
	case "position":
		return "float4(x_, y_, 0.0, 1.0)", nil
	case "front_facing":
		return "true", nil
	case "sample_id":
		return "0", nil
	case "sample_mask":
		return "1", nil
	}
	m := userLocation.FindStringSubmatch(v.attribute)
	if m == nil {
		return "", leftOut("the input " + v.attribute)
	}
	for i := range inputs {
		if in := &inputs[i]; fmt.Sprint(in.binding.Location) == m[1] {
			return fmt.Sprintf("%s(%s)", v.ty, j.components(in)), nil
		}
	}
	return "", fmt.Errorf("the module has no input %s", v.attribute)
}

// components are the components of an input for the fragment at x_ and y_, with commas.
func (j *Job) components(in *input) string {
	var parts []string
	for c := range max(1, int(j.Module.Types.At(in.ty).Rows)) {
		k := c + int(in.binding.Component)
		switch s := j.Module.Types.ScalarOf(in.ty); {
		case s == ir.I32:
			parts = append(parts, fmt.Sprint(j.integer(in, c)))
		case s == ir.U32:
			parts = append(parts, fmt.Sprint(int(in.binding.Location)*7+k))
		case in.binding.Interpolation == ir.InterpolateFlat:
			parts = append(parts, fmt.Sprintf("%g", base(in.binding.Location)))
		default:
			parts = append(parts, fmt.Sprintf("%g + x_ * %g + y_ * %g", base(in.binding.Location), float32(k+1)/4, float32(k+2)/8))
		}
	}
	return strings.Join(parts, ", ")
}
