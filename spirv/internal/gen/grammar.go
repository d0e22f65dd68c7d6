// The shape of the JSON grammars and how they are read: the core grammar first,
// then each extended instruction set, whose operand kinds join the core's.

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

type operand struct {
	Kind       string `json:"kind"`
	Quantifier string `json:"quantifier"`
	Name       string `json:"name"`
}

type instruction struct {
	Name         string    `json:"opname"`
	Aliases      []string  `json:"aliases"`
	Class        string    `json:"class"`
	Opcode       uint32    `json:"opcode"`
	Operands     []operand `json:"operands"`
	Capabilities []string  `json:"capabilities"`
	Extensions   []string  `json:"extensions"`
	Version      string    `json:"version"`
	LastVersion  string    `json:"lastVersion"`
}

type enumerant struct {
	Name         string    `json:"enumerant"`
	Aliases      []string  `json:"aliases"`
	Value        number    `json:"value"`
	Parameters   []operand `json:"parameters"`
	Capabilities []string  `json:"capabilities"`
	Extensions   []string  `json:"extensions"`
	Version      string    `json:"version"`
	LastVersion  string    `json:"lastVersion"`
}

type operandKind struct {
	Category   string      `json:"category"`
	Kind       string      `json:"kind"`
	Doc        string      `json:"doc"`
	Enumerants []enumerant `json:"enumerants"`
	Bases      []string    `json:"bases"`
}

type grammar struct {
	Major        int           `json:"major_version"`
	Minor        int           `json:"minor_version"`
	Revision     int           `json:"revision"`
	Instructions []instruction `json:"instructions"`
	Kinds        []operandKind `json:"operand_kinds"`
}

// number is an enumerant's value: a JSON number, or a string such as "0x0004".
type number uint32

func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseUint(strings.Trim(string(b), `"`), 0, 32)
	*n = number(v)
	return err
}

// extSet is one extended instruction set and how its names appear in Go.
type extSet struct {
	File         string // of the grammar
	Type         string // the Go type of its instruction numbers
	Import       string // the name that OpExtInstImport gives
	Trim         string // prefix dropped from an instruction's name ...
	Prefix       string // ... and prefix of its constant
	Kinds        string // prefix of its operand kinds, whose names another set has, too
	Instructions []instruction
}

// input is all that is generated from.
type input struct {
	Version string
	Core    []instruction
	Classes []string // sorted
	Kinds   []operandKind
	Sets    []extSet
}

func load(dir fs.FS) (*input, error) {
	var core grammar
	if err := readJSON(dir, "spirv.core.grammar.json", &core); err != nil {
		return nil, err
	}
	in := &input{
		Version: fmt.Sprintf("%d.%d revision %d", core.Major, core.Minor, core.Revision),
		Core:    core.Instructions,
		Kinds:   core.Kinds,
		Sets: []extSet{
			{File: "extinst.glsl.std.450.grammar.json", Type: "GLSLOp", Import: "GLSL.std.450", Prefix: "GLSL"},
			{File: "extinst.nonsemantic.debugprintf.grammar.json", Type: "DebugPrintfOp", Import: "NonSemantic.DebugPrintf"},
			{File: "extinst.nonsemantic.shader.debuginfo.grammar.json", Type: "DebugInfoOp", Import: "NonSemantic.Shader.DebugInfo.100", Trim: "Debug", Prefix: "DebugInfo"},
			{File: "extinst.opencl.debuginfo.100.grammar.json", Type: "CLDebugInfoOp", Import: "OpenCL.DebugInfo.100", Trim: "Debug", Prefix: "CLDebugInfo", Kinds: "CL"},
		},
	}
	for i := range in.Sets {
		s := &in.Sets[i]
		var g grammar
		if err := readJSON(dir, s.File, &g); err != nil {
			return nil, err
		}
		if s.Kinds != "" {
			renameKinds(&g, s.Kinds)
		}
		s.Instructions = g.Instructions
		in.Kinds = append(in.Kinds, g.Kinds...)
		sortInstructions(s.Instructions)
	}
	sortInstructions(in.Core)
	for i := range in.Core {
		if c := in.Core[i].Class; c == "@exclude" {
			in.Core[i].Class = "Reserved"
		}
		if !slices.Contains(in.Classes, in.Core[i].Class) {
			in.Classes = append(in.Classes, in.Core[i].Class)
		}
	}
	slices.Sort(in.Classes)
	for _, k := range in.Kinds {
		slices.SortStableFunc(k.Enumerants, func(a, b enumerant) int { return int(int64(a.Value) - int64(b.Value)) })
		for i := 1; i < len(k.Enumerants); i++ {
			if k.Enumerants[i].Value == k.Enumerants[i-1].Value {
				return nil, fmt.Errorf("%s: %s and %s have one value", k.Kind, k.Enumerants[i-1].Name, k.Enumerants[i].Name)
			}
		}
	}
	return in, nil
}

// renameKinds puts a prefix before the names of a grammar's own operand kinds.
func renameKinds(g *grammar, prefix string) {
	own := map[string]bool{}
	for i := range g.Kinds {
		own[g.Kinds[i].Kind] = true
		g.Kinds[i].Kind = prefix + g.Kinds[i].Kind
	}
	for i := range g.Instructions {
		for j := range g.Instructions[i].Operands {
			if o := &g.Instructions[i].Operands[j]; own[o.Kind] {
				o.Kind = prefix + o.Kind
			}
		}
	}
}

func sortInstructions(list []instruction) {
	slices.SortFunc(list, func(a, b instruction) int { return int(a.Opcode) - int(b.Opcode) })
}

func readJSON(dir fs.FS, name string, into any) error {
	b, err := fs.ReadFile(dir, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
