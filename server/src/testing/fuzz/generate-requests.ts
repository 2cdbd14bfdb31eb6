import { CONTENT_TYPES, HOSTILE_BODIES, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts'
import type { Random } from '@heddle/domain/testing/random.ts'

type Schema = {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}
type Parameter = { readonly name: string; readonly in: string; readonly schema?: Schema }
type OperationObject = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** One operation of an OpenAPI document. */
export type Operation = { readonly method: string; readonly path: string; readonly object: OperationObject }
export type FuzzRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}
/** Ids of things that exist, so that requests get past the lookup. */
export type KnownIds = readonly (string | number)[]

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The operations that a document describes. */
export function operationsOf(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({
      method: method.toUpperCase(),
      path,
      object: item[method] as OperationObject,
    })),
  )
}

/** A request to the operation with something wrong in its path, its parameters, its body, or all of them. */
export function hostileRequest({ method, path, object }: Operation, ids: KnownIds, random: Random): FuzzRequest {
  const filled = path.replaceAll(/\{[^}]+\}/g, () =>
    encode(random.chance(0.8) ? String(random.pick(ids)) : random.pick(HOSTILE_TEXTS)),
  )
  const query = queryOf(object.parameters ?? [], ids, random)
  const schema = Object.values(object.requestBody?.content ?? {})[0]?.schema
  const sent = { method, path: query === '' ? filled : `${filled}?${query}` }
  if (method === 'GET' || (schema === undefined && random.chance(0.8))) return { ...sent, headers: {} }
  const type = random.chance(0.1) ? random.pick(CONTENT_TYPES) : 'application/json'
  const body = random.chance(0.15)
    ? random.pick(HOSTILE_BODIES)
    : halved(JSON.stringify(valueOf(schema ?? {}, ids, random, 0)), random)
  return { ...sent, headers: { 'content-type': type }, body }
}

function queryOf(parameters: readonly Parameter[], ids: KnownIds, random: Random): string {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema = {} }) => {
      const times = random.pick([0, 1, 1, 1, 2])
      return Array.from({ length: times }, () => `${encodeURIComponent(name)}=${encode(textOf(schema, ids, random))}`)
    })
    .join('&')
}

const textOf = (schema: Schema, ids: KnownIds, random: Random): string =>
  random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : asText(sampleOf(schema, ids, random, 0))

// A hostile object has no usable `toString`.
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const MAX_DEPTH = 8

/** A hostile value, or a plausible one whose parts may be hostile. */
function valueOf(schema: Schema, ids: KnownIds, random: Random, depth: number): unknown {
  if (random.chance(depth === 0 ? 0.05 : 0.25)) return random.pick(HOSTILE_VALUES)
  return sampleOf(schema, ids, random, depth)
}

function sampleOf(schema: Schema, ids: KnownIds, random: Random, depth: number): unknown {
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return sampleOf(random.pick(schema.anyOf), ids, random, depth)
  if (schema.format === 'uuid') return random.pick(ids)
  switch (schema.type) {
    case 'object':
      return objectOf(schema.properties ?? {}, ids, random, depth)
    case 'array':
      return depth > MAX_DEPTH
        ? []
        : Array.from({ length: random.below(3) }, () => valueOf(schema.items ?? {}, ids, random, depth + 1))
    case 'integer':
    case 'number':
      return random.pick([0, 1, 2, 60])
    case 'boolean':
      return random.chance(0.5)
    case 'string':
      return random.pick([
        'fvBD',
        'name',
        'uni/tn-a',
        'a@example.org',
        '2026-01-02',
        '10.0.0.0/8',
        '* * * * *',
        'x > 1',
      ])
    default:
      return random.pick(HOSTILE_VALUES)
  }
}

function objectOf(
  properties: Readonly<Record<string, Schema>>,
  ids: KnownIds,
  random: Random,
  depth: number,
): Record<string, unknown> {
  if (depth > MAX_DEPTH) return {}
  const given = Object.entries(properties).filter(() => random.chance(0.8))
  return Object.fromEntries(given.map(([name, schema]) => [name, valueOf(schema, ids, random, depth + 1)]))
}

const halved = (text: string, random: Random): string => (random.chance(0.05) ? text.slice(0, text.length / 2) : text)

/** Percent-encoded as UTF-8, lone surrogates too. */
function encode(text: string): string {
  const bytes = Array.from(text).flatMap((character) => {
    const code = character.codePointAt(0)!
    if (code < 0xd800 || code > 0xdfff) return [...Buffer.from(character)]
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
  })
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
