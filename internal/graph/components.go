package graph

// Components are the strongly connected components of the nodes that a set of roots
// reaches: Tarjan, "Depth-first search and linear graph algorithms" (1972), without
// recursion. The result is the number of each node's component, from 0, or -1 of nodes that
// aren't reached, and how many components there are. Edges between components lead to lower
// numbers.
func (g *Graph) Components(roots ...int32) (of []int32, count int) {
	n := g.Len()
	all := g.Memory.Take(4 * n)
	of, low, number, next := all[:n:n], all[n:2*n], all[2*n:3*n], all[3*n:]
	for v := range of {
		of[v] = -1
	}
	var stack, path []int32
	time := int32(0)
	for _, root := range roots {
		if number[root] != 0 {
			continue
		}
		path = append(path, root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if number[v] == 0 {
				time++
				number[v], low[v], next[v] = time, time, g.Start[v]
				stack = append(stack, v)
			}
			if e := next[v]; e < g.Start[v+1] {
				next[v]++
				if t := g.To[e]; number[t] == 0 {
					path = append(path, t)
				} else if of[t] < 0 {
					low[v] = min(low[v], number[t])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1]
				low[up] = min(low[up], low[v])
			}
			if low[v] == number[v] {
				for {
					t := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					of[t] = int32(count)
					if t == v {
						break
					}
				}
				count++
			}
		}
	}
	return of, count
}
