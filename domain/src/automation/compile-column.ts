import { Suggestions } from '../suggest.ts'
import type { Value } from '../values/row.ts'
import type { SchemaColumn } from './column.ts'
import { hasChoices, hasLength, hasRange, holdsTexts } from './field-types.ts'
import { quote } from './quote.ts'
import { READERS } from './read-value.ts'
import { compileRowPattern } from './row-pattern.ts'

/** The values of validation lists, by the id of the list. */
export type AllowedValues = ReadonlyMap<string, ReadonlySet<string>>

export type Checked = { readonly value: Value; readonly identity: string } | { readonly faults: readonly string[] }
/** Reads a value that is neither absent nor empty. */
export type CellCheck = (raw: unknown) => Checked

const LONGEST_TEXT = 10_000
const MOST_CHOICES_SHOWN = 10
const LONGEST_CHOICE_SHOWN = 40

/** The rules of a column as one function. Rules that its type does not know have no effect. */
export function compileColumn(
  column: SchemaColumn,
  allowed: AllowedValues,
  suggestions: Suggestions = new Suggestions(),
): CellCheck {
  const choices = new Set(hasChoices(column.fieldType) ? column.choices : [])
  const read = READERS[column.fieldType]
  const textRules = holdsTexts(column.fieldType)
    ? [...choiceRules(column, choices, suggestions), ...textRulesOf(column, allowed, suggestions)]
    : []
  return (raw) => {
    const reading = read(raw, (text) => choices.has(text))
    if ('expected' in reading) return { faults: [`${quote(raw)}: expected ${reading.expected}.`] }
    const { value } = reading
    if (typeof value === 'number') return withFaults(reading, rangeFaults(column, value))
    const texts = Array.isArray(value) ? (value as readonly string[]) : typeof value === 'string' ? [value] : []
    return withFaults(
      reading,
      texts.flatMap((text) => textRules.flatMap((rule) => rule(text) ?? [])),
    )
  }
}

const withFaults = (
  reading: { readonly value: Value; readonly identity: string },
  faults: readonly string[],
): Checked => (faults.length > 0 ? { faults } : reading)

function rangeFaults({ fieldType, min, max }: SchemaColumn, value: number): string[] {
  if (!hasRange(fieldType)) return []
  if (min !== undefined && value < min) return [`${value}: expected ${min} or more.`]
  return max !== undefined && value > max ? [`${value}: expected ${max} or less.`] : []
}

type TextRule = (text: string) => string | undefined

function choiceRules({ choices }: SchemaColumn, known: ReadonlySet<string>, suggestions: Suggestions): TextRule[] {
  if (known.size === 0) return []
  const words = choicesInWords(choices)
  return [
    (text) =>
      known.has(text) ? undefined : `${quote(text)}: expected ${words}.${didYouMean(text, known, suggestions)}`,
  ]
}

function choicesInWords(choices: readonly string[]): string {
  const areFew =
    choices.length <= MOST_CHOICES_SHOWN && choices.every((choice) => choice.length <= LONGEST_CHOICE_SHOWN)
  return areFew ? `one of: ${choices.join(', ')}` : `one of ${choices.length} choices`
}

function textRulesOf(column: SchemaColumn, allowed: AllowedValues, suggestions: Suggestions): TextRule[] {
  const { list, pattern } = column
  const rules: TextRule[] = [lengthRule(column)]
  if (list) {
    const values = allowed.get(list.id) ?? new Set<string>()
    const expected = `expected a value of the list ${quote(list.name)}`
    rules.push((text) =>
      values.has(text) ? undefined : `${quote(text)}: ${expected}.${didYouMean(text, values, suggestions)}`,
    )
  }
  if (pattern) {
    const matches = compileRowPattern(pattern.pattern)
    rules.push((text) =>
      matches(text) ? undefined : `${quote(text)}: expected a match of the pattern ${quote(pattern.name)}.`,
    )
  }
  return rules
}

function lengthRule({ fieldType, minLength = 0, maxLength = LONGEST_TEXT }: SchemaColumn): TextRule {
  const [least, most] = hasLength(fieldType) ? [minLength, Math.min(maxLength, LONGEST_TEXT)] : [0, LONGEST_TEXT]
  return (text) => {
    const length = lengthUpTo(text, most)
    if (length > most) return `${quote(text)}: expected at most ${most} characters.`
    return length < least ? `${quote(text)}: expected at least ${least} characters.` : undefined
  }
}

/** Characters are counted one by one; a text far beyond the limit needs no counting. */
const lengthUpTo = (text: string, limit: number): number =>
  text.length > 2 * limit ? text.length : Array.from(text).length

function didYouMean(text: string, candidates: ReadonlySet<string>, suggestions: Suggestions): string {
  const [nearest] = suggestions.among(candidates, text)
  return nearest === undefined ? '' : ` Did you mean ${quote(nearest)}?`
}
