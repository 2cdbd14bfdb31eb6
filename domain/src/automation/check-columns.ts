import type { ColumnDefinition } from '@heddle/contract/automation-templates.ts'
import { type Faults, noFaults } from '../faults.ts'
import { Suggestions } from '../suggest.ts'
import { COLUMN_KEYS, REFERENCE_KEYS } from './column-keys.ts'
import { type AllowedValues, compileColumn } from './compile-column.ts'
import { hasChoices, hasLength, hasRange, holdsTexts } from './field-types.ts'
import { mergeTemplate, type References, resolveColumns, type SharedDefinition } from './resolve-columns.ts'

/** What definitions refer to, with the values of those lists that a default has to be in. */
export type KnownReferences = References & { readonly values: AllowedValues }

/** Messages by dotted key. */
export type DefinitionFaults = Faults

type Definition = Readonly<Record<string, unknown>>

// A default of the type multi_enum has as many as it has texts.
const MOST_FAULTS_OF_A_DEFAULT = 10
type Add = (key: string, message: string) => void

/** Everything that is wrong with the schema of a template: `schema.0.name`. */
export function checkSchema(schema: readonly unknown[], known: KnownReferences): DefinitionFaults {
  const faults = noFaults()
  const names = new Set<string>()
  const suggestions = new Suggestions()
  for (const [index, column] of schema.entries()) {
    const add: Add = (key, message) =>
      (faults[key === '' ? `schema.${index}` : `schema.${index}.${key}`] ??= []).push(message)
    if (!isDefinition(column)) {
      add('', 'Expected an object.')
      continue
    }
    if (checkKeys(column, add, suggestions, ['name']) === 0) checkMeaning(column as ColumnDefinition, known, add)
    const { name } = column
    if (typeof name !== 'string') continue
    if (names.has(name)) add('name', `${name}: expected each name once.`)
    names.add(name)
  }
  return faults
}

/** Everything that is wrong with a column template; its keys are those of a column definition without the name. */
export function checkColumnTemplate(definition: Definition, known: KnownReferences): DefinitionFaults {
  const faults = noFaults()
  const add: Add = (key, message) => (faults[key] ??= []).push(message)
  const shared = definition as SharedDefinition
  if (checkKeys(definition, add, new Suggestions()) === 0) checkMeaning({ name: 'column', ...shared }, known, add, true)
  return faults
}

/** The ids that definitions mention, in lower case. What is no definition, or no id, mentions nothing. */
export function columnReferences(
  definitions: readonly unknown[],
): Readonly<Record<(typeof REFERENCE_KEYS)[number], readonly string[]>> {
  const idsUnder = (key: (typeof REFERENCE_KEYS)[number]): string[] => {
    const ids = definitions.flatMap((definition) => (isDefinition(definition) ? [definition[key]] : []))
    return [
      ...new Set(
        ids.flatMap((id) => (typeof id === 'string' && COLUMN_KEYS[key](id) === undefined ? [id.toLowerCase()] : [])),
      ),
    ]
  }
  return {
    validation_list: idsUnder('validation_list'),
    regex_pattern: idsUnder('regex_pattern'),
    column_template: idsUnder('column_template'),
  }
}

/** A definition with its ids in lower case, as they are stored. */
export function normalizeDefinition<D extends SharedDefinition & { readonly column_template?: string | null }>(
  definition: D,
): D {
  const ids = REFERENCE_KEYS.flatMap((key) => {
    const id: unknown = (definition as Definition)[key]
    return typeof id === 'string' ? [[key, id.toLowerCase()]] : []
  })
  return { ...definition, ...(Object.fromEntries(ids) as Partial<D>) }
}

const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks each key alone; returns how many faults there are. */
function checkKeys(
  definition: Definition,
  add: Add,
  suggestions: Suggestions,
  required: readonly string[] = [],
): number {
  let count = 0
  const fault = (key: string, message: string | undefined): void => {
    if (message === undefined) return
    count++
    add(key, message)
  }
  for (const key of required) if (!Object.hasOwn(definition, key)) fault(key, 'This field is required.')
  for (const [key, value] of Object.entries(definition)) {
    if (Object.hasOwn(COLUMN_KEYS, key)) fault(key, COLUMN_KEYS[key as keyof ColumnDefinition](value))
    else fault(key.slice(0, 200), unknownKey(key, suggestions))
  }
  return count
}

function unknownKey(key: string, suggestions: Suggestions): string {
  const [nearest] = suggestions.among(Object.keys(COLUMN_KEYS), key)
  return `Unknown field.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`
}

/** Checks what the keys mean together, and with what they refer to. */
function checkMeaning(stated: ColumnDefinition, known: KnownReferences, addKey: Add, isTemplate = false): void {
  const definition = normalizeDefinition(stated)
  const missing = missingReferences(definition, known)
  for (const [key, message] of missing) addKey(key, message)
  const merged = mergeTemplate(definition, known.templates)
  // What comes from the column template is changed by choosing another one.
  const add: Add = (key, message) =>
    addKey(
      Object.hasOwn(definition, key) || isTemplate || definition.column_template == null ? key : 'column_template',
      message,
    )
  const faults = faultsTogether(merged, isTemplate)
  for (const [key, message] of faults) add(key, message)
  if (missing.length === 0 && faults.length === 0)
    for (const fault of defaultFaults(merged, known)) add('default', fault)
}

type Fault = readonly [key: string, message: string]

function missingReferences(
  { validation_list: list, regex_pattern: pattern, column_template: template }: ColumnDefinition,
  known: KnownReferences,
): Fault[] {
  return [
    ...(list != null && !known.lists.has(list)
      ? [['validation_list', `Validation list ${list} does not exist.`] as const]
      : []),
    ...(pattern != null && !known.patterns.has(pattern)
      ? [['regex_pattern', `Regex pattern ${pattern} does not exist.`] as const]
      : []),
    ...(template != null && !known.templates.has(template)
      ? [['column_template', `Column template ${template} does not exist.`] as const]
      : []),
  ]
}

function faultsTogether(definition: ColumnDefinition, isTemplate: boolean): Fault[] {
  const { field_type: type = 'text', choices = [], validation_list: list, regex_pattern: pattern } = definition
  const { min, max, min_length: shortest, max_length: longest } = definition
  const faults: Fault[] = []
  const only = (key: string, isStated: boolean, fits: boolean): void => {
    if (isStated && !fits) faults.push([key, `A column of the type ${type} takes no \`${key}\`.`])
  }
  only('choices', choices.length > 0, hasChoices(type))
  only('min', min != null, hasRange(type))
  only('max', max != null, hasRange(type))
  only('min_length', shortest != null, hasLength(type))
  only('max_length', longest != null, hasLength(type))
  only('validation_list', list != null, holdsTexts(type))
  only('regex_pattern', pattern != null, holdsTexts(type))
  // A column that uses the template may still state them.
  if (hasChoices(type) && choices.length === 0 && list == null && !isTemplate)
    faults.push(['choices', `A column of the type ${type} needs choices, or a validation list.`])
  if (min != null && max != null && min > max) faults.push(['max', `${max}: expected ${min} or more, as \`min\` says.`])
  if (shortest != null && longest != null && shortest > longest)
    faults.push(['max_length', `${longest}: expected ${shortest} or more, as \`min_length\` says.`])
  return faults
}

/** A default is a value like any other. */
function defaultFaults(definition: ColumnDefinition, known: KnownReferences): readonly string[] {
  const [column] = resolveColumns([definition], { ...known, templates: new Map() })
  if (column?.default === undefined) return []
  if (column.default === '') return ['Expected a value, or null for none.']
  const checked = compileColumn(column, known.values)(column.default)
  return 'faults' in checked ? checked.faults.slice(0, MOST_FAULTS_OF_A_DEFAULT) : []
}
