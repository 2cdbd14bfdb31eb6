import { parse } from 'yaml'

type Variables = Readonly<Record<string, unknown>>

export type ParsedVariables = { readonly variables: Variables } | { readonly problem: string }

/** An object, or a text with a mapping in JSON or YAML. */
export function parseExtraVars(value: unknown): ParsedVariables {
  if (value === undefined || value === '' || value === null) return { variables: {} }
  return mappingOf(typeof value === 'string' ? parseText(value) : { json: value })
}

function parseText(text: string): { readonly json: unknown } | { readonly problem: string } {
  try {
    return { json: JSON.parse(text) }
  } catch (jsonError: unknown) {
    try {
      return { json: parse(text) }
    } catch (yamlError: unknown) {
      return {
        problem: `Cannot parse as JSON (error: ${messageOf(jsonError)}) or YAML (error: ${messageOf(yamlError)}).`,
      }
    }
  }
}

function mappingOf(parsed: ReturnType<typeof parseText>): ParsedVariables {
  if ('problem' in parsed) return parsed
  const { json } = parsed
  if (json === null) return { variables: {} }
  if (typeof json !== 'object' || Array.isArray(json))
    return { problem: `Input type \`${pythonType(json)}\` is not a dictionary` }
  return { variables: json as Variables }
}

function pythonType(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'str' : 'int'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
