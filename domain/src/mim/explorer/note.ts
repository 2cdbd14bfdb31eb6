import type { ClassGraph } from '../graph/class-graph.ts'

export type ClassNote = { readonly title: string; readonly text: string }

/** `Bridge Domain (fvBD)`; only the name if the two are the same. */
export function labelledName(graph: ClassGraph, id: number): string {
  const [label, name] = [graph.displayName(id), graph.className(id)]
  return label === name ? name : `${label} (${name})`
}

/** `a, b, c and 4 more` */
export function enumerate(words: readonly string[], most: number, count = words.length): string {
  const named = words.slice(0, most)
  const others = count - named.length
  if (others > 0) return `${named.join(', ')} and ${String(others)} more`
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}`
}
