import type { AiAnswer, AiPrompt } from './ai-prompt.ts'

type Schema = Readonly<Record<string, unknown>>
type Filling = { readonly question: string; readonly root: Schema; readonly depth: number }

/** Deep enough for any real schema; one that contains itself ends here. */
const MAX_DEPTH = 12
const SHOWN_CHARACTERS = 60

/**
 * Answers a question by a few rules: JSON is the smallest value that follows the schema, where a choice falls on the
 * word that the question mentions; anything else is a sentence that repeats the question.
 */
export function sampleAnswer({ messages, schema, wantsJson }: AiPrompt): AiAnswer {
  const question = messages.findLast(({ role }) => role === 'user')?.text ?? ''
  if (schema) return JSON.stringify(fill(schema, { question, root: schema, depth: 0 }))
  const text = `You asked: ${shorten(question)}. This is the answer of a simulated model.`
  return wantsJson ? { answer: text } : text
}

function fill(schema: Schema, filling: Filling): unknown {
  if ('const' in schema) return schema['const']
  const choices = schema['enum']
  if (Array.isArray(choices)) return choose(choices, filling.question)
  const alternative = alternativeOf(schema, filling.root)
  const deeper = { ...filling, depth: filling.depth + 1 }
  if (alternative) return filling.depth > MAX_DEPTH ? null : fill(alternative, deeper)
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, deeper)
    case 'array':
      return fillArray(schema, deeper)
    case 'integer':
    case 'number':
      return Math.ceil(Number(schema['minimum'] ?? 0))
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return shorten(filling.question).slice(0, Number(schema['maxLength'] ?? SHOWN_CHARACTERS))
  }
}

/** Where the schema itself holds no type: the schema it refers to, or the first that is not null of several. */
function alternativeOf(schema: Schema, root: Schema): Schema | undefined {
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const steps = reference.split('/').slice(1)
    return steps.reduce<Schema | undefined>((place, step) => place?.[step] as Schema | undefined, root) ?? {}
  }
  const several = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as readonly Schema[] | undefined
  return several?.find((one) => typeOf(one) !== 'null') ?? several?.[0]
}

function fillObject(schema: Schema, filling: Filling): object {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
  return Object.fromEntries(
    properties.filter(([name]) => required.includes(name)).map(([name, one]) => [name, fill(one, filling)]),
  )
}

/** One element, unless a schema that contains itself has to end. */
function fillArray(schema: Schema, filling: Filling): unknown[] {
  const least = Number(schema['minItems'] ?? 0)
  const most = Number(schema['maxItems'] ?? Infinity)
  const count = filling.depth > MAX_DEPTH ? least : Math.min(Math.max(least, 1), most)
  return Array.from({ length: count }, () => fill((schema['items'] ?? {}) as Schema, filling))
}

function choose(choices: readonly unknown[], question: string): unknown {
  const words = question.toLowerCase().split(/[^\w:]+/)
  return choices.find((choice) => words.includes(String(choice).toLowerCase())) ?? choices[0]
}

/** Google writes types in capitals. */
function typeOf(schema: Schema): string {
  const type = schema['type']
  const names = (Array.isArray(type) ? type : [type]).map((name) => String(name).toLowerCase())
  return names.find((name) => name !== 'null') ?? names[0] ?? ''
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS - 1)}…` : line
}
