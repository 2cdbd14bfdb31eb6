import type { ErrorObject, ValidateFunction } from 'ajv'
import { isDeepStrictEqual } from 'node:util'
import { jsonAjv } from '../../platform/http/validation.ts'
import { closeSchema } from './close-schema.ts'

/** The schema of one status: one for JSON, or one for each media type. */
type Declared = {
  readonly type?: string
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

const ajv = jsonAjv()
const validators = new Map<string, ValidateFunction>()
const knownValidators = new WeakMap<object, ValidateFunction>()

/** What is wrong with a JSON value that a route answers. */
export function faultsOfJson(declared: object, value: unknown): readonly string[] {
  const { content = {} } = declared as Declared
  const json = Object.entries(content).find(([type]) => /^application\/(?:[\w.-]+\+)?json$/.test(type))
  const schema = json?.[1].schema ?? declared
  const validate = validatorOf(schema)
  return validate(value) ? [] : (validate.errors ?? []).map(describeError)
}

/** Found at once for a schema seen before; compiled once for all routes that answer alike. */
function validatorOf(schema: object): ValidateFunction {
  const known = knownValidators.get(schema)
  if (known) return known
  const found = compiledFor(schema)
  knownValidators.set(schema, found)
  return found
}

function compiledFor(schema: object): ValidateFunction {
  const text = JSON.stringify(closeSchema(schema))
  let validate = validators.get(text)
  if (!validate) validators.set(text, (validate = ajv.compile(JSON.parse(text) as object)))
  return validate
}

function describeError({ instancePath, message = '', params, data }: ErrorObject): string {
  const value = JSON.stringify(data ?? null).slice(0, 100)
  return `${instancePath === '' ? 'the body' : instancePath} ${message} ${JSON.stringify(params)}, but is ${value}`
}

/** What is wrong with the media type of an answer; undefined if it is declared. */
export function faultOfType(declared: object, contentType: string | undefined): string | undefined {
  const { type, content } = declared as Declared
  const isEmpty = type === 'null'
  const sent = contentType?.split(';', 1)[0]
  if (isEmpty) return sent === undefined ? undefined : `${sent} instead of no body`
  const known = Object.keys(content ?? { 'application/json': {} })
  return sent !== undefined && known.includes(sent)
    ? undefined
    : `${sent ?? 'no body'} instead of ${known.join(' or ')}`
}

/** A serializer that does not know a key leaves it out. */
export const isSentAsIs = (answer: unknown, text: string): boolean => isDeepStrictEqual(JSON.parse(text), answer)
