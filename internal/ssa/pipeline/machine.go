package pipeline

// This file picks passes and options for a described machine.

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Machine describes hardware, or an interface to it, that shaders are lowered for: the
// forms of memory, inputs and outputs, and the arithmetic that it has. The zero value of a
// field is the form of modules, or that the machine has the feature; so a description only
// states differences. Vectors of four components are the default.
type Machine struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`

	// Values.
	Scalar    bool   `json:"scalar,omitempty"`     // operations, phis and constants have one component
	Vectorize int    `json:"vectorize,omitempty"`  // operations on components are joined to so many, 2 to 4
	Bools     string `json:"bools,omitempty"`      // "": one bit; "int32", "sized": masks; "floats": 1 and 0
	Ints      string `json:"ints,omitempty"`       // "": integers; "floats": floats, which hold 24 bits
	Registers bool   `json:"registers,omitempty"`  // registers instead of phis
	MaxChosen int    `json:"max_chosen,omitempty"` // registers can't be indexed: accesses choose among so many elements at most

	// Arithmetic that the machine lacks.
	NoInt64      bool     `json:"no_int64,omitempty"`
	NoFloat64    bool     `json:"no_float64,omitempty"`
	NoSmall      []string `json:"no_small,omitempty"`      // of int8, int16, float16
	NoDivision   string   `json:"no_division,omitempty"`   // integers are divided by "reciprocal" or "shifts"
	NoHalves     bool     `json:"no_halves,omitempty"`     // no conversions between floats of 16 and 32 bits
	NoOperations []string `json:"no_operations,omitempty"` // kinds of operations: the elements of lower-alu{ops}
	NoMix        bool     `json:"no_mix,omitempty"`
	Fma          bool     `json:"fma,omitempty"` // with no_mix: fused products make mixtures
	NoFrexp      bool     `json:"no_frexp,omitempty"`
	NoPacking    bool     `json:"no_packing,omitempty"` // of small vectors in words
	Relaxed16    bool     `json:"relaxed_16,omitempty"` // operations of reduced precision are done in 16 bits

	// Memory.
	Buffers   string `json:"buffers,omitempty"`   // "": variables; "offsets"; "addresses": storage buffers by address; "vec4": uniform buffers in vectors of four
	Shared    string `json:"shared,omitempty"`    // "": variables; "offsets"
	Locals    string `json:"locals,omitempty"`    // variables that can't be values: ""; "scratch"; "registers"
	Constants bool   `json:"constants,omitempty"` // tables are constant data
	Widest    int    `json:"widest,omitempty"`    // bytes of an access that is made of several; 0: none is
	NoMasks   bool   `json:"no_masks,omitempty"`  // stores write all components

	// Inputs, outputs, textures, subgroups, control flow.
	Slots      string `json:"slots,omitempty"`      // "": parameters and results; "variables"; "vectors", "scalars": by slot
	FewValues  bool   `json:"few_values,omitempty"` // system values that follow from others are computed
	Textures   string `json:"textures,omitempty"`   // options of lower-tex
	Subgroups  string `json:"subgroups,omitempty"`  // options of lower-subgroups
	NoSwitch   bool   `json:"no_switch,omitempty"`
	NoContinue bool   `json:"no_continue,omitempty"`

	Passes string `json:"passes,omitempty"` // a list of passes that run last
}

//go:embed machines/*.json
var machines embed.FS

// Machines are the names of the machines that are described here.
func Machines() (names []string) {
	files, err := machines.ReadDir("machines")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".json"))
	}
	return names
}

// MachineByName is the description of one of Machines. The error is a *MachineError.
func MachineByName(name string) (*Machine, error) {
	data, err := machines.ReadFile("machines/" + name + ".json")
	if err != nil {
		return nil, &MachineError{fmt.Sprintf("there is none of %q; there are %s", name, strings.Join(Machines(), ", "))}
	}
	return ReadMachine(bytes.NewReader(data))
}

// A MachineError is a fault of a description of a machine.
type MachineError struct{ Message string }

func (e *MachineError) Error() string { return "the description of the machine: " + e.Message }

// ReadMachine reads a description in JSON. The error is a *MachineError, or that of the reader.
func ReadMachine(r io.Reader) (*Machine, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	m := new(Machine)
	if err := d.Decode(m); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return nil, &MachineError{fmt.Sprintf("at byte %d: %v", syntax.Offset, err)}
		case errors.As(err, &kind):
			return nil, &MachineError{fmt.Sprintf("%q is a %s, not a %s", kind.Field, kind.Value, kind.Type)}
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), strings.HasPrefix(err.Error(), "json:"):
			return nil, &MachineError{strings.TrimPrefix(err.Error(), "json: ")}
		}
		return nil, err
	}
	_, err := m.Pipeline()
	return m, err
}

// Pipeline is the list of passes that lower a shader for the machine. The error is a
// *MachineError.
func (m *Machine) Pipeline() (Pipeline, error) {
	list, err := m.list()
	if err != nil {
		return nil, err
	}
	p, err := Parse(strings.Join(list, ", "))
	if err != nil {
		return nil, &MachineError{err.Error()}
	}
	return p, nil
}

// choose is one of the words, by their number; the error names the field.
func choose(field, value string, words ...string) (int, error) {
	for k, w := range words {
		if w == value {
			return k, nil
		}
	}
	return 0, &MachineError{fmt.Sprintf("%q is %q; it can be %s", field, value, strings.Join(words[1:], ", "))}
}

// list is the passes in their order.
func (m *Machine) list() (list []string, err error) {
	add := func(passes ...string) { list = append(list, passes...) }
	if m.Vectorize != 0 && (m.Vectorize < 2 || m.Vectorize > 4 || m.Scalar) {
		return nil, &MachineError{`"vectorize" is 2 to 4, and not for scalar machines`}
	}
	if m.MaxChosen < 0 || m.Widest < 0 {
		return nil, &MachineError{`"max_chosen" and "widest" are not negative`}
	}
	if _, err := choose("bools", m.Bools, "", "int32", "sized", "floats"); err != nil {
		return nil, err
	}
	if _, err := choose("ints", m.Ints, "", "floats"); err != nil {
		return nil, err
	}
	add(trimmed(one), trimmed(values))
	if m.NoSwitch {
		add("lower-switch")
	}
	if m.NoContinue {
		add("lower-continue")
	}
	if m.Relaxed16 {
		add("mediump")
	}
	add("matrices-to-columns")
	if m.MaxChosen > 0 {
		add("indirect-derefs{most="+strconv.Itoa(m.MaxChosen)+"}", trimmed(values))
	}
	slots, err := choose("slots", m.Slots, "", "variables", "vectors", "scalars")
	if err != nil {
		return nil, err
	}
	if slots > 0 {
		add("io-to-variables", "io-to-temporaries", "io-arrays-to-elements", trimmed(values))
	}
	if slots > 1 {
		add("io-variables-to-vector", "explicit-io")
	}
	if err := m.memory(add); err != nil {
		return nil, err
	}
	if m.FewValues {
		if slots < 2 {
			return nil, &MachineError{`"few_values" needs "slots" to be vectors or scalars`}
		}
		add("lower-system-values")
	}
	if m.Textures != "" {
		add("lower-tex{" + m.Textures + "}")
	}
	if m.Subgroups != "" {
		add("lower-subgroups{" + m.Subgroups + "}")
	}
	add(trimmed(tidy))
	if err := m.arithmetic(add); err != nil {
		return nil, err
	}
	add(trimmed(tidy))
	m.shapes(add, slots)
	if m.Passes != "" {
		add(m.Passes)
	}
	return list, nil
}

// trimmed is a part of a list without the comma at its end.
func trimmed(part string) string { return strings.TrimSuffix(strings.TrimSpace(part), ",") }

// memory adds the passes that make memory explicit.
func (m *Machine) memory(add func(...string)) error {
	buffers, err := choose("buffers", m.Buffers, "", "offsets", "addresses", "vec4")
	if err != nil {
		return err
	}
	if buffers > 0 {
		add("infer-access", "explicit-buffers")
	}
	if buffers == 2 {
		add("ssbo-to-global")
	}
	if buffers == 3 {
		add("ubo-to-vec4")
	}
	shared, err := choose("shared", m.Shared, "", "offsets")
	if err != nil {
		return err
	}
	if shared > 0 {
		add("explicit-shared")
	}
	if m.Constants {
		add("large-constants")
	}
	locals, err := choose("locals", m.Locals, "", "scratch", "registers")
	if err != nil {
		return err
	}
	if locals > 0 {
		add([]string{"", "locals-to-scratch", "locals-to-regs"}[locals])
	}
	if m.Widest > 0 {
		add(trimmed(tidy), "vectorize-memory{bytes="+strconv.Itoa(m.Widest)+"}", "offsets")
	}
	if m.NoMasks {
		add("lower-write-masks")
	}
	return nil
}

// arithmetic adds the passes that replace operations that the machine lacks: those on wide
// numbers first, which the others' replacements may need.
func (m *Machine) arithmetic(add func(...string)) error {
	if m.NoFrexp {
		add("lower-frexp")
	}
	if m.NoMix {
		fma := "lower-flrp"
		if m.Fma {
			fma = "lower-flrp{fma}"
		}
		add(fma)
	}
	if m.NoFloat64 {
		add("float64-to-int64", trimmed(one))
	}
	if m.NoInt64 {
		add("int64-to-pairs", "split-64-phis")
	}
	if len(m.NoSmall) > 0 {
		for _, s := range m.NoSmall {
			if _, err := choose("no_small", s, "", "int8", "int16", "float16"); err != nil {
				return err
			}
		}
		add("widen-bit-sizes{" + strings.Join(m.NoSmall, ", ") + "}")
	}
	division, err := choose("no_division", m.NoDivision, "", "reciprocal", "shifts")
	if err != nil {
		return err
	}
	if division > 0 {
		add("idiv-const", "idiv{"+m.NoDivision+"}")
	}
	if m.NoHalves {
		add("half-conversions")
	}
	if m.NoPacking {
		add("lower-pack")
	}
	if len(m.NoOperations) > 0 {
		add("lower-alu{ops=" + strings.Join(m.NoOperations, "+") + "}")
	}
	return nil
}

// shapes adds the passes that give values, phis and control flow their last form.
func (m *Machine) shapes(add func(...string), slots int) {
	if m.Vectorize > 0 {
		add("vectorize{" + strconv.Itoa(m.Vectorize) + "}")
	}
	if slots == 3 {
		add("io-to-scalar")
	}
	if slots == 2 {
		add("io-to-vector")
	}
	add("algebraic-late")
	if m.Scalar {
		add("alu-to-scalar", "phis-to-scalar", "consts-to-scalar")
	}
	if m.Ints != "" {
		add("ints-to-floats{all}")
	}
	if m.Bools != "" {
		add(map[string]string{"int32": "bools-to-int32", "sized": "bools-to-sizes", "floats": "bools-to-floats"}[m.Bools])
	}
	add("copy-prop", "constant-folding", "cse", "dce")
	if m.Scalar {
		add("alu-to-scalar", "consts-to-scalar", "copy-prop", "dce")
	}
	if m.Registers {
		add("leave-ssa")
	}
}
