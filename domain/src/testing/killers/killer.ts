/** A body made to take more time than its size warrants: `size` is roughly its bytes. */
export type Killer = {
  readonly name: string
  readonly canvas: (size: number) => KillerCanvas
  readonly variables?: (size: number) => Readonly<Record<string, unknown>>
}
export type KillerCanvas = { readonly nodes: unknown[]; readonly edges: unknown[]; readonly post_processors: unknown[] }

export const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => item(index))
export const text = (piece: string, size: number) =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, Math.max(1, size))
export const name = (index: number) => `a${index.toString(36)}`

export const one = (parts: object): KillerCanvas => ({
  nodes: [{ id: 'bd', class_name: 'fvBD', ...parts }],
  edges: [],
  post_processors: [],
})
export const filtered = (filters: unknown[]) => one({ filters })
export const stepped = (...steps: readonly object[]): KillerCanvas => ({
  ...one({}),
  post_processors: steps.map((step, index) => ({ id: `s${index}`, ...step })),
})
export const step = (type: string, config: object) => ({ type, config })
export const condition = (operator: string, value?: unknown, property = 'name') => ({ property, operator, value })

export const nest = (depth: number, wrap: (inner: object) => object, inner: object): object =>
  depth === 0 ? inner : nest(depth - 1, wrap, wrap(inner))
export const near = (index: number) => `${'a'.repeat(50)}${String(index).padStart(6, '0')}`
