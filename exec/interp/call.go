package interp

// This file calls single functions from outside, with Go values.

import (
	"context"
	"fmt"
	"reflect"

	"refract/diag"
	"refract/exec"
	"refract/ir"
)

// An argumentValue is an argument of a call from outside: a value, or memory that
// a pointer points to.
type argumentValue struct {
	plan   int32
	memory exec.View
	target reflect.Value // what the memory is read back into, if valid
	space  ir.AddressSpace
	ptr    bool
}

// Call implements exec.Program.
func (p *program) Call(ctx context.Context, name string, args []any, res *exec.Resources, o exec.RunOptions) (exec.View, *exec.Report, error) {
	id := ir.FuncID(0)
	for i := 1; i < len(p.m.Functions); i++ {
		if p.m.Func(ir.FuncID(i)).Name == name {
			id = ir.FuncID(i)
			break
		}
	}
	if id == 0 {
		return exec.View{}, nil, &exec.NotFoundError{Kind: "function", Name: name}
	}
	e, values, result, err := p.prepareCall(id, args)
	if err != nil {
		return exec.View{}, nil, err
	}
	e.name = name
	r, err := p.start(ctx, e, res, o)
	if err != nil {
		return exec.View{}, nil, err
	}
	pointers := make([]uint64, len(values))
	for i := range values {
		if values[i].ptr {
			pointers[i] = uint64(firstResource+len(r.memory)) << offsetBits
			r.memory = append(r.memory, values[i].memory.Data)
			r.spaces = append(r.spaces, values[i].space)
			r.named = append(r.named, 0)
		}
	}
	r.shadows = make([]*shadow, firstResource+len(r.memory))
	m := newMachine(r, 1)
	m.mems[workgroupMemory] = make([]byte, e.workgroup)
	v := &invocation{private: append([]byte(nil), e.private...), serial: 1}
	m.enter(v)
	ok := m.begin(v, e.fn)
	if ok {
		r.began.Add(1)
		for i := range values {
			slots := v.slots[e.fn.args[i].from:]
			if values[i].ptr {
				slots[0] = pointers[i]
			} else {
				r.plans[values[i].plan].read(slots, values[i].memory.Data)
			}
		}
		g := group{[]*invocation{v}, r.options.SubgroupSize}
		ok = m.runGroup(&g)
	}
	m.settle()
	if !ok {
		return exec.View{}, r.result(), m.err
	}
	if !result.memory.IsZero() {
		r.plans[result.plan].write(v.slots, result.memory.Data)
	}
	for i := range values {
		if values[i].target.IsValid() {
			if err := values[i].memory.Get(values[i].target.Interface()); err != nil {
				return exec.View{}, r.result(), err
			}
		}
	}
	return result.memory, r.result(), nil
}

// prepareCall compiles a function and converts the arguments.
func (p *program) prepareCall(id ir.FuncID, args []any) (e *entry, values []argumentValue, result argumentValue, err error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	f := p.m.Func(id)
	if len(args) != len(f.Args) {
		what := fmt.Sprintf("call of %q", f.Name)
		return nil, nil, result, &exec.InputError{What: what, Message: fmt.Sprintf("%d arguments are given, %d are wanted", len(args), len(f.Args))}
	}
	if e, err = p.prepare(id, ir.NoStage, f.Span); err != nil {
		return nil, nil, result, err
	}
	for i, a := range args {
		v, err := p.argument(f.Args[i].Type, a)
		if err != nil {
			return nil, nil, result, &exec.InputError{What: fmt.Sprintf("argument %d of %q", i, f.Name), Message: err.Error()}
		}
		values = append(values, v)
	}
	if f.Result != 0 {
		if result, err = p.value(f.Result); err != nil {
			return nil, nil, result, err
		}
	}
	return e, values, result, nil
}

// value is fresh memory for a value.
func (p *program) value(t ir.TypeID) (argumentValue, error) {
	view, err := exec.NewValue(p.m, t)
	if err != nil {
		return argumentValue{}, err
	}
	plan, err := p.types.plan(exec.Place{Type: t}, diag.Span{})
	return argumentValue{plan: plan, memory: view}, err
}

// argument converts an argument.
func (p *program) argument(t ir.TypeID, a any) (argumentValue, error) {
	ty := p.m.Types.At(t)
	if ty.Kind != ir.TypePointer {
		v, err := p.value(t)
		if err == nil {
			err = v.memory.Set(a)
		}
		return v, err
	}
	if view, ok := a.(exec.View); ok {
		if view.IsZero() {
			return argumentValue{}, &exec.ValueError{Message: "the view is of nothing"}
		}
		return argumentValue{memory: view, space: ty.Space, ptr: true}, nil
	}
	target := reflect.ValueOf(a)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return argumentValue{}, &exec.ValueError{Message: fmt.Sprintf("a Go pointer or a View is wanted, not %T", a)}
	}
	v, err := p.value(ty.Base)
	if err == nil {
		err = v.memory.Set(a)
	}
	v.target, v.space, v.ptr = target, ty.Space, true
	return v, err
}
