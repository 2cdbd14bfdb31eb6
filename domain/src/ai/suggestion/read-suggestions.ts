import { MOST_SUGGESTED } from './suggest-prompt.ts'
import { isFields, listUnder, textUnder } from './read-answer.ts'

/** A class as a language model suggested it; nothing of it is checked. */
export type SuggestedClass = {
  readonly name: string
  readonly reason: string
  readonly properties: readonly string[]
  readonly filters: readonly SuggestedCondition[]
}
export type SuggestedCondition = { readonly property: string; readonly operator: string; readonly value: unknown }

/** Some are dropped later, so a few more are read. */
const MOST_READ = 2 * MOST_SUGGESTED
const MOST_PARTS = 20

/** Reads an answer to `suggestPrompt`; undefined if it has another shape. */
export function readSuggestions(value: unknown): readonly SuggestedClass[] | undefined {
  const list = listUnder(value, ['classes', 'results', 'suggestions'])
  return list?.slice(0, MOST_READ).flatMap(readClass)
}

function readClass(value: unknown): SuggestedClass[] {
  if (typeof value === 'string') return [{ name: value.trim(), reason: '', properties: [], filters: [] }]
  if (!isFields(value)) return []
  const name = textUnder(value, ['name', 'class_name', 'class']).trim()
  if (name === '') return []
  return [
    {
      name,
      reason: textUnder(value, ['reason', 'why', 'explanation']),
      properties: parts(value.properties).flatMap(readName),
      filters: parts(value.filters).flatMap(readCondition),
    },
  ]
}

const parts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MOST_PARTS) : [])

function readName(value: unknown): string[] {
  if (typeof value === 'string') return [value.trim()]
  return isFields(value) ? [textUnder(value, ['name', 'property'])] : []
}

function readCondition(value: unknown): SuggestedCondition[] {
  if (!isFields(value)) return []
  return [
    {
      property: textUnder(value, ['property', 'name']),
      operator: textUnder(value, ['operator', 'op']),
      value: value.value,
    },
  ]
}
