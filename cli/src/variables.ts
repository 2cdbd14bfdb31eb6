import type { Heddle, SavedQuery } from '@heddle/client'
import { CommandError } from './terminal.ts'

type Query = Pick<SavedQuery, 'nodes' | 'edges' | 'post_processors' | 'parameters'>

const MOST_LOOKUPS = 20

/**
 * Refuses values of variables that a query does not have: the server ignores them, and a misspelt one would give the
 * rows of another tenant. Variables of queries that it looks up in count as its own.
 */
export async function requireVariables(
  heddle: Heddle,
  query: Query,
  given: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (Object.keys(given).length === 0) return
  const known = await variablesOf(heddle, query)
  const unknown = Object.keys(given).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const has = known.size === 0 ? 'it has none' : `it has: ${[...known].sort().join(', ')}`
  throw new CommandError(unknown.map((name) => `There is no variable ${name}; ${has}.`).join('\n'))
}

async function variablesOf(heddle: Heddle, query: Query): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const [waiting, seen] = [[query], new Set<string>()]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of namesIn(next)) names.add(name)
    for (const id of lookupsOf(next)) {
      if (seen.has(id) || seen.size >= MOST_LOOKUPS) continue
      seen.add(id)
      waiting.push(await heddle.queries.savedQueries.get(id))
    }
  }
  return names
}

/**
 * What is declared, and what the canvas has as `{{name}}` or `{{name=default}}`.
 *
 * @internal for its test
 */
export function namesIn({ nodes, edges, post_processors, parameters }: Query): readonly string[] {
  const text = JSON.stringify([nodes, edges, post_processors])
  return [
    ...parameters.map(({ name }) => name),
    ...[...text.matchAll(/\{\{\s*([A-Za-z_]\w*)/g)].flatMap(([, name]) => (name === 'now' ? [] : name!)),
  ]
}

function lookupsOf({ post_processors: steps }: Query): readonly string[] {
  return steps.flatMap((step) => {
    const config = step['config'] as { readonly saved_query?: unknown } | undefined
    return step['type'] === 'lookup' && typeof config?.saved_query === 'string' ? config.saved_query : []
  })
}
