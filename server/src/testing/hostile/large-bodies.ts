/** As much of the OpenAPI document as this needs. */
type Schema = { readonly properties?: Readonly<Record<string, unknown>>; readonly anyOf?: readonly Schema[] }
type Operation = { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } }
export type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

export type HostileRequest = {
  /** What it tries, such as `POST /api/auth/login/ username: one text of 10 MB`. */
  readonly name: string
  readonly method: string
  readonly path: string
  /** Made when it is sent: all of them together take gigabytes. */
  readonly body: () => string
}

const LIMIT_BYTES = 10_485_760
const MOST_VALUES = 99_000
const ANY_ID = '00000000-0000-4000-8000-000000000000'

const repeat = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))
const list = (entry: string) => `[${Array.from({ length: MOST_VALUES }, () => entry).join(',')}]`
const object = (entry: (index: number) => string) =>
  `{${Array.from({ length: MOST_VALUES - 100 }, (_, index) => entry(index)).join(',')}}`

/** Values, as JSON, that fill a body up to its limits: of bytes, of values, of depth. */
const LARGE_VALUES: Readonly<Record<string, () => string>> = {
  'one text of 10 MB': () => `"${repeat('a', LIMIT_BYTES - 4_096)}"`,
  'a text of 10 MB, half of it escapes': () => `"${repeat('\\u00e9', LIMIT_BYTES - 4_096)}"`,
  'a text of 10 MB of blanks and zeros': () => `"${repeat('0 ', LIMIT_BYTES - 4_096)}"`,
  'a number of a million digits': () => repeat('9', 1_000_000),
  'as many numbers as a body may hold': () => list('0'),
  'as many texts of 100 characters': () => list(`"${repeat('x', 100)}"`),
  'as many empty objects': () => list('{}'),
  'as many keys': () => object((index) => `"k${index}":{}`),
  'lists 60 deep': () => `${'['.repeat(60)}${list('[]').slice(1, -1)}${']'.repeat(60)}`,
}

/** For every operation that takes a body: every field of its schema, and an unknown one, with every large value. */
export function largeBodies(api: OpenApi): readonly HostileRequest[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      bodiesOf(method.toUpperCase(), pathOf(path), operation),
    ),
  )
}

/** A path whose ids name nothing. */
const pathOf = (template: string) =>
  template.replaceAll(/\{\w*\}/g, (name) => (/version|number|user|group/i.test(name) ? '1' : ANY_ID))

function bodiesOf(method: string, path: string, { requestBody }: Operation): readonly HostileRequest[] {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return []
  return [...fieldsOf(schema), 'unknown_field'].flatMap((field) =>
    Object.entries(LARGE_VALUES).map(([what, value]) => ({
      name: `${method} ${path} ${field}: ${what}`,
      method,
      path,
      body: () => `{${JSON.stringify(field)}:${value()}}`,
    })),
  )
}

const fieldsOf = ({ properties = {}, anyOf = [] }: Schema): readonly string[] => [
  ...new Set([...Object.keys(properties), ...anyOf.flatMap(fieldsOf)]),
]
