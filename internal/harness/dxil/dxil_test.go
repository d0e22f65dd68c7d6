package dxil

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// sums has what a shader may have: buffers, shared memory, a loop, a switch, a barrier.
const sums = `; NumThreads=(4,1,1)
%dx.types.Handle = type { i8* }
@shared = external addrspace(3) global [4 x i32], align 4
@table = internal unnamed_addr constant [3 x float] [float 1.500000e+00, float 2.500000e+00, float 0x400C000000000000], align 4

define void @main() {
  %1 = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 0, i32 0, i32 0, i8 1 }, i32 0, i1 false)  ; CreateHandleFromBinding(bind,index,nonUniformIndex)
  %2 = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)  ; FlattenedThreadIdInGroup()
  %3 = getelementptr [4 x i32], [4 x i32] addrspace(3)* @shared, i32 0, i32 %2
  store i32 %2, i32 addrspace(3)* %3, align 4
  call void @dx.op.barrier(i32 80, i32 9)  ; Barrier(barrierMode)
  br label %4

; <label>:4                                       ; preds = %4, %0
  %5 = phi i32 [ 0, %0 ], [ %9, %4 ]
  %6 = phi i32 [ 0, %0 ], [ %10, %4 ]
  %7 = getelementptr [4 x i32], [4 x i32] addrspace(3)* @shared, i32 0, i32 %6
  %8 = load i32, i32 addrspace(3)* %7, align 4
  %9 = add i32 %8, %5
  %10 = add nuw nsw i32 %6, 1
  %11 = icmp ult i32 %10, 4
  br i1 %11, label %4, label %12

; <label>:12                                      ; preds = %4
  switch i32 %2, label %15 [
    i32 1, label %13
    i32 3, label %13
  ]

; <label>:13                                      ; preds = %12, %12
  %14 = ashr i32 -8, 1
  br label %15

; <label>:15                                      ; preds = %13, %12
  %16 = phi i32 [ %9, %12 ], [ %14, %13 ]
  %17 = urem i32 %2, 3
  %18 = getelementptr inbounds [3 x float], [3 x float]* @table, i32 0, i32 %17
  %19 = load float, float* %18, align 4
  %20 = fptosi float %19 to i32
  %21 = add i32 %16, %20
  %22 = shl i32 %2, 2
  call void @dx.op.rawBufferStore.i32(i32 140, %dx.types.Handle %1, i32 %22, i32 undef, i32 %21, i32 undef, i32 undef, i32 undef, i8 1, i32 4)
  ret void
}
`

func TestRun(t *testing.T) {
	s, err := Parse(sums)
	if err != nil {
		t.Fatal(err)
	}
	out := &Resource{Class: 'u', Data: make([]byte, 16)}
	if err := s.Run([]*Resource{out}, [3]uint32{1, 1, 1}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int32{7, -2, 9, -3} {
		if got := int32(binary.LittleEndian.Uint32(out.Data[4*i:])); got != want {
			t.Errorf("invocation %d has %d, want %d", i, got, want)
		}
	}
}

// TestUnknown shows that what isn't known is named, and what is outside memory an error.
func TestUnknown(t *testing.T) {
	var unknown *UnsupportedError
	if _, err := Parse(strings.Replace(sums, "@dx.op.barrier(i32 80, i32 9)", "@dx.op.waveActiveBit(i32 120, i32 9)", 1)); !errors.As(err, &unknown) {
		t.Errorf("an operation of waves: %v", err)
	}
	s, err := Parse(strings.Replace(sums, "icmp ult i32 %10, 4", "icmp ult i32 %10, 5", 1))
	if err == nil {
		err = s.Run(nil, [3]uint32{1, 1, 1})
	}
	if err == nil || !strings.Contains(err.Error(), "byte 16 of 16 is accessed") {
		t.Errorf("a load outside memory: %v", err)
	}
}
