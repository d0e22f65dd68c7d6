package conformance

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/num"
	"refract/ir"
	"refract/ir/validate"
)

// executionRow is a shader of cts-execution.jsonl.gz.
type executionRow struct {
	Test         string
	Params       map[string]any
	Code         string
	InputSource  string
	Input        string
	OutputStride int
	ResultType   string
	Cases        []struct{ Exp expectation }
}

// An expectation says what a value may be. One of the fields is set.
type expectation struct {
	Value     *expected       `json:"v"`
	Interval  *[2]bound       `json:"i"`
	Intervals [][2]bound      `json:"iv"`
	Columns   [][][2]bound    `json:"im"`
	Any       []expectation   `json:"any"`
	Each      []expectation   `json:"vec"`
	Undefined json.RawMessage `json:"undef"`
	Pass      json.RawMessage `json:"pass"`
}

// expected is one exact value: bits, or the elements of a composite.
type expected struct {
	Bits     string          `json:"b"`
	Elements json.RawMessage `json:"e"`
}

// A bound of an interval is a number or the name of an infinity or of -0.
type bound float64

func (b *bound) UnmarshalJSON(text []byte) error {
	if text[0] != '"' {
		x, err := strconv.ParseFloat(string(text), 64)
		*b = bound(x)
		return err
	}
	switch string(text) {
	case `"Infinity"`:
		*b = bound(math.Inf(1))
	case `"-Infinity"`:
		*b = bound(math.Inf(-1))
	case `"-0"`:
		*b = 0
	default:
		return fmt.Errorf("bound %s", text)
	}
	return nil
}

// component is one scalar of a result: its bits, and what they are.
type component struct {
	kind byte // 'b' bool, 'i', 'u', 'f'
	bits uint64
	size int // bytes
}

// number is the value of a component.
func (c component) number() float64 {
	switch {
	case c.kind == 'f' && c.size == 2:
		return num.F16(c.bits).F64()
	case c.kind == 'f' && c.size == 4:
		return float64(math.Float32frombits(uint32(c.bits)))
	case c.kind == 'f':
		return math.Float64frombits(c.bits)
	case c.kind == 'i':
		shift := 64 - 8*c.size
		return float64(int64(c.bits<<shift) >> shift)
	}
	return float64(c.bits)
}

// in reports whether a component lies in an interval. NaN does in the infinite
// one only.
func (c component) in(i [2]bound) bool {
	x := c.number()
	if x != x {
		return math.IsInf(float64(i[0]), -1) && math.IsInf(float64(i[1]), 1)
	}
	return float64(i[0]) <= x && x <= float64(i[1])
}

// equals reports whether a component is the number with the given bits.
func (c component) equals(hexBits string) bool {
	bits, err := strconv.ParseUint(strings.TrimPrefix(hexBits, "0x"), 16, 64)
	if err != nil {
		return false
	}
	if c.kind == 'b' {
		return (c.bits != 0) == (bits != 0)
	}
	if c.kind == 'f' {
		want := c
		want.bits = bits
		return c.number() == want.number() || c.bits == bits
	}
	return c.bits == bits
}

// scalarsOf flattens the elements of an exact value.
func scalarsOf(text json.RawMessage) (list []string) {
	var one string
	if json.Unmarshal(text, &one) == nil {
		return []string{one}
	}
	var nested expected
	if text[0] == '{' && json.Unmarshal(text, &nested) == nil {
		if nested.Elements == nil {
			return []string{nested.Bits}
		}
		return scalarsOf(nested.Elements)
	}
	var elements []json.RawMessage
	if json.Unmarshal(text, &elements) == nil {
		for _, e := range elements {
			list = append(list, scalarsOf(e)...)
		}
	}
	return list
}

// accepts reports whether a value is one that an expectation allows. rows is the
// number of components in a column of a matrix.
func (e *expectation) accepts(got []component) bool {
	intervals := func(list [][2]bound, got []component) bool {
		if len(list) != len(got) {
			return false
		}
		for i := range list {
			if !got[i].in(list[i]) {
				return false
			}
		}
		return true
	}
	switch {
	case e.Undefined != nil, e.Pass != nil:
		return true
	case e.Value != nil:
		want := []string{e.Value.Bits}
		if e.Value.Elements != nil {
			want = scalarsOf(e.Value.Elements)
		}
		if len(want) != len(got) {
			return false
		}
		for i := range want {
			if !got[i].equals(want[i]) {
				return false
			}
		}
		return true
	case e.Interval != nil:
		return len(got) == 1 && got[0].in(*e.Interval)
	case e.Intervals != nil:
		return intervals(e.Intervals, got)
	case e.Columns != nil:
		for _, column := range e.Columns {
			if len(got) < len(column) || !intervals(column, got[:len(column)]) {
				return false
			}
			got = got[len(column):]
		}
		return len(got) == 0
	case e.Each != nil:
		if len(e.Each) != len(got) {
			return false
		}
		for i := range e.Each {
			if !e.Each[i].accepts(got[i : i+1]) {
				return false
			}
		}
		return true
	}
	for i := range e.Any {
		if e.Any[i].accepts(got) {
			return true
		}
	}
	return false
}

// A resultType reads the values of a type from memory.
type resultType struct {
	offsets     []int
	kind        byte
	bytes       int // of a scalar
	size, align int
}

// parseResult reads the name of a type: "vec3<f16>", "array<mat2x2<f32>, 4>".
func parseResult(name string) (resultType, error) {
	repeat := func(r resultType, n, stride, align int) resultType {
		out := r
		out.offsets = nil
		for i := range n {
			for _, at := range r.offsets {
				out.offsets = append(out.offsets, i*stride+at)
			}
		}
		out.size, out.align = n*stride, align
		return out
	}
	up := func(n, align int) int { return (n + align - 1) / align * align }
	switch name {
	case "bool":
		return resultType{[]int{0}, 'b', 4, 4, 4}, nil
	case "i32":
		return resultType{[]int{0}, 'i', 4, 4, 4}, nil
	case "u32":
		return resultType{[]int{0}, 'u', 4, 4, 4}, nil
	case "f32":
		return resultType{[]int{0}, 'f', 4, 4, 4}, nil
	case "f16":
		return resultType{[]int{0}, 'f', 2, 2, 2}, nil
	case "abstract-int":
		return resultType{[]int{0}, 'i', 8, 8, 4}, nil
	case "abstract-float":
		return resultType{[]int{0}, 'f', 8, 8, 4}, nil
	}
	head, rest, ok := strings.Cut(name, "<")
	inner, closed := strings.CutSuffix(rest, ">")
	if !ok || !closed {
		return resultType{}, fmt.Errorf("type %q", name)
	}
	if head == "array" {
		comma := strings.LastIndex(inner, ", ")
		n, err := strconv.Atoi(inner[comma+2:])
		if err != nil {
			return resultType{}, err
		}
		element, err := parseResult(inner[:comma])
		return repeat(element, n, up(element.size, element.align), element.align), err
	}
	r, err := parseResult(inner)
	if err != nil {
		return r, err
	}
	digits := strings.TrimLeft(head, "vecmat")
	rows := int(digits[len(digits)-1] - '0')
	align := r.size * (rows + rows&1)
	vector := repeat(r, rows, r.size, align)
	if len(digits) == 1 {
		return vector, nil
	}
	return repeat(vector, int(digits[0]-'0'), up(vector.size, align), align), nil
}

// read reads a value from the beginning of b.
func (r *resultType) read(b []byte) []component {
	out := make([]component, len(r.offsets))
	for i, at := range r.offsets {
		c := component{kind: r.kind, size: r.bytes}
		switch r.bytes {
		case 2:
			c.bits = uint64(binary.LittleEndian.Uint16(b[at:]))
		case 4:
			c.bits = uint64(binary.LittleEndian.Uint32(b[at:]))
		case 8:
			c.bits = binary.LittleEndian.Uint64(b[at:])
		}
		out[i] = c
	}
	return out
}

// execute runs a row's shader and returns the output buffer.
func (row *executionRow) execute(r *wgsl.Reader, v *validate.Validator) ([]byte, error) {
	m := ir.NewModule()
	mod, list := read(r, v, m, row.Code)
	if mod == nil {
		return nil, fmt.Errorf("%s", messages(list))
	}
	return row.executeOn(interp.Engine{}, m)
}

// executeOn runs a row on an engine.
func (row *executionRow) executeOn(e exec.Engine, m *ir.Module) ([]byte, error) {
	p, err := e.Load(m, exec.LoadOptions{})
	if err != nil {
		return nil, err
	}
	out := exec.NewBuffer((row.OutputStride*len(row.Cases) + 3) &^ 3)
	var resources exec.Resources
	resources.Bind(0, 0, out)
	if row.Input != "" {
		input, err := hex.DecodeString(row.Input)
		if err != nil {
			return nil, err
		}
		resources.Bind(0, 1, &exec.Buffer{Data: append(input, make([]byte, -len(input)&3)...)})
	}
	_, err = p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &resources, exec.RunOptions{MaxSteps: 1 << 30})
	return out.Data, err
}

// TestExecution runs the execution cases of the conformance suite in the
// interpreter.
func TestExecution(t *testing.T) {
	var r wgsl.Reader
	var v validate.Validator
	var all, constant harness.Count
	failures := 0
	start := time.Now()
	harness.Corpus(t, "cts-execution.jsonl.gz", func(row executionRow) {
		passed := 0
		result, err := parseResult(row.ResultType)
		if err != nil {
			t.Fatal(err)
		}
		out, err := row.execute(&r, &v)
		if err != nil {
			failures++
			t.Logf("%s %v: %v", row.Test, row.Params, err)
		}
		for i := range row.Cases {
			if err != nil {
				break
			}
			got := result.read(out[i*row.OutputStride:])
			if row.Cases[i].Exp.accepts(got) {
				passed++
				continue
			}
			if failures++; failures < 200 {
				var numbers []float64
				for _, c := range got {
					numbers = append(numbers, c.number())
				}
				t.Logf("%s %v: case %d is %v", row.Test, row.Params, i, numbers)
			}
		}
		all.Passed += passed
		all.Total += len(row.Cases)
		if row.InputSource == "const" {
			constant.Passed += passed
			constant.Total += len(row.Cases)
		}
	})
	t.Logf("in %v", time.Since(start))
	harness.Ratchet(t, "cts/execute", all)
	harness.Ratchet(t, "cts/execute-const", constant)
}

// TestExecutionFast runs the execution cases on the fast engine, as they are and
// optimized: the bytes of the interpreter. It takes every eighth row, or with REFRACT_ALL
// every one.
func TestExecutionFast(t *testing.T) {
	rows, cases, failures := 0, [2]int{}, 0
	refused := map[string]int{}
	harness.Corpus(t, "cts-execution.jsonl.gz", func(row executionRow) {
		if rows++; rows%8 != 0 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		for level := range 2 {
			valid, err := refract.Check(context.Background(), "case.wgsl", []byte(row.Code), refract.CheckOptions{
				Parse:    refract.ParseOptions{Language: refract.WGSL, Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}},
				Validate: refract.ValidateOptions{Capabilities: validate.All},
			})
			if err == nil {
				valid, err = refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: level, Strict: true})
			}
			if err != nil {
				t.Fatalf("%s %v: %v", row.Test, row.Params, err)
			}
			want, err := row.executeOn(interp.Engine{}, valid.Module)
			if err != nil {
				continue // TestExecution says so
			}
			got, err := row.executeOn(wasm.Engine{}, valid.Module)
			var no *exec.UnsupportedError
			switch {
			case errors.As(err, &no):
				refused[no.Feature] += len(row.Cases)
			case err != nil || !bytes.Equal(want, got):
				if failures++; failures < 20 {
					t.Errorf("%s %v at level %d: %v; %x, not %x", row.Test, row.Params, level, err, got[:min(len(got), 64)], want[:min(len(want), 64)])
				}
			default:
				cases[level] += len(row.Cases)
			}
		}
	})
	t.Logf("%d cases agree as they are, %d optimized; refused: %v", cases[0], cases[1], refused)
}
