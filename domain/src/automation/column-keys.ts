import { COLUMN_FIELD_TYPES, type ColumnDefinition } from '@heddle/contract/automation-templates.ts'
import { isUuid } from '../values/uuid.ts'

/** What is wrong with the value of a key, as far as the key alone tells. */
export type KeyCheck = (value: unknown) => string | undefined

const LONGEST_NAME = 200
const LONGEST_HELP = 10_000
const MOST_CHOICES = 1_000
const LONGEST_CHOICE = 1_000
const LONGEST_LENGTH = 10_000

const orNull =
  (check: KeyCheck): KeyCheck =>
  (value) =>
    value === null ? undefined : check(value)

const isBoolean: KeyCheck = (value) => (typeof value === 'boolean' ? undefined : 'Expected a boolean.')
const isNumber: KeyCheck = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : 'Expected a number.'
const isId: KeyCheck = (value) => (typeof value === 'string' && isUuid(value) ? undefined : 'Expected an id (UUID).')
const isAnything: KeyCheck = () => undefined

const isLength: KeyCheck = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LONGEST_LENGTH
    ? undefined
    : `Expected an integer from 0 to ${LONGEST_LENGTH}.`

const isText =
  (longest: number): KeyCheck =>
  (value) => {
    if (typeof value !== 'string') return 'Expected a string.'
    return value.length > longest ? `Expected at most ${longest} characters.` : undefined
  }

function isName(value: unknown): string | undefined {
  const fault = isText(LONGEST_NAME)(value)
  if (fault !== undefined) return fault
  const name = String(value)
  if (name.trim() === '') return 'This field may not be empty.'
  if (name !== name.trim()) return 'Expected no spaces at the beginning or the end.'
  // A row is a JSON object, and no object takes this key.
  return name === '__proto__' ? `${name}: expected another name; no row can have this key.` : undefined
}

function isFieldType(value: unknown): string | undefined {
  return (COLUMN_FIELD_TYPES as readonly unknown[]).includes(value)
    ? undefined
    : `Expected one of: ${COLUMN_FIELD_TYPES.join(', ')}.`
}

function areChoices(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'Expected an array.'
  if (value.length > MOST_CHOICES) return `Expected at most ${MOST_CHOICES} entries.`
  if (!value.every((choice) => typeof choice === 'string' && choice !== '' && choice.length <= LONGEST_CHOICE)) {
    return `Expected texts of 1 to ${LONGEST_CHOICE} characters.`
  }
  return new Set(value).size < value.length ? 'Expected each choice once.' : undefined
}

/** Every key of a column definition. */
export const COLUMN_KEYS: Readonly<Record<keyof ColumnDefinition, KeyCheck>> = {
  name: isName,
  field_type: isFieldType,
  required: isBoolean,
  choices: areChoices,
  validation_list: orNull(isId),
  regex_pattern: orNull(isId),
  min: orNull(isNumber),
  max: orNull(isNumber),
  min_length: orNull(isLength),
  max_length: orNull(isLength),
  unique: isBoolean,
  default: isAnything,
  help_text: isText(LONGEST_HELP),
  column_template: orNull(isId),
}

export const REFERENCE_KEYS = ['validation_list', 'regex_pattern', 'column_template'] as const
