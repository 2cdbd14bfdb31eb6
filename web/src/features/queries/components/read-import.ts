/** A query as files hold it: whatever it refers to is named. */
type ImportedQuery = Readonly<Record<string, unknown>> & { readonly name: string }
export type Imported =
  | { readonly kind: 'query'; readonly query: ImportedQuery }
  /** An export of several, which is imported as it is. */
  | { readonly kind: 'file'; readonly file: Readonly<Record<string, unknown>>; readonly count: number }
  | { readonly kind: 'fault'; readonly fault: string }

const KEYS = [
  'name',
  'description',
  'category',
  'nodes',
  'edges',
  'post_processors',
  'expect',
  'parameters',
  'controller_connection',
]
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * What a text holds: a query as this page exports it, as the API answers it, or as it is copied from a canvas; or a
 * file of several. Of a query as the API answers it, ids of a category and a connection mean nothing elsewhere.
 */
export function readImport(text: string): Imported {
  const read = parse(text)
  if (read.fault !== undefined) return { kind: 'fault', fault: read.fault }
  const { value } = read
  if (!isObject(value)) return { kind: 'fault', fault: `Expected a JSON object, and this is ${describe(value)}.` }
  const queries = value.saved_queries
  if (Array.isArray(queries)) {
    const [only] = queries as readonly unknown[]
    return queries.length === 1 && isObject(only) ? queryOf(only) : { kind: 'file', file: value, count: queries.length }
  }
  return queryOf(value)
}

function queryOf(value: Readonly<Record<string, unknown>>): Imported {
  const missing = ['nodes', 'edges'].filter((key) => !Array.isArray(value[key]))
  if (missing.length > 0)
    return { kind: 'fault', fault: `A query has the lists nodes and edges; missing here: ${missing.join(', ')}.` }
  const kept = Object.fromEntries(
    Object.entries(value).filter(([key, entry]) => KEYS.includes(key) && entry !== undefined),
  )
  const { category, controller_connection: connection, name } = kept
  if (typeof category !== 'string') delete kept.category
  if (typeof connection !== 'string' || UUID.test(connection)) delete kept.controller_connection
  return { kind: 'query', query: { ...kept, name: typeof name === 'string' ? name : '' } }
}

function parse(text: string): { readonly value?: unknown; readonly fault?: string } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error: unknown) {
    // The browser's own words say where, with the place or with the text around it.
    return { fault: `This is not JSON. ${error instanceof Error ? error.message : String(error)}` }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** What the server finds wrong with a query in a file, by field of the query: it names them by the query. */
export function faultsOfQuery(
  fields: Readonly<Record<string, readonly string[]>>,
  name: string,
): Readonly<Record<string, readonly string[]>> {
  const prefix = `saved_queries.${name}.`
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field.startsWith(prefix) ? field.slice(prefix.length) : field,
      messages,
    ]),
  )
}

/** `Bridge domains.heddle.json`: the name without what file systems refuse. */
export const fileNameOf = (name: string): string =>
  `${
    name
      .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 120) || 'query'
  }.heddle.json`
