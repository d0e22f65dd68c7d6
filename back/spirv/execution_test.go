package spirv_test

// This file runs the execution cases of the WebGPU conformance suite on a Vulkan
// driver and compares what they write with what they may.

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	back "refract/back/spirv"
	"refract/internal/harness"
	"refract/internal/num"
)

type executionRow struct {
	Test         string
	Params       map[string]any
	Code         string
	Input        string
	ResultType   string
	OutputStride int
	Cases        []struct{ Exp map[string]any }
}

type runBuffer struct {
	Hex  string `json:"hex,omitempty"`
	Size int    `json:"size,omitempty"`
}

type runRow struct {
	Name       string               `json:"name"`
	SPIRV      string               `json:"spirv"`
	Entry      string               `json:"entry"`
	Workgroups [3]int               `json:"workgroups"`
	Buffers    map[string]runBuffer `json:"buffers"`
	Outputs    []string             `json:"outputs"`
}

// sampled is how many rows are skipped for each that runs, without REFRACT_ALL.
const sampled = 8

// TestExecution runs the cases with SPIR-V 1.3 and 1.6: a sample of them, or all
// where REFRACT_ALL is 1.
func TestExecution(t *testing.T) {
	for _, version := range []back.Version{3, 6} {
		t.Run(fmt.Sprintf("1.%d", version), func(t *testing.T) { runExecution(t, version) })
	}
}

func runExecution(t *testing.T, version back.Version) {
	var jobs []runRow
	var rows []executionRow
	var w back.Writer
	unread, refused := 0, 0
	n := 0
	harness.Corpus(t, "cts-execution.jsonl.gz", func(r executionRow) {
		n++
		if os.Getenv("REFRACT_ALL") != "1" && os.Getenv("CASE") == "" && n%sampled != 0 {
			return
		}
		name := fmt.Sprintf("%s %v #%d", r.Test, r.Params, n)
		if strings.Contains(r.ResultType, "abstract") || os.Getenv("CASE") != "" && !strings.Contains(name, os.Getenv("CASE")) {
			return
		}
		m := parse(t, name, r.Code)
		if m == nil {
			unread++
			return
		}
		o := back.NewOptions()
		o.Version, o.Names = version, false
		words, err := w.Write(nil, m, o)
		if err != nil {
			t.Logf("%s: %v", name, err)
			refused++
			return
		}
		j := runRow{Name: name, SPIRV: rowOf(name, words, "").SPIRV, Entry: "main", Workgroups: [3]int{1, 1, 1}, Outputs: []string{"0.0"}}
		j.Buffers = map[string]runBuffer{"0.0": {Size: max(16, len(r.Cases)*r.OutputStride)}}
		if r.Input != "" {
			j.Buffers["0.1"] = runBuffer{Hex: r.Input}
		}
		jobs, rows = append(jobs, j), append(rows, r)
	})
	wrong := 0
	for i, v := range harness.Oracle(t, "vk-run", jobs) {
		if !v.OK {
			wrong++
			t.Errorf("%s: %s", v.Name, v.Text())
			continue
		}
		out, err := hex.DecodeString(v.Buffers["0.0"])
		if err != nil {
			t.Fatal(err)
		}
		r := &rows[i]
		for c := range r.Cases {
			got := leaves(r.ResultType, out[c*r.OutputStride:])
			if !accepts(r.Cases[c].Exp, got) {
				wrong++
				t.Errorf("%s case %d: got %v, want %v", v.Name, c, got, r.Cases[c].Exp)
				break
			}
		}
	}
	t.Logf("%d of %d right; %d not read, %d refused", len(jobs)-wrong, len(jobs), unread, refused)
}

var shape = regexp.MustCompile(`^(?:vec(\d)|mat(\d)x(\d)|array)<(.*?)(?:, (\d+))?>$`)

// layoutOf returns size and alignment in bytes of a type in the output.
func layoutOf(ty string) (size, align int) {
	s := shape.FindStringSubmatch(ty)
	switch {
	case ty == "f16":
		return 2, 2
	case s == nil:
		return 4, 4
	case s[1] != "":
		n, _ := strconv.Atoi(s[1])
		size, _ = layoutOf(s[4])
		return n * size, size * (n + n&1)
	case s[2] != "":
		n, _ := strconv.Atoi(s[2])
		size, align = layoutOf("vec" + s[3] + "<" + s[4] + ">")
		return n * up(size, align), align
	}
	n, _ := strconv.Atoi(s[5])
	size, align = layoutOf(s[4])
	return n * up(size, align), align
}

func up(n, align int) int { return (n + align - 1) / align * align }

// leaf is one scalar of a result.
type leaf struct {
	bits  uint32
	value float64
}

func (l leaf) String() string { return fmt.Sprintf("%v(%#x)", l.value, l.bits) }

// leaves reads the scalars of a value.
func leaves(ty string, b []byte) (list []leaf) {
	s := shape.FindStringSubmatch(ty)
	repeat := func(n int, element string, stride int) {
		for i := range n {
			list = append(list, leaves(element, b[i*stride:])...)
		}
	}
	switch {
	case s == nil:
		return []leaf{readLeaf(ty, b)}
	case s[1] != "":
		n, _ := strconv.Atoi(s[1])
		size, _ := layoutOf(s[4])
		repeat(n, s[4], size)
	case s[2] != "":
		n, _ := strconv.Atoi(s[2])
		column := "vec" + s[3] + "<" + s[4] + ">"
		repeat(n, column, up(layoutOf(column)))
	default:
		n, _ := strconv.Atoi(s[5])
		repeat(n, s[4], up(layoutOf(s[4])))
	}
	return list
}

func readLeaf(ty string, b []byte) leaf {
	if ty == "f16" {
		bits := binary.LittleEndian.Uint16(b)
		return leaf{uint32(bits), num.F16(bits).F64()}
	}
	bits := binary.LittleEndian.Uint32(b)
	switch ty {
	case "f32":
		return leaf{bits, float64(math.Float32frombits(bits))}
	case "i32":
		return leaf{bits, float64(int32(bits))}
	}
	return leaf{bits, float64(bits)}
}

func number(x any) float64 {
	if s, ok := x.(string); ok {
		if strings.HasPrefix(s, "0x") {
			v, _ := strconv.ParseUint(s, 0, 64)
			return float64(v)
		}
		v, _ := strconv.ParseFloat(s, 64)
		return v
	}
	return x.(float64)
}

func within(interval any, l leaf) bool {
	i := interval.([]any)
	low, high := number(i[0]), number(i[1])
	if math.IsNaN(l.value) {
		return math.IsInf(low, -1) && math.IsInf(high, 1)
	}
	return low <= l.value && l.value <= high
}

// exact compares scalars with a value: equal as numbers, or in bits.
func exact(v map[string]any, got []leaf) bool {
	ty := v["t"].(string)
	elements, ok := v["e"].([]any)
	if !ok {
		elements = []any{v["b"]}
	}
	if s := shape.FindStringSubmatch(ty); s != nil {
		ty = s[4]
		if t := shape.FindStringSubmatch(ty); t != nil {
			ty = t[4]
		}
	}
	flat := flatten(elements)
	if len(flat) != len(got) {
		return false
	}
	for i, e := range flat {
		bits := uint32(number(e))
		var b [4]byte
		binary.LittleEndian.PutUint32(b[:], bits)
		want := readLeaf(ty, b[:])
		same := want.value == got[i].value || math.IsNaN(want.value) && math.IsNaN(got[i].value)
		if ty == "bool" {
			same = (bits != 0) == (got[i].bits != 0)
		}
		if !same {
			return false
		}
	}
	return true
}

func flatten(list []any) (flat []any) {
	for _, x := range list {
		switch x := x.(type) {
		case []any:
			flat = append(flat, flatten(x)...)
		case map[string]any:
			if inner, ok := x["e"].([]any); ok {
				flat = append(flat, flatten(inner)...)
			} else {
				flat = append(flat, x["b"])
			}
		default:
			flat = append(flat, x)
		}
	}
	return flat
}

func accepts(exp map[string]any, got []leaf) bool {
	for k, x := range exp {
		switch k {
		case "undef", "pass":
			return true
		case "v":
			return exact(x.(map[string]any), got)
		case "i":
			return within(x, got[0])
		case "iv":
			for i, v := range x.([]any) {
				if !within(v, got[i]) {
					return false
				}
			}
			return true
		case "im":
			i := 0
			for _, column := range x.([]any) {
				for _, v := range column.([]any) {
					if !within(v, got[i]) {
						return false
					}
					i++
				}
			}
			return true
		case "any":
			for _, v := range x.([]any) {
				if accepts(v.(map[string]any), got) {
					return true
				}
			}
			return false
		case "vec":
			for i, v := range x.([]any) {
				if !accepts(v.(map[string]any), got[i:i+1]) {
					return false
				}
			}
			return true
		}
	}
	return false
}
