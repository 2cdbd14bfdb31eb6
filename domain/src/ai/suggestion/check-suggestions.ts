import type { MimSuggestReply } from '@heddle/contract/mim.ts'
import type { RetrievalModel } from '../../retrieval/model.ts'
import { Suggestions, suggest } from '../../suggest.ts'
import { spokenText } from '../spoken-text.ts'
import { checkCondition } from './check-condition.ts'
import { keepTrueSentences } from './claimed-names.ts'
import type { SuggestedClass } from './read-suggestions.ts'
import { MOST_SUGGESTED } from './suggest-prompt.ts'

export type CheckedSuggestion = MimSuggestReply['results'][number]

const LONGEST_REASON = 400
const MOST_PROPERTIES = 10
const MOST_FILTERS = 5

type Model = Pick<RetrievalModel, 'graph' | 'engine'>

/**
 * The suggestions of a language model that the class model bears out, in their order: unknown classes are replaced by
 * the only similar one or left out, as are unknown properties and conditions that no object can meet. Of the reasons,
 * only sentences whose names exist stay. `offered` are the classes that the question was asked with.
 */
export function checkSuggestions(
  found: readonly SuggestedClass[],
  model: Model,
  offered: readonly string[],
): readonly CheckedSuggestion[] {
  const similar = new Suggestions()
  const checked = new Map<string, CheckedSuggestion>()
  for (const one of found) {
    if (checked.size === MOST_SUGGESTED) break
    const name = classNamed(one.name, model, offered, similar)
    if (name !== undefined && !checked.has(name)) checked.set(name, checkOne(one, name, model, offered))
  }
  return [...checked.values()]
}

/** Documents spell the class `fvBD` as `fv:BD`. */
function classNamed(
  written: string,
  { graph, engine }: Model,
  offered: readonly string[],
  similar: Suggestions,
): string | undefined {
  const name = written.replace(':', '')
  if (graph.find(name) !== undefined) return name
  const near = suggest(name, offered)
  const candidates = near.length > 0 ? near : similar.amongClasses(engine, name)
  const folded = name.toLowerCase()
  return candidates.find((one) => one.toLowerCase() === folded) ?? (candidates.length === 1 ? candidates[0] : undefined)
}

function checkOne(one: SuggestedClass, name: string, { graph }: Model, offered: readonly string[]): CheckedSuggestion {
  const id = graph.find(name)!
  const properties = graph.properties(id)
  const named = (text: string) =>
    properties.find((property) => property.name === text) ??
    properties.find((property) => property.name.toLowerCase() === text.toLowerCase())
  const filters = one.filters.flatMap((condition) => {
    const property = named(condition.property)
    const filter = property && checkCondition(condition, property)
    return filter ? [filter] : []
  })
  const asked = [...one.properties.map((text) => named(text)?.name), ...filters.map(({ property }) => property)]
  const displayName = graph.displayName(id)
  return {
    name,
    display_name: displayName,
    reason: reasonOf(one, graph, [name, ...offered]) ?? `${displayName} fits the question.`,
    properties: [...new Set(asked)].filter((asked) => asked !== undefined).slice(0, MOST_PROPERTIES),
    filters: filters.slice(0, MOST_FILTERS),
  }
}

function reasonOf({ reason }: SuggestedClass, graph: Model['graph'], about: readonly string[]): string | undefined {
  const text = spokenText(
    keepTrueSentences(reason.slice(0, 4 * LONGEST_REASON), graph, about).join(' '),
    LONGEST_REASON,
  )
  return text === '' ? undefined : text
}
