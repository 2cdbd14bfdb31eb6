import { useQueries, useQuery } from '@tanstack/react-query'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { columnTemplates, validationList } from '../api.ts'

export type LaunchColumn = {
  readonly name: string
  readonly type: NonNullable<Wire.ColumnDefinition['field_type']>
  readonly isRequired: boolean
  /** What can be chosen; empty where anything may be typed, or where the user may not see the list. */
  readonly choices: readonly string[]
  readonly min: number | undefined
  readonly max: number | undefined
  readonly help: string
}

/** The columns with what they leave out to a column template, as far as the user may see it. */
export function useFilledIn(schema: Wire.AutomationTemplate['schema']): readonly Wire.ColumnDefinition[] {
  const mayTemplates = useMay('automation.view_columntemplate')
  const refers = schema.some(({ column_template: id }) => id != null)
  const templates = useQuery({ ...columnTemplates(useHeddle()), enabled: refers && mayTemplates }).data
  return schema.map((column) => filledIn(column, templates))
}

/** As many values as a field offers while one types. */
const MOST_CHOICES = 1_000

/** The columns of a template with what they refer to, as far as the user may see it; the server knows the rest. */
export function useLaunchColumns(schema: Wire.AutomationTemplate['schema']): readonly LaunchColumn[] {
  const heddle = useHeddle()
  const mayLists = useMay('automation.view_validationlist')
  const definitions = useFilledIn(schema)
  const ids = [...new Set(definitions.flatMap(({ validation_list: id }) => id ?? []))]
  const lists = useQueries({ queries: ids.map((id) => ({ ...validationList(heddle, id), enabled: mayLists })) })
  const values = new Map(ids.map((id, index) => [id, lists[index]?.data?.values ?? []]))
  return definitions.map((column) => ({
    name: column.name,
    type: column.field_type ?? 'text',
    isRequired: column.required === true && column.default == null,
    choices: choicesOf(column, values).slice(0, MOST_CHOICES),
    min: column.min ?? undefined,
    max: column.max ?? undefined,
    help: column.help_text ?? '',
  }))
}

const FLAGS = ['true', 'false']

function choicesOf(column: Wire.ColumnDefinition, lists: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (column.field_type === 'boolean') return FLAGS
  if (column.validation_list != null) return lists.get(column.validation_list) ?? []
  return column.choices ?? []
}

/** What a column leaves out comes from its template; its name is its own. */
function filledIn(
  column: Wire.ColumnDefinition,
  templates: readonly Wire.ColumnTemplate[] | undefined,
): Wire.ColumnDefinition {
  const template = templates?.find(({ id }) => id === column.column_template)
  if (!template) return column
  const given = Object.fromEntries(Object.entries(column).filter(([, value]) => value !== null))
  return { ...template, ...given, name: column.name }
}
