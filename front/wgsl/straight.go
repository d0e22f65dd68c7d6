package wgsl

// This file knows, while a body is checked, whether all invocations that start a function
// together come by a place together, whatever the values of its conditions are: it stands
// in no branch, loop or right side of && or ||, and nothing before it returns from one. If
// every collective operation stands so, and every call of a function that has some, control
// flow is uniform in all of them, and the uniformity analysis has nothing to find.
// Operations that need a uniform argument are not covered here.

// conditional reports whether some invocations may not come by the place under check.
func (c *checker) conditional() bool { return c.branches > 0 || c.returned }
