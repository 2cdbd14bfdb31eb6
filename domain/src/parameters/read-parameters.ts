import { MOST_CHOICES, type Parameter, PARAMETER_TYPES } from '@heddle/contract/queries.ts'
import { isVariableName } from '../canvas/binding/template.ts'
import { isId, isWireObject, show, type WireObject } from '../canvas/wire.ts'
import type { ExpectFaults } from '../expectation/read-expect.ts'
import { Suggestions } from '../suggest.ts'
import { choiceKey, matchingChoice, type ParameterValue, readValue } from './parameter-value.ts'
import { isUuid } from '../values/uuid.ts'

type Report = (path: string, message: string) => void
type ChoicesFrom = NonNullable<Parameter['choices_from']>

const KEYS = ['name', 'label', 'type', 'required', 'default', 'choices', 'choices_from']
const CHOICES_FROM_KEYS = ['saved_query', 'column']

/**
 * Reads the parameters a query declares, as sent, with defaults filled in; every fault is reported under its path, such
 * as `0.type`. With faults, only the paths are of use.
 */
export function readParameters(wire: readonly unknown[]): {
  readonly parameters: Parameter[]
  readonly faults: ExpectFaults
} {
  const faults = new Map<string, string[]>()
  const report: Report = (path, message) => void faults.set(path, [...(faults.get(path) ?? []), message])
  const suggestions = new Suggestions()
  const names = new Set<string>()
  const parameters = wire.flatMap((item, index) => {
    const reportHere: Report = (path, message) => report(path === '' ? String(index) : `${index}.${path}`, message)
    if (isWireObject(item)) return [readParameter(item, reportHere, { suggestions, names })]
    reportHere('', `${show(item)} is not a parameter.`)
    return []
  })
  return { parameters, faults: Object.fromEntries(faults) }
}

function readParameter(
  wire: WireObject,
  report: Report,
  { suggestions, names }: { readonly suggestions: Suggestions; readonly names: Set<string> },
): Parameter {
  reportUnknownKeys(wire, KEYS, '', report, suggestions)
  const name = readName(wire.name, names, report)
  const type = readType(wire.type, report, suggestions)
  const choices = readChoices(wire.choices, type, report)
  const choicesFrom = readChoicesFrom(wire.choices_from, report, suggestions)
  if (wire.choices != null && wire.choices_from != null) report('choices_from', 'Give either choices or choices_from.')
  if (type === 'enum' && wire.choices == null && wire.choices_from == null)
    report('choices', 'An enum needs choices or choices_from.')
  return {
    name,
    label: readLabel(wire.label, name, report),
    type,
    required: readRequired(wire.required, report),
    default: readDefault(wire.default, type, choices, report),
    ...(choices !== undefined && { choices }),
    ...(choicesFrom !== undefined && { choices_from: choicesFrom }),
  }
}

function reportUnknownKeys(
  wire: WireObject,
  known: readonly string[],
  below: string,
  report: Report,
  suggestions: Suggestions,
): void {
  for (const key of Object.keys(wire).filter((key) => !known.includes(key))) {
    const [near] = suggestions.among(known, key)
    const hint = near === undefined ? `expected ${known.join(', ')}` : `did you mean ${near}?`
    report(below, `${show(key)} is not a key here: ${hint}${near === undefined ? '.' : ''}`)
  }
}

function readName(value: unknown, names: Set<string>, report: Report): string {
  if (value === undefined || value === null) report('name', 'This field is required.')
  else if (!isId(value) || !isVariableName(value))
    report(
      'name',
      `${show(value)} cannot name a variable: expected letters, digits, _, . and -, a letter or _ first, and not now.`,
    )
  else if (names.has(value)) report('name', `${show(value)} is declared twice.`)
  else {
    names.add(value)
    return value
  }
  return ''
}

function readType(value: unknown, report: Report, suggestions: Suggestions): Parameter['type'] {
  if (value === undefined || value === null) return 'text'
  const type = PARAMETER_TYPES.find((known) => known === value)
  if (type !== undefined) return type
  const [near] = typeof value === 'string' ? suggestions.among(PARAMETER_TYPES, value) : []
  report(
    'type',
    `${show(value)} is not one of ${PARAMETER_TYPES.join(', ')}${near === undefined ? '.' : `: did you mean ${near}?`}`,
  )
  return 'text'
}

const LONGEST_LABEL = 200

function readLabel(value: unknown, name: string, report: Report): string {
  if (value === undefined || value === null || value === '') return name
  if (typeof value === 'string' && value.length <= LONGEST_LABEL) return value
  report('label', `${show(value)}: expected a text of at most ${LONGEST_LABEL} characters.`)
  return name
}

function readRequired(value: unknown, report: Report): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? false
  report('required', `${show(value)} is neither true nor false.`)
  return false
}

function readChoices(value: unknown, type: Parameter['type'], report: Report): ParameterValue[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CHOICES) {
    const found = Array.isArray(value) ? `a list of ${value.length}` : show(value)
    report('choices', `${found}: expected a list of 1 to ${MOST_CHOICES} choices.`)
    return undefined
  }
  const seen = new Set<string>()
  return value.flatMap((item: unknown, index) => {
    const read = readValue(type, item)
    if (!read.ok) {
      report(`choices.${index}`, `${read.fault}.`)
      return []
    }
    const key = choiceKey(type, read.value)
    if (seen.has(key)) report(`choices.${index}`, `${show(item)} is listed twice.`)
    seen.add(key)
    return [read.value]
  })
}

function readChoicesFrom(value: unknown, report: Report, suggestions: Suggestions): ChoicesFrom | undefined {
  if (value === undefined || value === null) return undefined
  if (!isWireObject(value)) {
    report('choices_from', `${show(value)}: expected {saved_query, column}.`)
    return undefined
  }
  reportUnknownKeys(value, CHOICES_FROM_KEYS, 'choices_from', report, suggestions)
  const { saved_query: query, column } = value
  const isQuery = typeof query === 'string' && isUuid(query)
  const isColumn = isId(column)
  if (!isQuery) report('choices_from.saved_query', `${show(query)}: expected the id of a saved query.`)
  if (!isColumn) report('choices_from.column', `${show(column)}: expected the name of a column.`)
  return isQuery && isColumn ? { saved_query: query.toLowerCase(), column } : undefined
}

function readDefault(
  value: unknown,
  type: Parameter['type'],
  choices: readonly ParameterValue[] | undefined,
  report: Report,
): ParameterValue | null {
  if (value === undefined || value === null) return null
  const read = readValue(type, value)
  if (!read.ok) {
    report('default', `${read.fault}.`)
    return null
  }
  const chosen = choices === undefined ? read.value : matchingChoice(type, choices, read.value)
  if (chosen === undefined) report('default', `${show(value)} is not one of the choices.`)
  return chosen ?? null
}
