// Sums of two f64 values that together carry about 106 bits (Dekker, "A floating-point
// technique for extending the available precision", 1971; Knuth, TAOCP 4.2.2). The kernels
// of transcendental functions use them if 53 bits would lose accuracy.
package num

import "math"

// twoSum returns s = a + b rounded and its error: s + e is a + b exactly.
func twoSum(a, b float64) (s, e float64) {
	s = a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}

// fastTwoSum is twoSum for |a| >= |b| or a == 0.
func fastTwoSum(a, b float64) (s, e float64) {
	s = a + b
	return s, b - (s - a)
}

// twoProduct returns p = a * b rounded and its error: p + e is a * b exactly,
// unless that underflows.
func twoProduct(a, b float64) (p, e float64) {
	p = float64(a * b)
	return p, math.FMA(a, b, -p)
}

// mulAdd returns a*b + c with both roundings, one step of Horner's rule.
func mulAdd(a, b, c float64) float64 { return float64(a*b) + c }
