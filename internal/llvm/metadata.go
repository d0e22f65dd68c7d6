package llvm

// This file makes metadata, each string, value and node once.

import "encoding/binary"

// metadataKey returns the key of metadata: equal metadata has equal keys.
func metadataKey(d *Metadata) string {
	key := append(make([]byte, 0, 32), byte(d.Kind))
	key = binary.LittleEndian.AppendUint32(key, uint32(d.Value))
	for _, o := range d.Ops {
		key = binary.LittleEndian.AppendUint32(key, uint32(o))
	}
	return string(append(key, d.Text...))
}

func (m *Module) md(d Metadata) MD {
	key := metadataKey(&d)
	if !d.Distinct {
		if x, ok := m.metadata[key]; ok {
			return x
		}
	}
	m.Metadata = append(m.Metadata, d)
	x := MD(len(m.Metadata))
	if !d.Distinct {
		m.metadata[key] = x
	}
	return x
}

// Text returns a string.
func (m *Module) Text(s string) MD { return m.md(Metadata{Kind: MDString, Text: s}) }

// ValueMD returns a value of the module as metadata.
func (m *Module) ValueMD(v Value) MD { return m.md(Metadata{Kind: MDValue, Value: v}) }

// Int returns an integer of 32 bits as metadata.
func (m *Module) Int(v int64) MD { return m.ValueMD(m.I32(v)) }

// Node returns a node; 0 is null.
func (m *Module) Node(ops ...MD) MD { return m.md(Metadata{Kind: MDNode, Ops: ops}) }

// Name adds nodes to a named list.
func (m *Module) Name(name string, nodes ...MD) {
	for i := range m.Named {
		if m.Named[i].Name == name {
			m.Named[i].Ops = append(m.Named[i].Ops, nodes...)
			return
		}
	}
	m.Named = append(m.Named, NamedMD{name, nodes})
}

// KindOf returns the number of a kind of metadata of instructions.
func (m *Module) KindOf(name string) uint32 {
	for i, k := range m.Kinds {
		if k == name {
			return uint32(i)
		}
	}
	m.Kinds = append(m.Kinds, name)
	return uint32(len(m.Kinds) - 1)
}
