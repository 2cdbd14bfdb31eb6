import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import type { TSchema } from 'typebox'
import { Clean } from 'typebox/value'
import { EMAIL_ADDRESS } from '@heddle/domain/identity/email-address.ts'
import { NotFound } from '../../kernel/errors.ts'
import { type FieldMessages, noMessages } from '../../kernel/field-messages.ts'

// The package is CommonJS: its function is under `default`.
const addFormats = addFormatsModule.default

// Lengths are counted in characters, by a loop; a text far beyond its limit needs no counting.
const countsUpTo = (text: string, limit: number): number =>
  text.length > 2 * limit ? text.length : Array.from(text).length
const LENGTHS = {
  minLength: (limit: number, text: string) => countsUpTo(text, limit) >= limit,
  maxLength: (limit: number, text: string) => countsUpTo(text, limit) <= limit,
}

// Query and path parameters are text, so they are coerced; bodies have types.
const textAjv = addFormats(new Ajv({ allErrors: true, coerceTypes: 'array', strict: false, verbose: true }))
const bodyAjv = jsonAjv()

/** Knows the formats of bodies and replies. */
export function jsonAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, verbose: true })
  addFormats(ajv)
  ajv.addFormat('email', EMAIL_ADDRESS)
  ajv.addFormat('hours', /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
  return ajv
}

for (const [keyword, validate] of Object.entries(LENGTHS)) {
  bodyAjv.removeKeyword(keyword).addKeyword({ keyword, type: 'string', schemaType: 'number', validate, errors: false })
}

export type Check = (value: unknown) => FieldMessages

/** Compiles a body schema into a check that lists every error by dotted field name. */
export function bodyCheck(schema: TSchema): Check {
  const validate = bodyAjv.compile(schema)
  return (value) => (validate(value) ? {} : fieldMessages(validate.errors ?? []))
}

/**
 * A body without fields that its schema does not know: none can reach the database or the audit log. What a schema
 * leaves open, such as the parts of a canvas, stays as sent.
 */
export const knownFields = (schema: TSchema, body: unknown): unknown => Clean(schema, body)

/** Compiles a query-string schema; values are coerced in place. */
export function queryCheck(schema: TSchema): Check {
  const validate = textAjv.compile(schema)
  return (value) => (validate(value) ? {} : fieldMessages(validate.errors ?? []))
}

/** Compiles a path-parameter schema: an invalid id is simply not found. */
export function paramsCheck(schema: TSchema): (value: unknown) => void {
  const validate: ValidateFunction = textAjv.compile(schema)
  return (value) => {
    if (!validate(value)) throw new NotFound()
  }
}

// Enough for anybody to fix a body; all faults of a hostile one would take longer to write than to find.
const MOST_FAULTS = 1_000

function fieldMessages(errors: readonly ErrorObject[]): FieldMessages {
  const fields = noMessages()
  const add = (field: string, message: string) => {
    const messages = (fields[field] ??= [])
    if (!messages.includes(message)) messages.push(message)
  }
  const faults = errors.filter((error) => !isNoise(error))
  for (const error of faults.slice(0, MOST_FAULTS)) add(fieldOf(error), messageOf(error))
  if (faults.length > MOST_FAULTS) add('non_field_errors', `There are ${faults.length - MOST_FAULTS} more faults.`)
  return fields
}

/** `null or X` is a union, of which only the errors of X help the reader. */
function isNoise(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || (error.keyword === 'type' && error.params.type === 'null')
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  if (error.keyword === 'required') path.push(String(error.params.missingProperty))
  if (error.keyword === 'additionalProperties') path.push(String(error.params.additionalProperty))
  return path.length > 0 ? path.join('.') : 'non_field_errors'
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

function messageOf(error: ErrorObject): string {
  const { keyword, params, schema } = error
  switch (keyword) {
    case 'required':
      return 'This field is required.'
    case 'type':
      return error.instancePath === '' ? 'Expected a JSON object.' : `Expected ${article(String(params.type))}.`
    case 'enum':
      return `Expected one of: ${(params.allowedValues as (string | null)[]).filter((value) => value !== null).join(', ')}.`
    case 'minLength':
      return schema === 1 ? 'This field may not be empty.' : `Expected at least ${String(schema)} characters.`
    case 'maxLength':
      return `Expected at most ${String(schema)} characters.`
    case 'pattern':
      return params.pattern === '\\S' ? 'This field may not be empty.' : `Expected ${wordsOf(error)}.`
    case 'minimum':
      return `Expected ${params.limit} or more.`
    case 'maximum':
      return `Expected ${params.limit} or less.`
    case 'minItems':
      return `Expected at least ${params.limit} entries.`
    case 'maxItems':
      return `Expected at most ${params.limit} entries.`
    case 'format':
      return FORMAT_WORDS[String(params.format)] ?? `Expected the format ${params.format}.`
    case 'additionalProperties':
      return 'Unknown field.'
    default:
      return `Invalid: ${error.message ?? keyword}.`
  }
}

/** How a schema words its pattern. */
function wordsOf({ parentSchema, params }: ErrorObject): string {
  const words: unknown = parentSchema?.['x-expected']
  return typeof words === 'string' ? words : `a match of ${params.pattern}`
}

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  uuid: 'Expected an id (UUID).',
  email: 'Expected an e-mail address.',
  hours: 'Expected a 24-hour time such as 22:30.',
  'date-time': 'Expected an ISO 8601 date and time.',
}
