import { createHash } from 'node:crypto'
import { guidanceGiven, type NO_GUIDANCE } from './guidance.ts'
import type { NewQuery } from './saved-queries.store.ts'

export type CanvasBody = { readonly nodes: unknown; readonly edges: unknown; readonly post_processors: unknown }

/** `sha256:` over the canvas parts, independent of key order: equal content has equal hashes. */
export function versionHash({ nodes, edges, post_processors }: CanvasBody): string {
  return hashOfContent({ nodes, edges, post_processors })
}

/** `sha256:` over any content, independent of key order. */
export const hashOfContent = (value: unknown): string =>
  `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`

/** `sha256:` over everything of a query that a file can say. */
export const contentHash = ({
  name,
  description,
  categoryId,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  expect,
  parameters,
  ...guidance
}: QueryContent): string =>
  hashOfContent({
    ...{ name, description, categoryId, controllerConnectionId, nodes, edges, postProcessors },
    ...{ expect: expect ?? null, parameters: parameters ?? [] },
    ...guidanceGiven(guidance),
  })

type QueryContent = Pick<
  NewQuery,
  | 'name'
  | 'description'
  | 'categoryId'
  | 'controllerConnectionId'
  | 'nodes'
  | 'edges'
  | 'postProcessors'
  | 'expect'
  | 'parameters'
  | keyof typeof NO_GUIDANCE
>

/** The names of the parts that differ between two bodies. */
export function changedParts(before: CanvasBody, after: CanvasBody): string[] {
  const parts = ['nodes', 'edges', 'post_processors'] as const
  return parts.filter((part) => canonicalJson(before[part]) !== canonicalJson(after[part]))
}

/** JSON with sorted keys and no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  // Code-unit order, not locale order: the hash must not change with the machine's language.
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`
}
