import type { ClientBase, QueryConfig } from 'pg'
import { ONE_PLAN } from '../../kernel/one-plan.ts'

/** The database keeps a plan for each, which takes memory: some ten kilobytes. */
const MOST_PREPARED = 150
const MOST_REMEMBERED = 1_000
const LONGEST = 20_000
/**
 * Lists are planned each time: the best plan for a page of rows with one value may be the worst for another. And a
 * prepared statement of whatever columns there are fails after a migration.
 */
const IS_UNSUITABLE = /\blimit \$|\boffset \$|(?:\bselect|\breturning|\.)\s*\*/i

type Query = (...parameters: unknown[]) => unknown
type Config = QueryConfig & { readonly submit?: unknown }

/**
 * Names the statements with parameters that a connection sends repeatedly, so that the database parses each of them
 * once, and plans most of them once: for small statements that takes far longer than carrying them out. Only for
 * connections that lead to one session of the database for as long as they are open.
 */
export function prepareRepeated(client: ClientBase): void {
  const nameOf = createNames()
  const query = client.query.bind(client) as Query
  const naming: Query = (first, second, ...rest) => {
    const config = typeof first === 'string' ? { text: first } : (first as Config)
    const values = config.values ?? second
    // Some statements have a name already, or know themselves how they are sent.
    const isNamed = Boolean(config.name) || config.submit !== undefined
    const name = isNamed || !Array.isArray(values) || values.length === 0 ? undefined : nameOf(config.text)
    return name === undefined ? query(first, second, ...rest) : query({ ...config, name }, second, ...rest)
  }
  Object.assign(client, { query: naming })
}

function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (!seen.has(text)) {
      if (seen.size >= MOST_REMEMBERED) seen.clear()
      if (text.length <= LONGEST && (text.includes(ONE_PLAN) || !IS_UNSUITABLE.test(text))) seen.add(text)
      return undefined
    }
    if (names.size >= MOST_PREPARED) return undefined
    const name = `heddle_${names.size + 1}`
    names.set(text, name)
    seen.delete(text)
    return name
  }
}
