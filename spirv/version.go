package spirv

// This file finds the version of a text that names none. From version 1.4 on an entry point lists all
// module-scope variables that it uses, before that inputs and outputs alone. A text whose functions use
// other variables that no entry point lists is of an older version, unless it has an instruction of 1.4.

// defaultVersion is 1.6, or 1.3 for an older module. The words have room for the header.
func (a *assembler) defaultVersion() Version {
	words := a.out.words
	listed, own := idTable[bool]{}, idTable[bool]{}
	entries, candidates, inside := 0, 0, false
	var operands []OperandWords
	for at := headerWords; at < len(words); {
		n := int(words[at] >> 16)
		if n == 0 || n > len(words)-at { // made of immediates
			break
		}
		inst := Inst(words[at : at+n])
		at += n
		switch op := inst.Op(); {
		case op == OpEntryPoint && len(inst) > 3:
			entries++
			_, n := String(inst[3:])
			for _, id := range inst[min(3+n, len(inst)):] {
				if id < MaxBound {
					listed.set(id, true)
				}
			}
		case op == OpFunction:
			inside = true
		case op == OpCopyLogical, op == OpPtrEqual, op == OpPtrNotEqual, op == OpPtrDiff:
			return V(1, 6) // version 1.4 has them
		case op == OpVariable && len(inst) > 3 && !inside:
			class := StorageClass(inst[3])
			if id := inst[2]; id < MaxBound && class != StorageClassInput && class != StorageClassOutput && !listed.get(id) {
				own.set(id, true)
				candidates++
			}
		}
		if !inside || entries == 0 || candidates == 0 {
			continue
		}
		operands, _ = a.context.Operands(operands[:0], inst)
		for _, o := range operands {
			if o.Kind == KindIdRef && own.get(inst[o.At]) {
				return V(1, 3)
			}
		}
	}
	return V(1, 6)
}
