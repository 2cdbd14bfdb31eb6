import type { ModelGraph } from '../model/model-graph.ts'

const DEEPEST = 14

/** DN templates of a class, at most `limit`: one for each path from a root. No path contains a class twice. */
export function dnFormats(graph: ModelGraph, name: string, limit: number): string[] {
  const found = new Set<string>()
  for (const format of waysDown(graph, name, [])) {
    found.add(format)
    if (found.size >= limit) break
  }
  return [...found]
}

function* waysDown(graph: ModelGraph, name: string, below: readonly string[]): Generator<string> {
  const rnFormat = graph.specs.get(name)?.rnFormat ?? ''
  const containers = graph.containers(name)
  const passed = [...below, name]
  if (containers.length === 0 || below.length >= DEEPEST) {
    if (rnFormat !== '') yield rnFormat
    return
  }
  for (const container of containers) {
    if (container === 'top:Root') yield rnFormat
    else if (!passed.includes(container))
      for (const above of waysDown(graph, container, passed)) yield `${above}/${rnFormat}`
  }
}
