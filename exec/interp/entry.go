package interp

// This file collects the needs of a function's run: the variables it uses, the memory of
// private and workgroup variables, and the inputs and outputs of entry points.

import (
	"fmt"
	"slices"
	"strings"

	"refract/diag"
	"refract/exec"
	"refract/ir"
)

// An entry is a function ready to be run from outside.
type entry struct {
	name      string
	stage     ir.Stage
	span      diag.Span
	fn        *function
	globals   []ir.GlobalID // used, ascending
	offsets   []uint64      // by GlobalID, of private and workgroup variables
	private   []byte        // initial values
	workgroup uint32        // bytes of workgroup variables
	size      [3]uint32     // of a workgroup
	quads     ir.DerivativeGroup
	inputs    []binding
	outputs   []binding
	rays      rayGlobals // of a stage of a ray-tracing pipeline
}

// A binding is an input or output of the pipeline and its place in the slots of
// the arguments or the result.
type binding struct {
	ir.Binding
	slot  int32
	count int32 // of slots
	ty    ir.TypeID
	plan  int32 // moves the value between slots and a view
}

// entryPoint finds and prepares an entry point of a stage.
func (p *program) entryPoint(name string, stage ir.Stage) (*entry, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	var names []string
	for i := range p.m.EntryPoints {
		ep := &p.m.EntryPoints[i]
		if stage != ir.NoStage && ep.Stage != stage {
			continue
		}
		names = append(names, ep.Name)
		if ep.Name != name {
			continue
		}
		if p.entries[i] != nil {
			return p.entries[i], nil
		}
		e, err := p.prepare(ep.Function, ep.Stage, ep.Span)
		if err != nil {
			return nil, err
		}
		e.name, e.stage, e.size, e.quads = ep.Name, ep.Stage, p.sizes[i], ep.DerivativeGroup
		p.entries[i] = e
		return e, nil
	}
	kind := "entry point"
	if stage != ir.NoStage {
		kind = stage.String() + " entry point"
	}
	note := "the module has none"
	if len(names) > 0 {
		note = "there are " + strings.Join(names, ", ")
	}
	return nil, &exec.NotFoundError{Kind: kind, Name: name, Note: note}
}

// prepare compiles a function and lays out its variables.
func (p *program) prepare(id ir.FuncID, stage ir.Stage, span diag.Span) (*entry, error) {
	fn, err := p.function(id, span, 1)
	if err != nil {
		return nil, err
	}
	e := &entry{fn: fn, span: span, offsets: make([]uint64, len(p.m.Globals))}
	e.globals = usedGlobals(fn)
	private, workgroup := uint64(0), uint64(p.shared)
	for _, g := range e.globals {
		global := &p.m.Globals[g]
		memory := &private
		switch global.Space {
		case ir.SpacePrivate, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData, ir.SpaceIncomingCallableData, ir.SpaceHitObjectAttribute:
		case ir.SpaceInput, ir.SpaceOutput:
			if ofGroup(stage, global.Space) {
				memory = &workgroup
			}
		case ir.SpaceWorkgroup, ir.SpaceTaskPayload:
			memory = &workgroup
		default:
			continue
		}
		info, err := p.types.places.Info(exec.Place{Type: global.Type, Layout: global.Layout})
		if err != nil {
			return nil, &exec.UnsupportedError{Feature: "memory of type " + p.m.TypeName(global.Type), Span: global.Span}
		}
		at := (*memory + 15) &^ 15
		e.offsets[g] = at
		if *memory = at + uint64(info.Size); *memory > maxMemory {
			return nil, &exec.LimitError{What: "bytes of " + global.Space.String() + " variables", Needed: *memory, Limit: maxMemory, Span: global.Span}
		}
	}
	e.workgroup = uint32(workgroup)
	e.private = make([]byte, private)
	for _, g := range e.globals {
		if err := p.initialize(e, g); err != nil {
			return nil, err
		}
	}
	if stage.Info().RayTracing {
		if err := p.rayGlobals(e); err != nil {
			return nil, err
		}
	}
	return e, p.bindings(e, p.m.Func(id))
}

// initialize stores the initial value of a private variable.
func (p *program) initialize(e *entry, g ir.GlobalID) error {
	global := &p.m.Globals[g]
	if global.Space != ir.SpacePrivate || global.Init == 0 {
		return nil
	}
	value, err := p.loader.evaluate(global.Init, "", fmt.Sprintf("the initial value of %q: ", global.Name))
	if err != nil {
		return err
	}
	i, err := p.types.plan(exec.Place{Type: global.Type, Layout: global.Layout}, global.Span)
	if err != nil {
		return err
	}
	p.types.plans[i].write(value, e.private[e.offsets[g]:])
	return nil
}

// usedGlobals are the variables that a function and its callees use.
func usedGlobals(fn *function) []ir.GlobalID {
	seen := map[*function]bool{fn: true}
	stack := []*function{fn}
	var out []ir.GlobalID
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, f.globals...)
		for _, callee := range f.callees {
			if !seen[callee] {
				seen[callee] = true
				stack = append(stack, callee)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// bindings lists inputs and outputs.
func (p *program) bindings(e *entry, f *ir.Function) error {
	var fault error
	one := func(b ir.Binding, t ir.TypeID, slot int32) binding {
		plan, err := p.types.plan(exec.Place{Type: t}, f.Span)
		if fault == nil {
			fault = err
		}
		return binding{b, slot, p.types.slotsOf(t), t, plan}
	}
	add := func(list []binding, b ir.Binding, t ir.TypeID, slot int32) []binding {
		if b.Kind != ir.NoBinding {
			return append(list, one(b, t, slot))
		}
		if s := p.m.StructOf(t); s != nil {
			for i := range s.Members {
				if member := &s.Members[i]; member.Binding.Kind != ir.NoBinding {
					list = append(list, one(member.Binding, member.Type, slot+p.types.part(t, uint32(i))))
				}
			}
		}
		return list
	}
	for i := range f.Args {
		e.inputs = add(e.inputs, f.Args[i].Binding, f.Args[i].Type, e.fn.args[i].from)
	}
	if f.Result != 0 {
		e.outputs = add(e.outputs, f.ResultBinding, f.Result, 0)
	}
	for _, x := range e.fn.inputs {
		e.inputs = append(e.inputs, one(x.binding, x.ty, x.slot))
	}
	for _, x := range e.fn.outputs {
		e.outputs = append(e.outputs, one(x.binding, x.ty, x.slot))
	}
	return fault
}
