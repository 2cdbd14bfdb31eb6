import type { Operator } from '../canvas/canvas.ts'
import { typicalSize } from '../mim/known-classes.ts'
import { byUse, findJoins, type FoundJoin } from './find-joins.ts'
import { readQuestion } from './match-terms.ts'
import type { RetrievalModel } from './model.ts'
import { type ClassScore, type Drafts, raiseClass, scoreClasses, takeClassNames } from './score-classes.ts'
import { CLASS_BRIDGES, type Hint } from './vocabulary.ts'
import { singular } from './words.ts'

export type SuggestedFilter = {
  readonly property: string
  readonly operator: Operator
  readonly value: string | number | null
}

export type FoundClass = {
  readonly name: string
  readonly score: number
  /** One sentence for a reader. */
  readonly reason: string
  /** The words of the question that led here. */
  readonly terms: readonly string[]
  readonly properties: readonly string[]
  readonly filters: readonly SuggestedFilter[]
}

export type Retrieval = {
  readonly question: string
  readonly classes: readonly FoundClass[]
  readonly joins: readonly FoundJoin[]
}

export type RetrieveOptions = {
  /** How many classes the question itself may bring, before those that join them. */
  readonly limit?: number
  /** Classes that are needed in any case, such as those of a canvas. */
  readonly include?: readonly string[]
}

const LIMIT = 12
/** Joins are looked up between so many of the best classes. */
const MOST_JOINED = 8
const MOST_REFERRING = 2
const REFERRING = 0.35
const BETWEEN = 0.3
const BRIDGE = 0.35
const LEAST_BRIDGED = 0.5
const CHILD = 0.45
const MOST_PARENTS = 3
const MOST_CHILDREN = 400
const SHORTEST_WORD = 4
const CONTAINER = 0.25

/**
 * The classes that a question needs, best first, with the properties and filters it asks for and the joins between
 * them: by the vocabulary of operators, then by the class search, then by the relations and containments of the model.
 * Knows no provider and takes time linear in the length of the question.
 */
export function retrieve(
  question: string,
  model: RetrievalModel,
  { limit = LIMIT, include = [] }: RetrieveOptions = {},
): Retrieval {
  const { names, text } = takeClassNames(model, question)
  const reading = readQuestion(text)
  const drafts = scoreClasses(model, { text, named: [...include, ...names] }, reading)
  if (reading.terms.some(({ meaning }) => meaning.unused)) addReferring(model, drafts)
  addChildren(model, drafts, reading.rest)
  addBridges(model, drafts)
  const best = ranked(drafts).slice(0, limit)
  const kept: Drafts = new Map(best.map((draft) => [draft.name, draft]))
  const joins = findJoins(
    model,
    best.slice(0, MOST_JOINED).map(({ name }) => name),
  )
  addBetween(model, kept, joins)
  addContainers(model, kept, best.slice(0, MOST_JOINED), joins)
  return { question, classes: ranked(kept).map((draft) => present(model, draft, reading.number)), joins }
}

function ranked(drafts: Drafts): ClassScore[] {
  return [...drafts.values()].sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
}

/** The relations that point to the best classes: an object is unused if none of them has its DN. */
function addReferring(model: RetrievalModel, drafts: Drafts): void {
  for (const { name } of ranked(drafts).slice(0, MOST_REFERRING)) {
    const id = model.graph.find(name)
    if (id === undefined) continue
    const pointing = model.graph.relations(id).filter(({ direction }) => direction === 'from')
    for (const relation of byUse([...new Set(pointing.map(({ relation_class }) => relation_class))]))
      raiseClass(model, drafts, relation, REFERRING, name, `Its objects point to ${name}.`)
  }
}

/** What a question calls by a word of its label below a class that it names: the selectors of a security group. */
function addChildren(model: RetrievalModel, drafts: Drafts, rest: readonly string[]): void {
  const words = rest.flatMap((run) => run.split(' ').map(singular)).filter((word) => word.length >= SHORTEST_WORD)
  if (words.length === 0) return
  for (const { name, score } of ranked(drafts).slice(0, MOST_PARENTS)) {
    const id = score < 1 ? undefined : model.graph.find(name)
    if (id === undefined) continue
    for (const child of model.graph.contained(id).subarray(0, MOST_CHILDREN)) {
      const label = `${model.graph.displayName(child)} ${model.graph.className(child)}`.toLowerCase()
      const word = model.graph.isGeneric(child) ? undefined : words.find((one) => label.includes(one))
      if (word !== undefined)
        raiseClass(model, drafts, model.graph.className(child), CHILD, word, `${name} contains it.`)
    }
  }
}

/** The classes between two that the question names. */
function addBridges(model: RetrievalModel, drafts: Drafts): void {
  const isNamed = (name: string) => (drafts.get(name)?.score ?? 0) >= LEAST_BRIDGED
  for (const { one, other, between } of CLASS_BRIDGES) {
    if (!isNamed(one) || !isNamed(other)) continue
    for (const name of between)
      raiseClass(model, drafts, name, BRIDGE, `${one} ${other}`, `It lies between ${one} and ${other}.`)
  }
}

/** The relation classes and the classes in the middle of joins. */
function addBetween(model: RetrievalModel, kept: Drafts, joins: readonly FoundJoin[]): void {
  for (const { between, steps } of joins) {
    const [from, to] = between
    for (const step of steps) {
      const needed = [step.from, step.to, ...(step.by === 'relation' ? [step.relation] : [])]
      for (const name of needed)
        if (!kept.has(name)) raiseClass(model, kept, name, BETWEEN, `${from} ${to}`, `It joins ${from} and ${to}.`)
    }
  }
}

/** For a class that is joined with no other, the best-known class above it. */
function addContainers(
  model: RetrievalModel,
  kept: Drafts,
  best: readonly ClassScore[],
  joins: readonly FoundJoin[],
): void {
  const joined = new Set(joins.flatMap(({ between }) => between))
  for (const { name } of best) {
    const id = model.graph.find(name)
    if (joined.has(name) || id === undefined || model.graph.isGeneric(id)) continue
    const above = Array.from(model.graph.containers(id).subarray(0, 100), (container) =>
      model.graph.className(container),
    )
    const [nearest] = above
      .filter((one) => (typicalSize(one) ?? 0) > 1)
      .sort((a, b) => (typicalSize(b) ?? 0) - (typicalSize(a) ?? 0))
    if (nearest !== undefined && !kept.has(nearest))
      raiseClass(model, kept, nearest, CONTAINER, name, `It contains ${name}.`)
  }
}

function present(model: RetrievalModel, draft: ClassScore, number: number | undefined): FoundClass {
  const info = model.engine.find(draft.name)?.properties
  const hints = draft.hints.filter(({ property }) => info === undefined || info.has(property))
  const filters = new Map<string, SuggestedFilter>()
  for (const hint of hints) {
    const filter = filterOf(hint, number)
    const values = info?.get(hint.property)?.values ?? []
    const exists =
      values.length === 0 ||
      typeof filter?.value !== 'string' ||
      hint.operator === 'contains' ||
      values.includes(filter.value)
    if (filter && exists && !filters.has(hint.property)) filters.set(hint.property, filter)
  }
  return {
    name: draft.name,
    score: draft.score,
    reason: draft.reason,
    terms: [...draft.terms],
    properties: [...new Set(hints.map(({ property }) => property))],
    filters: [...filters.values()],
  }
}

/** A number in the question replaces the one that the vocabulary compares with: `health below 80`. */
function filterOf({ property, operator, value }: Hint, number: number | undefined): SuggestedFilter | undefined {
  if (operator === undefined) return undefined
  if (operator === 'is_empty') return { property, operator, value: null }
  if (value === undefined) return undefined
  const compared = (operator === 'lt' || operator === 'gt') && number !== undefined
  return { property, operator, value: compared ? number : value }
}
