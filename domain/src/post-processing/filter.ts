import { type Static, Type } from 'typebox'
import type { Condition, Filter, PostProcessorStep } from '../canvas/canvas.ts'
import { parseFilter } from '../canvas/parse-filter.ts'
import { Suggestions } from '../suggest.ts'
import { checkOperatorValue } from '../filter/check-operator-value.ts'
import { compileFilter } from '../filter/compile-filter.ts'
import { withComparisons } from '../filter/typed-filter.ts'
import { conditionKeyFaults } from './condition-keys.ts'
import { columnsConsultedByAll, expressionColumns, expressionFaults } from './expression-config.ts'
import { FailedRows } from './failed-rows.ts'
import {
  type ConfigFault,
  type RowTable,
  type StepContext,
  type StepResult,
  definePostProcessor,
} from './post-processor.ts'
import { rowCondition } from './row-condition.ts'
import { withinSteps } from './step-failure.ts'

const Config = Type.Object({
  filters: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 100 })),
  expression: Type.Optional(Type.String()),
})

/** Keeps the rows that pass filters like those on nodes, or for which an expression is true. */
export const filter = definePostProcessor({
  type: 'filter',
  config: Config,
  rowwise: true,
  needs: ({ filters, expression }) => [...new Set([...filteredColumns(filters), ...expressionColumns(expression)])],
  consults: ({ filters, expression }) => columnsConsultedByAll([expression])?.concat(filteredColumns(filters)),
  gives: (columns) => columns,
  check: (config, _, suggestions) => [
    ...formFaults(config),
    ...readFilters(config.filters, suggestions).faults,
    ...conditionKeyFaults(config.filters, suggestions),
    ...expressionFaults(config.expression),
  ],
  apply: (table, { filters, expression }, { comparisons }) =>
    expression === undefined ? keepPassing(table, filters, comparisons) : keepTrue(table, expression),
})

/** The filters of a checked configuration, all of which must hold; none if it has an expression. */
export const filteredBy = ({ filters }: PostProcessorStep['config']): readonly Filter[] =>
  Array.isArray(filters) ? readFilters(filters).filters : []

function filteredColumns(filters: readonly unknown[] | undefined): readonly string[] {
  const conditions = readFilters(filters).filters.flatMap(conditionsOf)
  return conditions.map(({ property }) => property)
}

function formFaults({ filters, expression }: Static<typeof Config>): ConfigFault[] {
  if ((filters === undefined) !== (expression === undefined)) return []
  return [
    {
      path: '',
      message:
        filters === undefined
          ? 'either filters or expression is required'
          : 'expected either filters or expression, not both',
    },
  ]
}

function keepPassing(
  { columns, rows }: RowTable,
  wire: readonly unknown[] | undefined,
  comparisons: StepContext['comparisons'] = new Map(),
): StepResult {
  const filters = readFilters(wire).filters.map((item) => withComparisons(item, (column) => comparisons.get(column)))
  return { columns, rows: withinSteps(() => rows.filter(compileFilter(filters))), warnings: [] }
}

function keepTrue({ columns, rows }: RowTable, expression: string): StepResult {
  const failed = new FailedRows()
  const kept = rows.filter(rowCondition(expression, failed))
  return { columns, rows: kept, warnings: failed.warnings('filter', 'were left out', rows.length) }
}

function readFilters(
  wire: readonly unknown[] = [],
  suggestions = new Suggestions(),
): { readonly filters: readonly Filter[]; readonly faults: readonly ConfigFault[] } {
  const faults: ConfigFault[] = []
  const filters = wire.flatMap((item, index) => {
    const path = `filters.${index}`
    const parsed = parseFilter(item, path, {
      names: 'columns',
      suggestions,
      report: ({ message, suggestions, path: at = path }) =>
        faults.push({ path: at, message, ...(suggestions && { suggestions }) }),
    })
    return parsed === undefined ? [] : [parsed]
  })
  return { filters, faults: [...faults, ...filters.flatMap((item, index) => valueFaults(item, `filters.${index}`))] }
}

function valueFaults(filter: Filter, path: string): ConfigFault[] {
  if ('any' in filter) return filter.any.flatMap((item, index) => valueFaults(item, `${path}.any.${index}`))
  if ('all' in filter) return filter.all.flatMap((item, index) => valueFaults(item, `${path}.all.${index}`))
  if ('not' in filter) return valueFaults(filter.not, `${path}.not`)
  const message = checkOperatorValue(filter)
  return message === undefined ? [] : [{ path: `${path}.value`, message }]
}

function conditionsOf(filter: Filter): readonly Condition[] {
  if ('any' in filter) return filter.any.flatMap(conditionsOf)
  if ('all' in filter) return filter.all.flatMap(conditionsOf)
  return 'not' in filter ? conditionsOf(filter.not) : [filter]
}
