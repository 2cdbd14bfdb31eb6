import { BadPrompt } from './dialect.ts'
import { type Fields, fieldsOf, listOf } from './fields.ts'

/** What OpenAI asks of a strict schema: objects that require all their properties and allow no others. */
export function requireStrict(schema: unknown, what: string, param: string): void {
  const fault = strictFault(fieldsOf(schema), [])
  if (fault !== undefined) throw new BadPrompt(`Invalid schema for ${what}: ${fault}`, param)
}

function strictFault(schema: Fields, path: readonly string[]): string | undefined {
  const context = `In context=(${path.map((step) => `'${step}'`).join(', ')}${path.length === 1 ? ',' : ''})`
  if (path.length === 0 && schema['type'] !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${String(schema['type'])}"'.`
  if (isObject(schema)) {
    if (schema['additionalProperties'] !== false)
      return `${context}, 'additionalProperties' is required to be supplied and to be false.`
    const missing = Object.keys(fieldsOf(schema['properties'])).find(
      (name) => !listOf(schema['required']).includes(name),
    )
    if (missing !== undefined)
      return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
  }
  return firstFault(schema, path)
}

function firstFault(schema: Fields, path: readonly string[]): string | undefined {
  for (const [steps, inner] of innerSchemas(schema)) {
    const fault = strictFault(inner, [...path, ...steps])
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Anthropic asks only that every object says it holds nothing else. */
export function requireClosedObjects(schema: Fields): void {
  const isOpen = isObject(schema) && schema['additionalProperties'] !== false
  if (isOpen)
    throw new BadPrompt(
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    )
  for (const [, inner] of innerSchemas(schema)) requireClosedObjects(inner)
}

function isObject({ type }: Fields): boolean {
  return type === 'object' || listOf(type).includes('object')
}

function innerSchemas(schema: Fields): [steps: string[], schema: Fields][] {
  const named = ['properties', '$defs', 'definitions'].flatMap((key) =>
    Object.entries(fieldsOf(schema[key])).map(([name, inner]): [string[], Fields] => [[key, name], fieldsOf(inner)]),
  )
  const several = listOf(schema['anyOf']).map((inner, index): [string[], Fields] => [
    ['anyOf', String(index)],
    fieldsOf(inner),
  ])
  const items: [string[], Fields][] = 'items' in schema ? [[['items'], fieldsOf(schema['items'])]] : []
  return [...named, ...several, ...items]
}
