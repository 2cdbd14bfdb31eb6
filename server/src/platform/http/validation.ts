import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import type { TSchema } from 'typebox'
import { Clean } from 'typebox/value'
import { EMAIL_ADDRESS } from '@heddle/domain/identity/email-address.ts'
import { NotFound } from '../../kernel/errors.ts'
import { type FieldMessages, noMessages } from '../../kernel/field-messages.ts'
import { cutToBounds, type TooLong } from './cut-to-bounds.ts'

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

/**
 * Compiles a schema when the first value is checked. There are several hundred: compiling all took a third of a start,
 * and most are never needed.
 */
function lazyValidator(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined
  return () => (validate ??= ajv.compile(schema))
}

export type ValueCheck = (value: unknown) => FieldMessages

type ReadBody = {
  readonly faults: FieldMessages
  /** What was checked: its lists are no longer than they may be. */
  readonly body: unknown
}

/** Makes a body schema a check that lists every error by dotted field name. */
export function bodyReader(schema: TSchema): (given: unknown) => ReadBody {
  const validator = lazyValidator(bodyAjv, schema)
  return (given) => {
    const validate = validator()
    const { value: body, cut } = cutToBounds(schema, given)
    const isValid = validate(body) && cut.length === 0
    return { body, faults: isValid ? {} : fieldMessages(takeErrors(validate), cut) }
  }
}

/** The errors alone. */
export function bodyCheck(schema: TSchema): ValueCheck {
  const read = bodyReader(schema)
  return (given) => read(given).faults
}

/**
 * A body without fields that its schema does not know: none can reach the database or the audit log. What a schema
 * leaves open, such as the parts of a canvas, stays as sent.
 */
export const knownFields = (schema: TSchema, body: unknown): unknown => Clean(schema, body)

/** Makes a query-string schema a check; values are coerced in place. */
export function queryCheck(schema: TSchema): ValueCheck {
  const validator = lazyValidator(textAjv, schema)
  return (value) => {
    const validate = validator()
    return validate(value) ? {} : fieldMessages(takeErrors(validate))
  }
}

/** Makes a path-parameter schema a check: an invalid id is simply not found. */
export function paramsCheck(schema: TSchema): (value: unknown) => void {
  const validator = lazyValidator(textAjv, schema)
  return (value) => {
    const validate = validator()
    if (validate(value)) return
    takeErrors(validate)
    throw new NotFound()
  }
}

/** A validator keeps the errors of its last value, and with them the value: of each route up to a whole body. */
function takeErrors(validate: ValidateFunction): readonly ErrorObject[] {
  const errors = validate.errors ?? []
  validate.errors = null
  return errors
}

// Enough for anybody to fix a body; all faults of a hostile one would take longer to write than to find.
const MOST_FAULTS = 1_000

function fieldMessages(errors: readonly ErrorObject[], cut: readonly TooLong[] = []): FieldMessages {
  const fields = noMessages()
  const add = (field: string, message: string) => {
    const messages = (fields[field] ??= [])
    if (!messages.includes(message)) messages.push(message)
  }
  for (const { path, most } of cut.slice(0, MOST_FAULTS))
    add(path.join('.') || 'non_field_errors', tooManyEntries(most))
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
      return `Expected at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}.`
    case 'maxItems':
      return tooManyEntries(params.limit as number)
    case 'format':
      return FORMAT_WORDS[String(params.format)] ?? `Expected the format ${params.format}.`
    case 'additionalProperties':
      return 'Unknown field.'
    default:
      return `Invalid: ${error.message ?? keyword}.`
  }
}

const tooManyEntries = (most: number): string => `Expected at most ${most} entries.`

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
