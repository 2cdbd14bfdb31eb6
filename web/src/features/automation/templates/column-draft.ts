import { hasChoices, hasLength, hasRange, holdsTexts } from '@heddle/domain/automation/field-types.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { textOf } from './column-rules.ts'

export type FieldType = NonNullable<Wire.ColumnDefinition['field_type']>
/** Whether something holds; empty: what the column template says. */
export type Flag = '' | 'yes' | 'no'

/** A column as its fields have it. Empty ones are left to the column template, if there is one. */
export type ColumnDraft = {
  /** It stays the same wherever the column is moved. */
  readonly key: string
  readonly name: string
  readonly template: string
  readonly type: FieldType | ''
  readonly required: Flag
  readonly unique: Flag
  /** One in each line. */
  readonly choices: string
  readonly list: string
  readonly pattern: string
  readonly min: string
  readonly max: string
  readonly minLength: string
  readonly maxLength: string
  readonly byDefault: string
  readonly help: string
  /** What the fields were read from: what they cannot say is kept. */
  readonly stored: Partial<Wire.ColumnDefinition>
}

export const columnDraftOf = (column: Partial<Wire.ColumnDefinition>, key: string): ColumnDraft => ({
  key,
  name: column.name ?? '',
  template: column.column_template ?? '',
  type: column.field_type ?? (column.column_template == null ? 'text' : ''),
  required: flagOf(column.required, column.column_template),
  unique: flagOf(column.unique, column.column_template),
  choices: (column.choices ?? []).join('\n'),
  list: column.validation_list ?? '',
  pattern: column.regex_pattern ?? '',
  min: numberText(column.min),
  max: numberText(column.max),
  minLength: numberText(column.min_length),
  maxLength: numberText(column.max_length),
  byDefault: column.default == null ? '' : textOf(column.default),
  help: column.help_text ?? '',
  stored: column,
})

/** The type of a column with that of its column template, if it has none of its own. */
export const typeOfColumn = (
  { type, template }: Pick<ColumnDraft, 'type' | 'template'>,
  templates: readonly Pick<Wire.ColumnTemplate, 'id' | 'field_type'>[],
): FieldType => (type === '' ? (templates.find(({ id }) => id === template)?.field_type ?? 'text') : type)

/** As the API takes it. What its type knows no use for is left out: its fields are not shown. */
export function definitionOf(draft: ColumnDraft, type: FieldType): Wire.ColumnDefinition {
  const choices = draft.choices.split('\n').flatMap((line) => line.trim() || [])
  const stated = {
    name: draft.name.trim(),
    ...(draft.template !== '' && { column_template: draft.template }),
    ...(draft.type !== '' && { field_type: draft.type }),
    ...(draft.required !== '' && { required: draft.required === 'yes' }),
    ...(draft.unique !== '' && { unique: draft.unique === 'yes' }),
    ...(hasChoices(type) && choices.length > 0 && { choices }),
    ...(holdsTexts(type) && draft.list !== '' && { validation_list: draft.list }),
    ...(holdsTexts(type) && draft.pattern !== '' && { regex_pattern: draft.pattern }),
    ...(hasRange(type) && { ...numberIn('min', draft.min), ...numberIn('max', draft.max) }),
    ...(hasLength(type) && {
      ...numberIn('min_length', draft.minLength),
      ...numberIn('max_length', draft.maxLength),
    }),
    ...(draft.byDefault !== '' && { default: defaultOf(draft, type) }),
    ...(draft.help.trim() !== '' && { help_text: draft.help }),
  } as Wire.ColumnDefinition
  return draft.template === '' ? stated : { ...nothingOf(draft.stored), ...stated }
}

const flagOf = (value: boolean | undefined, template: string | null | undefined): Flag =>
  value === undefined && template != null ? '' : value === true ? 'yes' : 'no'

const numberText = (value: number | null | undefined): string => (value == null ? '' : String(value))

/** A text that is no number is left to the server to refuse. */
export const numberOr = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text

const numberIn = (key: string, text: string) => (text.trim() === '' ? {} : { [key]: numberOr(text) })

function defaultOf({ byDefault: text, stored }: ColumnDraft, type: FieldType): unknown {
  if (stored.default != null && textOf(stored.default) === text) return stored.default
  if (hasRange(type)) return numberOr(text)
  return type === 'boolean' && ['true', 'false'].includes(text.trim()) ? text.trim() === 'true' : text
}

/** Null says that something of the column template does not count; no field says so. */
const nothingOf = (stored: Partial<Wire.ColumnDefinition>) =>
  Object.fromEntries(Object.entries(stored).filter(([key, value]) => value === null && key !== 'column_template'))
