package wasm

// This file compiles operations that print. The host formats the numbers of each lane and calls
// the run's function, with the text that the reference engine has.

import (
	"encoding/binary"

	"refract/diag"
	"refract/exec"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// The first sources of a call.
const (
	printPlace  = iota // the number of the group in its workgroup
	printFirst         // the number of the workgroup or quad
	printInputs        // where the arguments begin
)

// A printArgument is the form of an argument.
type printArgument struct {
	scalar       ir.Scalar
	comps, words int // words of a component
}

// A printCall is a call of the host.
type printCall struct {
	format string
	span   diag.Span
	args   []printArgument
}

// run is the host's function.
func (x *printCall) run(h *host, mem []byte, active uint32) bool {
	if h.print == nil {
		return true
	}
	word := func(k, lane int) uint32 { return binary.LittleEndian.Uint32(mem[16*k+4*lane:]) }
	values := make([]exec.PrintedValue, len(x.args))
	for lane := 0; active != 0; lane, active = lane+1, active>>1 {
		if active&1 == 0 {
			continue
		}
		at := printInputs
		for k, a := range x.args {
			bits := make([]uint64, a.comps)
			for c := range bits {
				for w := range a.words {
					bits[c] |= uint64(word(at, lane)) << (32 * w)
					at++
				}
				if a.scalar == ir.Bool && bits[c] != 0 {
					bits[c] = 1
				}
			}
			values[k] = exec.PrintedValue{Scalar: a.scalar, Bits: bits}
		}
		h.print(exec.FormatPrinted(x.format, values), x.span, word(printFirst, 0), lanes*word(printPlace, 0)+uint32(lane))
	}
	return true
}

// printer is the function that a host prints with, or nil; name returns the invocation of a workgroup or quad.
func printer(m *ir.Module, o *exec.RunOptions, name func(first, place uint32) exec.Invocation) func(text string, span diag.Span, first, place uint32) {
	if o.Print == nil {
		return nil
	}
	return func(text string, span diag.Span, first, place uint32) {
		var at diag.Position
		if m.Sources != nil {
			at, _ = m.Sources.Position(span.Start)
		}
		o.Print(&exec.Printed{Text: text, Invocation: name(first, place), Span: span, Position: at})
	}
}

// print compiles an operation that prints.
func (c *compiler) print(i ssa.InstrID, m mask) {
	f, w := c.f, c.w
	x := &printCall{format: c.m.Formats[f.Word(i, 0)], span: f.SpanOf(i)}
	var in []int32
	for s := range f.NumSrcs(i) {
		v := f.Arg(i, s)
		a := printArgument{c.m.Types.ScalarOf(f.Type(v)), f.Comps(v), c.d.Words(v)}
		x.args = append(x.args, a)
		for k := range a.comps * a.words {
			in = append(in, c.src(i, s, k))
		}
	}
	if printInputs+len(in) > hostComps {
		c.unsupported(i, "so many numbers in one line that is printed in generated code")
		return
	}
	put := func(k int, push func()) {
		w.Get(c.region)
		push()
		w.Mem(wasmbin.I32Store, 2, c.scratch+16*uint32(k))
	}
	m = c.writers(m)
	put(printPlace, func() { w.Get(c.group) })
	put(printFirst, func() { w.Get(c.first) })
	c.giveHost(printInputs, in)
	c.hosts = append(c.hosts, hostFunc{op: op.Print, own: true, in: len(in), quick: x.run})
	c.enterHost(int32(len(c.hosts)-1), c.alone(), m)
}
