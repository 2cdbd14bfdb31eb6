import { suggestForQuestion } from '../mim/explorer/suggest-for-question.ts'
import type { MatchedTerms } from './match-terms.ts'
import type { RetrievalModel } from './model.ts'
import type { Hint } from './vocabulary.ts'

/** A class while it is being scored. */
export type ClassScore = {
  readonly name: string
  score: number
  readonly terms: Set<string>
  readonly hints: Hint[]
  reason: string
}

export type Drafts = Map<string, ClassScore>

/** What a class is worth by its place among the meanings of a term. */
const PLACES = [1, 0.8, 0.65, 0.5, 0.4]
const NAMED_CLASS = 1.5
const HINT_BONUS = 0.3
/** For a class of a quality (`down`) that no other word names; lower beside classes that are named. */
const HINT_ALONE = 0.6
const HINT_BESIDE = 0.2
const MOST_ALONE = 3
const LITERAL = 0.7
/** What the class search finds with words that no term explains. */
const FOUND_ALONE = 0.9
const FOUND_BESIDE = 0.35
const MOST_FOUND = 3

const CLASS_NAME = /\b[a-z][a-zA-Z0-9]*:?[A-Z]\w*\b/g

/** The class names in a question, as the model spells them, and the question without them. */
export function takeClassNames(
  { graph }: RetrievalModel,
  text: string,
): { readonly names: readonly string[]; readonly text: string } {
  const names: string[] = []
  const others = text.replace(CLASS_NAME, (word) => {
    const name = word.replace(':', '')
    if (graph.find(name) === undefined) return word
    names.push(name)
    return ' '
  })
  return { names: [...new Set(names)], text: others }
}

type Question = { readonly text: string; readonly named: readonly string[] }

/** Scores the classes that a question names, in words or by name, and gives each the properties it asks about. */
export function scoreClasses(model: RetrievalModel, { text, named }: Question, reading: MatchedTerms): Drafts {
  const drafts: Drafts = new Map()
  const raise = (name: string, score: number, term: string, reason: string) =>
    raiseClass(model, drafts, name, score, term, reason)

  for (const name of named) raise(name, NAMED_CLASS, name, 'The question or its canvas names this class.')
  for (const { meaning, weight } of reading.terms) {
    const { term } = meaning
    meaning.classes.forEach((name, place) => {
      raise(name, weight * (PLACES[place] ?? 0.3), term, `“${term}” means this class.`)
    })
  }
  const hasThings = drafts.size > 0
  for (const { term, hints } of reading.literals) {
    const known = hints.filter(({ class_name }) => drafts.has(class_name))
    for (const hint of known.length > 0 ? known : hints.slice(0, MOST_ALONE))
      raise(hint.class_name, LITERAL, term, `\`${hint.property}\` holds values such as ${term}.`)?.hints.push(hint)
  }
  for (const { meaning } of reading.terms) {
    const { term } = meaning
    const known = meaning.hints.filter(({ class_name }) => drafts.has(class_name))
    const bonus = known.length > 0 ? HINT_BONUS : hasThings ? HINT_BESIDE : HINT_ALONE
    for (const hint of known.length > 0 ? known : meaning.hints.slice(0, MOST_ALONE))
      raise(hint.class_name, bonus, term, `“${term}” is about its \`${hint.property}\`.`)?.hints.push(hint)
  }
  const worth = hasThings ? FOUND_BESIDE : FOUND_ALONE
  for (const words of reading.rest) raiseFound(model, drafts, words, worth)
  if (drafts.size === 0) raiseFound(model, drafts, text, FOUND_ALONE)
  return drafts
}

function raiseFound(model: RetrievalModel, drafts: Drafts, words: string, worth: number): void {
  for (const { id, score } of suggestForQuestion(model.search, words, MOST_FOUND))
    raiseClass(
      model,
      drafts,
      model.graph.className(id),
      score * worth,
      words,
      `The class search finds it for “${words}”.`,
    )
}

/** Adds a class that the model has; a term counts once for a class. */
export function raiseClass(
  { graph }: RetrievalModel,
  drafts: Drafts,
  name: string,
  score: number,
  term: string,
  reason: string,
): ClassScore | undefined {
  const known = drafts.get(name)
  if (known) {
    if (!known.terms.has(term)) known.score += score
    known.terms.add(term)
    return known
  }
  if (graph.find(name) === undefined) return undefined
  const draft: ClassScore = { name, score, terms: new Set([term]), hints: [], reason }
  drafts.set(name, draft)
  return draft
}
