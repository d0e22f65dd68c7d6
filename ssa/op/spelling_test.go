package op

import (
	"testing"

	"refract/ir"
)

// TestSpelling goes over the rows: functions take as many operands as the operation
// has sources, what is by components folds, and every operator and function of the
// module IR that is one operation is found again.
func TestSpelling(t *testing.T) {
	for o := Op(1); o < numOps; o++ {
		info := &infos[o]
		s := &info.IR
		switch s.Form {
		case FormMath, FormWhole, FormPack, FormStruct, FormFields:
			f := ir.MathOp(s.Code)
			if got := int(f.Info().Args); got != len(info.Srcs) && info.Props&Variadic == 0 {
				t.Errorf("%v has %d sources, %v %d", o, len(info.Srcs), f, got)
			}
			column := Uints
			switch info.Srcs[0].Base {
			case Float, Whole:
				column = Floats
			case Int:
				column = Sints
			}
			if got := OfMath(f, column); got != o {
				t.Errorf("%v is found as %v, not as %v", f, got, o)
			}
		case FormUnary, FormBinary, FormCompare, FormProduct:
			if want := map[Form]int{FormUnary: 1}[s.Form]; want != 0 && len(info.Srcs) != want || want == 0 && len(info.Srcs) != 2 {
				t.Errorf("%v has %d sources", o, len(info.Srcs))
			}
		case FormNone:
			if s.Reads != None || s.Makes != None || s.Code != 0 {
				t.Errorf("%v says what it reads, but not what it is", o)
			}
		}
		if s.Form == FormCompare && info.Result.Bits != 1 {
			t.Errorf("%v compares, and its result is no bool", o)
		}
	}
	for o, want := range map[ir.BinaryOp][columns]Op{
		ir.Add: {FAdd, IAdd, IAdd}, ir.Mul: {FMul, IMul, IMul}, ir.Div: {FDiv, IDiv, UDiv}, ir.Rem: {FRem, IRem, URem},
		ir.And: {0, IAnd, IAnd}, ir.LogicalOr: {0, IOr, IOr}, ir.Shl: {0, IShl, IShl}, ir.Shr: {0, IShr, UShr},
		ir.Eq: {FEq, IEq, IEq}, ir.Ne: {FNeu, INe, INe}, ir.Lt: {FLt, ILt, ULt}, ir.Ge: {FLe, ILe, ULe},
	} {
		for c := range columns {
			if got := OfBinary(o, c); got != want[c] {
				t.Errorf("%v of column %d is %v, not %v", o, c, got, want[c])
			}
		}
	}
}
