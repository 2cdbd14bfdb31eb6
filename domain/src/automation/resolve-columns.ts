import type { ColumnDefinition } from '@heddle/contract/automation-templates.ts'
import type { SchemaColumn } from './column.ts'

/** A column definition that others refer to. */
export type SharedDefinition = Omit<ColumnDefinition, 'name' | 'column_template'>

/** What definitions refer to, by id. */
export type References = {
  readonly lists: ReadonlyMap<string, { readonly id: string; readonly name: string }>
  readonly patterns: ReadonlyMap<string, { readonly id: string; readonly name: string; readonly pattern: string }>
  readonly templates: ReadonlyMap<string, SharedDefinition>
}

/** The definition with what it leaves out taken from its column template; null states that there is none. */
export function mergeTemplate(definition: ColumnDefinition, templates: References['templates']): ColumnDefinition {
  const template = definition.column_template == null ? undefined : templates.get(definition.column_template)
  return { ...template, ...definition }
}

/** The columns of a template with everything filled in that their definitions refer to. */
export function resolveColumns(schema: readonly ColumnDefinition[], references: References): SchemaColumn[] {
  return schema.map((definition) => resolveColumn(mergeTemplate(definition, references.templates), references))
}

function resolveColumn(definition: ColumnDefinition, { lists, patterns }: References): SchemaColumn {
  const { min, max, min_length: minLength, max_length: maxLength, validation_list, regex_pattern } = definition
  const list = validation_list == null ? undefined : lists.get(validation_list)
  const pattern = regex_pattern == null ? undefined : patterns.get(regex_pattern)
  return {
    name: definition.name,
    fieldType: definition.field_type ?? 'text',
    required: definition.required ?? false,
    choices: definition.choices ?? [],
    ...(list && { list: { id: list.id, name: list.name } }),
    ...(pattern && { pattern: { id: pattern.id, name: pattern.name, pattern: pattern.pattern } }),
    ...(min != null && { min }),
    ...(max != null && { max }),
    ...(minLength != null && { minLength }),
    ...(maxLength != null && { maxLength }),
    unique: definition.unique ?? false,
    ...(definition.default != null && { default: definition.default }),
    helpText: definition.help_text ?? '',
  }
}
