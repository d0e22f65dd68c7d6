package ssa

// StageVar is the variable of mode ModeStageIn or ModeStageOut that has a slot of a vertex, primitive or
// patch, or 0: the one whose first slot, its field At, is the last up to that slot.
func (s *Shader) StageVar(mode Mode, slot uint32) (found VarID) {
	for k := 1; k < len(s.Vars); k++ {
		if v := &s.Vars[k]; v.Mode == mode && v.HasAt && v.At <= slot && (found == 0 || v.At > s.Vars[found].At) {
			found = VarID(k)
		}
	}
	return found
}
