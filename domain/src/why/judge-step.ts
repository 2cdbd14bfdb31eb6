import type { Filter, PostProcessorStep } from '../canvas/canvas.ts'
import { compileFilter } from '../filter/compile-filter.ts'
import { withComparisons } from '../filter/typed-filter.ts'
import { filteredBy } from '../post-processing/filter.ts'
import { findUsableProcessor } from '../post-processing/find-usable-processor.ts'
import { cellOf, makeRow } from '../values/cells.ts'
import type { Row } from '../values/row.ts'
import { propertiesOf } from '../filter/class-filters.ts'
import { filterSentence } from './judge-object.ts'
import { showValues, type WhyStage } from './why-stage.ts'

/**
 * `alone`: what becomes of a row does not depend on the others, as far as it is kept. `order`: no row is dropped.
 * `all`: only all rows together tell.
 */
export type StepManner = 'alone' | 'order' | 'all'

/** How a step of a valid query is judged. */
export function mannerOf(step: PostProcessorStep): StepManner {
  if (step.type === 'sort') return 'order'
  return step.type === 'lookup' || findUsableProcessor(step)?.rowwise === true ? 'alone' : 'all'
}

/** The columns by which a row is found again after a step over all rows. */
export function columnsKept({ type, config }: PostProcessorStep, columns: readonly string[]): readonly string[] {
  if (type === 'group' || type === 'pivot') return textsIn(config.by)
  if (type !== 'rank') return columns
  const added = typeof config.as === 'string' ? config.as : 'rank'
  return columns.filter((column) => column !== added)
}

/** The stage of a step that keeps a row. */
export const keptBy = (step: PostProcessorStep): WhyStage =>
  stepStage(step, 'kept', `The step ${step.id} (${step.type}) ${keeping(step)}.`)

/** The stage of a step that drops a row, which is what it gets. May throw `TooManySteps`. */
export function droppedBy(step: PostProcessorStep, row: Row): WhyStage {
  const { type, config } = step
  const stage = (because: string, columns: readonly string[]): WhyStage => {
    const values = makeRow(columns, (column) => cellOf(row, column))
    const told = columns.length === 0 ? '' : `: ${showValues(values)}`
    return stepStage(step, 'dropped', `The step ${step.id} (${type}) ${because}${told}.`, values)
  }
  switch (type) {
    case 'filter': {
      if (typeof config.expression === 'string')
        return stage(`wants ${config.expression}, which is not true`, columnsOf(step))
      const failing = failingFilter(step, row)
      if (failing === undefined) return stage('drops it', columnsOf(step))
      const names = [...new Set(propertiesOf(failing))]
      const values = makeRow(names, (column) => cellOf(row, column))
      return stepStage(step, 'dropped', `Step ${step.id}: ${filterSentence(failing, 'dropped', values)}`, values)
    }
    case 'lookup':
      return stage(
        config.join === 'without' ? 'wants rows without a match, and there is one' : 'finds no match',
        columnsOf(step),
      )
    case 'limit':
      return stage(`keeps ${limitWords(config)}, and it is not among them`, [])
    case 'distinct': {
      const columns = textsIn(config.columns)
      return stage('keeps the first of equal rows, and there is one before it', columns)
    }
    default:
      return stage('makes no row of it', columnsOf(step))
  }
}

const keeping = ({ type }: PostProcessorStep): string => {
  if (type === 'group' || type === 'pivot') return 'has it in one of its rows'
  return type === 'sort' ? 'changes only the order' : 'keeps it'
}

function limitWords({ count, offset }: PostProcessorStep['config']): string {
  const skipped = Number(offset ?? 0)
  const rows = Number(count) === 1 ? '1 row' : `${Number(count)} rows`
  return skipped === 0 ? `the first ${rows}` : `${rows} after the first ${skipped}`
}

function failingFilter(step: PostProcessorStep, row: Row): Filter | undefined {
  return filteredBy(step.config).find((filter) => {
    const typed = withComparisons(filter, (column) => step.comparisons?.get(column))
    return !compileFilter(typed)(row)
  })
}

const columnsOf = (step: PostProcessorStep): readonly string[] =>
  findUsableProcessor(step)?.needs(step.config)?.slice(0, MOST_SHOWN) ?? []

const MOST_SHOWN = 10

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const stepStage = (
  { id }: PostProcessorStep,
  verdict: WhyStage['verdict'],
  because: string,
  values: WhyStage['values'] = {},
): WhyStage => ({ kind: 'step', id, verdict, because, values })
