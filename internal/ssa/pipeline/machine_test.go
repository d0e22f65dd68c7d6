package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"refract/internal/ssa/pipeline"
)

// TestMachines reads the machines that are described, and descriptions with faults.
func TestMachines(t *testing.T) {
	for _, name := range pipeline.Machines() {
		m, err := pipeline.MachineByName(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m.Name != name || m.Description == "" {
			t.Errorf("%s: %+v", name, m)
		}
	}
	for text, want := range map[string]string{
		`{`:                               "EOF",
		`{"nosuch": 1}`:                   `unknown field "nosuch"`,
		`{"scalar": 1}`:                   `"scalar" is a number, not a bool`,
		`{"buffers": "x"}`:                `"buffers" is "x"; it can be offsets, addresses, vec4`,
		`{"bools": "x"}`:                  `it can be int32, sized, floats`,
		`{"ints": "x"}`:                   `"ints" is "x"; it can be floats`,
		`{"no_small": ["int9"]}`:          `it can be int8, int16, float16`,
		`{"vectorize": 5}`:                `"vectorize" is 2 to 4`,
		`{"few_values": true}`:            `"few_values" needs "slots"`,
		`{"textures": "nosuch"}`:          `lower-tex: there is no option "nosuch"`,
		`{"no_operations": ["division"]}`: `has no element "division"`,
		`{"passes": "nosuch"}`:            `there is no pass "nosuch"`,
	} {
		_, err := pipeline.ReadMachine(strings.NewReader(text))
		var fault *pipeline.MachineError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
}
