import type { ExplainFact } from '@heddle/contract/ai.ts'
import { canvasSizeFault } from '../../canvas/budget.ts'
import type { Canvas } from '../../canvas/canvas.ts'
import { findVariables } from '../../canvas/binding/template.ts'
import { parseCanvas, type ReceivedCanvas } from '../../canvas/parse-canvas.ts'
import type { Problem } from '../../canvas/problem.ts'
import { relationColumns } from '../../canvas/row-columns.ts'
import type { ClassModel } from '../../mim/model.ts'
import type { Plan } from '../../query/plan.ts'
import { prepareQuery } from '../../query/prepare-query.ts'
import { isRelativeName } from '../../values/instants.ts'
import { type CanvasWords, canvasWords, type LabelOf } from './canvas-words.ts'
import { edgeSentence } from './edge-words.ts'
import { queryFacts } from './query-facts.ts'
import { counted, listed, asSentence, shown, some } from './shown.ts'
import { stepWords } from './step-words.ts'

export type QueryExplanation = {
  readonly text: string
  readonly facts: readonly ExplainFact[]
  /** Whether the query could run, given values for its variables. */
  readonly isRunnable: boolean
  /** The canvas as it was understood, without what the rules do not know; undefined if it is too large for a prompt. */
  readonly canvas: Canvas | undefined
}

type Read = {
  readonly canvas: Canvas
  readonly words: CanvasWords
  readonly plan: Plan | undefined
  readonly problems: Problems
}
type Problems = { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] }

const MOST_SENTENCES = 12
const MOST_STEPS = 12
const LONGEST_TEXT = 6_000
const LONGEST_PROBLEM = 300
const LARGEST_SENT_CANVAS = 3_000

/**
 * Says in plain English what a query finds: its rows, the classes they come from, how those are joined, filters, steps,
 * and what is wrong with it. Takes any canvas, also a faulty one.
 */
export function explainQuery(wire: ReceivedCanvas, model: ClassModel, labelOf: LabelOf): QueryExplanation {
  const excess = canvasSizeFault(wire)
  if (excess !== undefined) return failedExplanation(excess)
  const { canvas } = parseCanvas(wire)
  const { plan, warnings, errors } = prepareQuery({ canvas: wire, model })
  // A variable without a value is asked for when the query runs: no fault.
  const faults = errors.filter(({ code }) => code !== 'missing_variable')
  const words = canvasWords(canvas, model, labelOf)
  const read: Read = { canvas, words, plan, problems: { errors: faults, warnings } }
  const text = [faultText(read), rowText(read), stepText(read), remarkText(read)]
    .filter((part) => part !== '')
    .join('\n')
  return {
    text: clipped(text),
    facts: queryFacts(words, canvas, plan),
    isRunnable: faults.length === 0,
    canvas: smallEnough(canvas),
  }
}

/** Of a canvas that was not looked into. */
export function failedExplanation(reason: string): QueryExplanation {
  return {
    text: `This query cannot be explained: ${asSentence(shown(reason, LONGEST_PROBLEM))}`,
    facts: [],
    isRunnable: false,
    canvas: undefined,
  }
}

function faultText({ problems: { errors }, canvas }: Read): string {
  if (errors.length === 0) return ''
  if (errors.every(({ code }) => code === 'empty_canvas')) return 'The canvas is empty: it has no class to read.'
  const messages = errors.slice(0, 5).map(({ message }) => asSentence(shown(message, LONGEST_PROBLEM)))
  const rest = errors.length > 5 ? ` There are ${counted(errors.length - 5)} more.` : ''
  return `The query cannot run: it has ${some(errors.length, 'error')}. ${messages.join(' ')}${rest}${canvas.nodes.length === 0 ? '' : ' As far as it can be read:'}`
}

function rowText({ words, canvas }: Read): string {
  const { primary, edges, loose } = words
  if (primary === undefined) return ''
  const more = edges.length - MOST_SENTENCES
  const separate = loose.map(({ first }) => first)
  return [
    asSentence(`Finds ${primary.first}`),
    ...edges.slice(0, MOST_SENTENCES).map(edgeSentence),
    ...(more > 0 ? [`${some(more, 'more join')} ${more === 1 ? 'follows' : 'follow'}.`] : []),
    ...(separate.length > 0 ? [`Not joined to them: ${listed(separate)}.`] : []),
    columnText(words, canvas),
  ].join(' ')
}

function columnText({ primary, edges }: CanvasWords, canvas: Canvas): string {
  const properties = primary!.node.properties
  const own =
    properties.length === 0
      ? 'all their properties'
      : listed(
          properties.map((name) => shown(name)),
          8,
        )
  const others = [...new Set(edges.filter(({ isHidden }) => !isHidden).map(({ to }) => to))].filter(
    (words) => words !== primary,
  )
  const prefixes = [
    ...others.map(({ many, node }) => `${shown(node.alias, 40)}.* for the ${many}`),
    ...relationColumns(canvas).map(({ edge }) => `${shown(edge.id, 40)}.* for the relations`),
  ]
  const added = prefixes.length === 0 ? '' : `, and ${listed(prefixes)}`
  return `${canvas.edges.length === 0 ? 'There is one row for each' : 'There is one row for each match'}, with ${own}${added}.`
}

function stepText({ canvas: { post_processors: steps } }: Read): string {
  const enabled = steps.filter(({ enabled }) => enabled)
  const off = steps.length - enabled.length
  const skipped = off === 0 ? '' : ` ${some(off, 'step')} ${off === 1 ? 'is' : 'are'} switched off.`
  if (enabled.length === 0) return skipped.trim()
  const more = enabled.length - MOST_STEPS
  const said = [
    ...enabled.slice(0, MOST_STEPS).map(stepWords),
    ...(more > 0 ? [`goes on with ${some(more, 'more step')}`] : []),
  ]
  const order = said.length === 1 ? 'Then it ' : 'Then, in this order, it '
  return `${order}${said.join('; ')}.${skipped}`
}

function remarkText({ canvas, plan, words, problems: { warnings } }: Read): string {
  const variables = [...new Set(variablesOf(canvas))]
  const asks =
    variables.length === 0 ? [] : [`It asks for ${listed(variables.map((name) => shown(name, 40)))} when it runs.`]
  return [...asks, ...sizeText(plan, words), ...warnings.flatMap(warningText).slice(0, 8)].join(' ')
}

/** Variables without a value of their own. */
function variablesOf({ nodes, edges, post_processors }: Canvas): string[] {
  const steps = post_processors.filter(({ enabled }) => enabled).map(({ config }) => config)
  const text = JSON.stringify([
    nodes.map(({ filters, scope_dn, time_range }) => [filters, scope_dn, time_range]),
    edges.map(({ on }) => on),
    steps,
  ])
  return findVariables(text).flatMap(({ name, ...given }) =>
    given.default === undefined && !isRelativeName(name) ? [name] : [],
  )
}

function sizeText(plan: Plan | undefined, { nodes }: CanvasWords): string[] {
  const fetches = plan?.fetches ?? []
  const named = fetches.flatMap(({ tables, estimated_rows: estimated }) => {
    const words = nodes.find(({ node }) => node.id === tables[0]?.node_id)
    return words === undefined ? [] : [`${counted(estimated)} ${estimated === 1 ? words.noun.one : words.many}`]
  })
  return named.length === 0 ? [] : [`By its plan, it reads about ${listed(named)}.`]
}

function warningText({ code, message }: Problem): string[] {
  switch (code) {
    case 'unfiltered_large_class':
    case 'deprecated_class':
    case 'no_history':
      return [asSentence(`Mind that ${shown(message, LONGEST_PROBLEM)}`)]
    case 'mim_not_installed':
      return ['No class model is installed, so its classes and properties could not be checked.']
    default:
      return []
  }
}

const smallEnough = (canvas: Canvas): Canvas | undefined =>
  JSON.stringify(canvas).length <= LARGEST_SENT_CANVAS ? canvas : undefined

const clipped = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text)
