package spirv

// This file holds calls and the instructions that end an invocation.

import (
	"refract/ir"
	"refract/spirv"
)

// call calls a function.
func (e *emitter) call(result, function id, args []id) id {
	r := e.out.NewID()
	e.code.Begin(spirv.OpFunctionCall)
	e.code.Words(result, r, function)
	e.code.Words(args...)
	e.code.End()
	return r
}

// terminate ends the invocation.
func (e *emitter) terminate() {
	if e.version >= version16 {
		e.code.Op0(spirv.OpTerminateInvocation)
	} else {
		e.code.Op0(spirv.OpKill)
	}
	e.block = 0
}

// demote makes the invocation a helper. If the capability for that isn't allowed, it ends:
// only the derivatives and subgroup operations of others could see its later operations.
func (e *emitter) demote() {
	if !e.canUse(spirv.CapabilityDemoteToHelperInvocation) {
		e.terminate()
		return
	}
	e.need(spirv.CapabilityDemoteToHelperInvocation)
	e.code.Op0(spirv.OpDemoteToHelperInvocation)
}

// interlock begins or ends a critical section of fragments; the entry point's mode names
// the capability.
func (e *emitter) interlock(o ir.InterlockOp) {
	if o == ir.InterlockBegin {
		e.code.Op0(spirv.OpBeginInvocationInterlockEXT)
	} else {
		e.code.Op0(spirv.OpEndInvocationInterlockEXT)
	}
}
