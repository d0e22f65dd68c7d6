package lower

// SetManyClauses says how many clauses of a dispatcher have variables kept in memory,
// and returns how many did before.
func SetManyClauses(n int32) int32 {
	before := manyClauses
	manyClauses = n
	return before
}
