package ir

import "testing"

// TestSlots goes over the kinds: each but those that are known to have no operands has
// a row, and no row needs an operand in a field that holds none.
func TestSlots(t *testing.T) {
	leaf := map[Kind]bool{KindInvalid: true, KindLiteral: true, KindConstant: true, KindOverride: true, KindZeroValue: true, KindArgument: true,
		KindGlobal: true, KindLocal: true, KindCallResult: true, KindAtomicResult: true, KindWorkgroupUniformResult: true,
		KindSubgroupResult: true, KindRayQueryProceedResult: true, KindPipelineResult: true}
	check := func(name string, s slots, leaf bool) {
		if has := s.fields|s.list != 0; has == leaf {
			t.Errorf("%s: has operands: %v", name, has)
		}
		if s.needed&^s.fields != 0 || s.fields&s.list != 0 || s.gives && !s.result || s.count == 0 && s.list == slotC || s.result && s.fields&slotD != 0 {
			t.Errorf("%s: %+v contradicts itself", name, s)
		}
	}
	for k := range numKinds {
		check(k.String(), exprSlots[k], leaf[k])
	}
	check("insert_bits", insertBitsSlots, false)
	leaves := map[StmtKind]bool{StmtInvalid: true, StmtEmit: true, StmtBlock: true, StmtBreak: true, StmtContinue: true, StmtTerminate: true,
		StmtDemote: true, StmtControlBarrier: true, StmtMemoryBarrier: true, StmtInterlock: true}
	for k := range numStmtKinds {
		check(k.String(), stmtSlots[k], leaves[k])
	}
}
