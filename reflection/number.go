package reflection

import "strconv"

// A Number is a number of 32 bits that may be absent: the zero Number is absent. Numbers
// compare with ==; JSON has the plain number, and leaves out absent ones.
type Number uint64

// NumberOf returns a Number that is there.
func NumberOf(n uint32) Number { return Number(n) + 1 }

// Is reports whether there is a number.
func (n Number) Is() bool { return n != 0 }

// Value is the number, or 0.
func (n Number) Value() uint32 {
	if n == 0 {
		return 0
	}
	return uint32(n - 1)
}

// String is the number in decimal, or a dash.
func (n Number) String() string {
	if n == 0 {
		return "-"
	}
	return strconv.FormatUint(uint64(n-1), 10)
}

// MarshalJSON writes the number, or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if n == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendUint(nil, uint64(n-1), 10), nil
}

// UnmarshalJSON reads a number, or null.
func (n *Number) UnmarshalJSON(text []byte) error {
	*n = 0
	if string(text) == "null" {
		return nil
	}
	v, err := strconv.ParseUint(string(text), 10, 32)
	if err == nil {
		*n = NumberOf(uint32(v))
	}
	return err
}
