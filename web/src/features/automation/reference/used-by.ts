import type { Wire } from '../../../lib/api/wire.ts'

/** The keys of a column under which it refers to something. */
export type ReferenceKey = 'validation_list' | 'regex_pattern' | 'column_template'

type Template = Pick<Wire.AutomationTemplate, 'name' | 'schema' | 'validation_lists'>
type ColumnTemplate = Pick<Wire.ColumnTemplate, 'name' | 'validation_list' | 'regex_pattern'>

/** The names of the templates and column templates that refer to this, as far as the user sees them. */
export function usedBy(
  key: ReferenceKey,
  id: string,
  { templates, columnTemplates }: { templates: readonly Template[]; columnTemplates: readonly ColumnTemplate[] },
): readonly string[] {
  const direct = templates.filter(
    ({ schema, validation_lists: lists }) =>
      schema.some((column) => column[key] === id) || (key === 'validation_list' && lists.includes(id)),
  )
  const shared = key === 'column_template' ? [] : columnTemplates.filter((column) => column[key] === id)
  return [...direct, ...shared].map(({ name }) => name)
}
