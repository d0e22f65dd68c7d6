package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
)

// A pipelineRow is a case that makes a compute pipeline. The values of its
// overrides are not in the corpus, but follow from its parameters.
type pipelineRow struct {
	Test     string
	Code     string
	Kind     string
	Params   params
	Features []string
	Expect   bool
	Values   map[string]float64 // of overrides, where the corpus tells them
}

// TestPipelines makes the pipelines of the conformance suite whose values of
// overrides can be told from the parameters of the case.
func TestPipelines(t *testing.T) {
	type oracleRow struct {
		Name      string             `json:"name"`
		Source    string             `json:"source"`
		Entry     string             `json:"entry"`
		Overrides map[string]float64 `json:"overrides"`
	}
	var accept, reject harness.Count
	var rows []oracleRow
	var wrong []string
	expect := map[string]bool{}
	harness.Corpus(t, "cts-validation.jsonl.gz", func(row pipelineRow) {
		if row.Kind != "compute" {
			return
		}
		values, ok := row.Values, true
		if values == nil {
			values, ok = row.values()
		}
		if !ok {
			t.Logf("values unknown: %s %v", row.Test, row.Params)
			return
		}
		name := fmt.Sprintf("%s %v %v", row.Test, row.Params, values)
		rows = append(rows, oracleRow{name, row.Code, "main", values})
		expect[name] = row.Expect
		extensions, o := device(row.Features)
		_, err := refract.Check(context.Background(), "case.wgsl", []byte(row.Code), refract.CheckOptions{
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: extensions}}},
			Validate: refract.ValidateOptions{Capabilities: o.Capabilities, Overrides: values},
		})
		c := &reject
		if row.Expect {
			c = &accept
		}
		c.Total++
		if (err == nil) == row.Expect {
			c.Passed++
			return
		}
		var found *diag.Diagnostics
		errors.As(err, &found)
		wrong = append(wrong, fmt.Sprintf("%s: want %v, got %v\n%s", name, row.Expect, found, row.Code))
	})
	for _, v := range harness.Oracle(t, "tint", rows) {
		if v.OK != expect[v.Name] {
			t.Logf("Tint: %s: %v: %s", v.Name, v.OK, v.Text())
		}
	}
	for _, s := range wrong {
		t.Log(s)
	}
	harness.Ratchet(t, "cts/pipeline-accept", accept)
	harness.Ratchet(t, "cts/pipeline-reject", reject)
}

// params are the parameters of a case, in order.
type params []param

type param struct {
	name  string
	value json.RawMessage
}

func (p *params) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		*p = append(*p, param{name.(string), value})
	}
	return nil
}

func (p params) String() string {
	var list []string
	for _, q := range p {
		list = append(list, fmt.Sprintf("%s=%s", q.name, q.value))
	}
	return strings.Join(list, " ")
}

// text is a parameter's text, "" if there is none.
func (p params) text(name string) string {
	for _, q := range p {
		if q.name == name {
			return strings.Trim(string(q.value), `"`)
		}
	}
	return ""
}

// number is a parameter's value: a number, or a bool as 0 or 1.
func (p params) number(name string) (float64, bool) {
	switch text := p.text(name); text {
	case "true":
		return 1, true
	case "false":
		return 0, true
	default:
		v, err := strconv.ParseFloat(text, 64)
		return v, err == nil
	}
}

var (
	overrideDecl = regexp.MustCompile(`override (\w+)\s*(?::\s*\w+\s*)?(=)?`)
	overrideArgs = regexp.MustCompile(`\(\s*(o\d+(?:\s*,\s*o\d+)*)\s*\)`)
)

// values tells the values of the overrides from the parameters: overrides named
// o and a number are the arguments of one operation, in order; others have the
// name of a parameter in theirs.
func (r *pipelineRow) values() (map[string]float64, bool) {
	values := map[string]float64{}
	if strings.Contains(r.Code, "override o0") {
		return values, r.arguments(values)
	}
	for _, m := range overrideDecl.FindAllStringSubmatch(r.Code, -1) {
		name := m[1]
		v, ok := r.named(name)
		if ok {
			values[name] = v
		} else if m[2] == "" {
			return nil, false
		}
	}
	return values, true
}

func (r *pipelineRow) named(name string) (float64, bool) {
	p := r.Params
	switch name {
	case "o", "o_b", "override_param":
		if stage := p.text("stage"); name != "o_b" && stage != "override" && stage != "pipeline" {
			return 0, false
		}
		return p.number("value")
	case "cond":
		short, ok := p.number("short_circuit")
		if p.text("op") == "&&" {
			short = 1 - short
		}
		return short, ok
	case "cond_a", "cond_b":
		return p.number(name + "_val")
	case "override_1e30":
		return 1e30, true
	case "x":
		switch c := p.text("case"); {
		case strings.HasSuffix(c, "oob_pos"):
			return 100, true
		case strings.HasSuffix(c, "_neg"):
			return -1, true
		case c != "":
			return 1, true
		}
		return 0, false
	}
	return p.number(strings.TrimPrefix(name, "o_"))
}

// arguments gives each argument its value: a scalar all of it, a vector all of it
// in each component unless the case says which component is another.
func (r *pipelineRow) arguments(values map[string]float64) bool {
	groups := overrideArgs.FindAllStringSubmatch(r.Code, -1)
	if len(groups) == 0 {
		return false
	}
	var numbers []float64
	index, otherwise := -1, 0.0
	p := r.Params
	switch {
	case p.text("valueCase") != "":
		i, _ := p.number("nonZeroIndex")
		v := valueCase(p.text("valueCase"), p.text("lhs"))
		numbers, index = []float64{v, v}, int(i)
		if p.text("op") == "sub" && !strings.Contains(p.text("lhs"), "u32") {
			numbers[1] = -v // so that the values add up
		}
	case p.text("leftValue") != "":
		i, _ := p.number("nonOneIndex")
		left, _ := p.number("leftValue")
		right, _ := p.number("rightValue")
		numbers, index, otherwise = []float64{left, right}, int(i), 1
		if runtime, _ := p.number("leftRuntime"); runtime == 1 {
			numbers = numbers[1:]
		}
	default:
		for _, q := range p {
			if v, ok := p.number(q.name); ok {
				numbers = append(numbers, v)
			}
		}
	}
	next := 0
	for i, g := range groups {
		names := regexp.MustCompile(`\w+`).FindAllString(g[1], -1)
		for j, name := range names {
			switch {
			case len(groups) == 1 && len(numbers) == len(names):
				values[name] = numbers[next]
				next++
			case i >= len(numbers):
				values[name] = 0
			case index >= 0 && len(names) > 1 && j != index:
				values[name] = otherwise
			default:
				values[name] = numbers[i]
			}
		}
	}
	return true
}

// valueCase is a value near the largest of a type, its half or its square root.
func valueCase(name, typ string) float64 {
	name, up := strings.CutSuffix(name, "+ulp")
	var v float64
	integer := false
	switch {
	case strings.Contains(typ, "f32"):
		v = math.MaxFloat32
	case strings.Contains(typ, "f16"):
		v = 65504
	case strings.Contains(typ, "i32"):
		v, integer = math.MaxInt32, true
	default:
		v, integer = math.MaxUint32, true
	}
	switch name {
	case "halfmax":
		v /= 2
	case "sqrtmax":
		v = math.Sqrt(v)
	}
	switch {
	case integer:
		v = math.Floor(v)
		if up {
			v++
		}
	case strings.Contains(typ, "f32"):
		v = float64(float32(v))
		if up {
			v = float64(math.Nextafter32(float32(v), math.MaxFloat32))
		}
	default: // f16: eleven bits
		_, exponent := math.Frexp(v)
		ulp := math.Ldexp(1, exponent-11)
		v = math.Floor(v/ulp) * ulp
		if up {
			v += ulp
		}
	}
	return v
}
