import type { JsonSchema } from '../rules/json-schema.ts'

/** What a field of a form looks like. */
type Widget =
  /** A column there is, or will be. */
  | { readonly kind: 'column' }
  | { readonly kind: 'columns' }
  /** Names that do not exist yet. */
  | { readonly kind: 'names' }
  | { readonly kind: 'parts' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'number' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'text'; readonly isCode: boolean }
  | { readonly kind: 'value' }
  | { readonly kind: 'expression' }
  | { readonly kind: 'conditions' }
  /** Columns and what belongs to each. */
  | { readonly kind: 'pairs' }
  | { readonly kind: 'list'; readonly fields: readonly StepField[] }
  | { readonly kind: 'query' }

export type StepField = { readonly name: string; readonly isRequired: boolean; readonly widget: Widget }

/** The fields of a configuration, in the order of its schema. */
export function stepFieldsOf(type: string, { properties = {}, required = [] }: JsonSchema): readonly StepField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    widget: widgetOf(type, name, schema),
  }))
}

function widgetOf(type: string, name: string, schema: JsonSchema): Widget {
  if (schema.enum) return { kind: 'choice', options: schema.enum }
  if (schema.patternProperties) return { kind: 'pairs' }
  if (schema.type === 'array') return widgetOfList(type, name, schema.items ?? {})
  if (schema.type === 'boolean') return { kind: 'switch' }
  if (schema.anyOf) return { kind: schema.anyOf.some((branch) => branch.type === 'null') ? 'value' : 'number' }
  return widgetOfText(type, name)
}

function widgetOfList(type: string, name: string, items: JsonSchema): Widget {
  if (items.properties) return { kind: 'list', fields: stepFieldsOf(type, items) }
  if (items.type !== 'string') return { kind: 'conditions' }
  if (name === 'parts') return { kind: 'parts' }
  // The columns of a lookup are those of the other query.
  return { kind: name === 'into' || type === 'lookup' ? 'names' : 'columns' }
}

function widgetOfText(type: string, name: string): Widget {
  if (name === 'expression' || name === 'where') return { kind: 'expression' }
  if (name === 'saved_query') return { kind: 'query' }
  if (name === 'column' || (type === 'pivot' && name === 'value')) return { kind: 'column' }
  return { kind: 'text', isCode: name === 'pattern' || name === 'separator' }
}
