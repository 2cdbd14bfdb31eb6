import type { PropertyRecord } from '../mim/class-record.ts'
import { typicalSize } from '../mim/known-classes.ts'
import { utf8Length } from '../values/utf8-length.ts'
import type { FoundJoin, Step } from './find-joins.ts'
import type { RetrievalModel } from './model.ts'
import { plainName, plainText } from './plain-text.ts'
import { relevantProperties } from './relevant-properties.ts'
import type { FoundClass, Retrieval } from './retrieve.ts'

export type ModelContext = { readonly text: string; readonly tokens: number; readonly classes: readonly string[] }

/** What is said about a class, from much to little: properties of the first few classes, of the others, of texts. */
const DETAILS = [
  { first: 16, others: 8, description: 160 },
  { first: 10, others: 5, description: 100 },
  { first: 6, others: 3, description: 60 },
  { first: 3, others: 2, description: 0 },
  { first: 1, others: 1, description: 0 },
] as const
type Detail = (typeof DETAILS)[number]

const FIRST_CLASSES = 4
const MOST_CONTAINERS = 4
const MOST_VALUES = 12
const BYTES_PER_TOKEN = 3

/**
 * An estimate on the high side: one token per three bytes. English text has more than four letters per token; names
 * such as `fvRsBd` and punctuation have about three.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(utf8Length(text) / BYTES_PER_TOKEN)
}

/**
 * What a language model needs to know about the classes of a question, in fewer than `budget` tokens by the estimate:
 * the classes, best first, with the properties that matter and their constants, then how they are joined. Says less
 * about each class before it leaves out the last ones. All texts of the class model are data: neutralised, in quotes.
 */
export function contextOf(
  { question, classes, joins }: Retrieval,
  model: RetrievalModel,
  budget: number,
): ModelContext {
  const write = (kept: readonly FoundClass[], detail: Detail): ModelContext => {
    const names = kept.map(({ name }) => name)
    const blocks = kept.map((found, place) => describeClass(model, found, question, detail, place < FIRST_CLASSES))
    const text = [...blocks, ...describeJoins(joins, new Set(names))].join('\n')
    return { text, tokens: estimateTokens(text), classes: names }
  }
  for (const detail of DETAILS) {
    const context = write(classes, detail)
    if (context.tokens < budget) return context
  }
  let most = classes.length
  let context = write(classes, DETAILS[DETAILS.length - 1]!)
  while (context.tokens >= budget && most > 0) context = write(classes.slice(0, --most), DETAILS[DETAILS.length - 1]!)
  return context
}

function describeClass(
  model: RetrievalModel,
  found: FoundClass,
  question: string,
  detail: Detail,
  isFirst: boolean,
): string {
  const { graph } = model
  const id = graph.find(found.name)
  if (id === undefined) return plainName(found.name)
  const rn = plainName(graph.classRnFormat(id))
  const description = plainText(graph.classDescription(id), detail.description)
  const head = [
    `${plainName(found.name)} "${plainText(graph.displayName(id), 80)}" ${graph.category(id)}`,
    ...(rn === '' ? [] : [`rn ${rn}`]),
    ...containers(model, id),
    ...pointsTo(model, id),
    ...(detail.description === 0 || description === '' ? [] : [`"${description}"`]),
  ].join('; ')
  const properties = relevantProperties(graph, id, found, question, isFirst ? detail.first : detail.others)
  const unknown = graph.propertyCount(id) === 0 ? found.properties : []
  return [
    head,
    ...properties.map((property) => `  ${describeProperty(property)}`),
    ...unknown.map((name) => `  ${plainName(name)}`),
  ].join('\n')
}

function containers({ graph }: RetrievalModel, id: number): string[] {
  const all = graph.containers(id)
  if (all.length === 0) return []
  const names = Array.from(all.subarray(0, 200), (container) => graph.className(container))
  names.sort((a, b) => (typicalSize(b) ?? 0) - (typicalSize(a) ?? 0))
  const named = names.slice(0, MOST_CONTAINERS).map(plainName).join(', ')
  return [all.length > MOST_CONTAINERS ? `in ${named} and others` : `in ${named}`]
}

function pointsTo({ graph }: RetrievalModel, id: number): string[] {
  const relation = graph.relationOf(id)
  return relation?.is_source === true ? [`tDn is the DN of ${plainName(relation.target)}`] : []
}

function describeProperty({ name, label, type, values, value_count }: PropertyRecord): string {
  const constants = values.slice(0, MOST_VALUES).map((value) => plainText(value, 40).replaceAll(' ', '_'))
  const kind = constants.length === 0 ? type : `${constants.join('|')}${value_count > MOST_VALUES ? '|…' : ''}`
  const spoken = plainText(label, 60)
  return `${plainName(name)} ${kind}${spoken === '' || spoken === name ? '' : ` "${spoken}"`}`
}

function describeJoins(joins: readonly FoundJoin[], names: ReadonlySet<string>): string[] {
  const shown = joins.filter(({ steps }) => steps.every(({ from, to }) => names.has(from) && names.has(to)))
  const lines = new Set(shown.map(({ steps }) => steps.map(describeStep).join(', ')))
  return lines.size === 0 ? [] : ['joins:', ...[...lines].map((line) => `  ${line}`)]
}

function describeStep(step: Step): string {
  const [from, to] = [plainName(step.from), plainName(step.to)]
  switch (step.by) {
    case 'contains':
      return `${from} contains ${to}`
    case 'relation':
      return `${from} contains ${plainName(step.relation)} whose tDn is ${to}`
    case 'property':
      return `${from}.${plainName(step.property)} is the DN of ${to}`
  }
}
