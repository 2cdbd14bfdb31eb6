import type { Filter, PostProcessorStep } from '../../canvas/canvas.ts'
import { isWireObject, type WireObject } from '../../canvas/wire.ts'
import { parseFilter } from '../../canvas/parse-filter.ts'
import { Suggestions } from '../../suggest.ts'
import { filterWords, valueWords } from './filter-words.ts'
import { counted, listed, shown } from './shown.ts'

const LONGEST = 300

/** What a step does to the rows, as it would follow "it": `sorts them by name`. Says what it can of a faulty config. */
export function stepWords({ type, config }: Pick<PostProcessorStep, 'type' | 'config'>): string {
  const words = Object.hasOwn(WORDS, type) ? WORDS[type]!(config) : `runs the step ${shown(type, 40)}`
  return shown(words, LONGEST)
}

const WORDS: Readonly<Record<string, (config: WireObject) => string>> = {
  filter: ({ filters, expression }) => {
    const conditions = [filterWords(readFilters(filters)), text(expression)].filter((part) => part !== '')
    return `keeps only rows where ${conditions.join(' and ') || 'its condition holds'}`
  },
  select: ({ columns }) => `keeps the ${columnsOf(columns)} only`,
  rename: ({ columns }) => {
    const pairs = isWireObject(columns) ? Object.entries(columns).slice(0, 20) : []
    return `renames ${listed(pairs.map(([from, to]) => `${text(from)} to ${text(to)}`)) || 'columns'}`
  },
  compute: ({ column, expression }) =>
    `computes ${text(column) || 'a column'} as ${text(expression) || 'an expression'}`,
  sort: ({ by }) => `sorts by ${listed(objects(by).map(sortKey)) || 'nothing'}`,
  rank: ({ by, order, as }) => {
    const within = texts(by).length === 0 ? '' : ` within each ${listed(texts(by))}`
    return `numbers the rows${within} by ${listed(objects(order).map(sortKey)) || 'nothing'}, as ${text(as) || 'rank'}`
  },
  limit: ({ count, offset }) => {
    const skipped = Number(offset ?? 0)
    return `keeps the first ${amount(count)}${skipped > 0 ? ` after skipping ${amount(offset)}` : ''}`
  },
  distinct: ({ columns }) =>
    texts(columns).length === 0
      ? 'drops repeated rows'
      : `keeps one row for each combination of ${listed(texts(columns))}`,
  group: ({ by, aggregates }) => {
    const results = listed(objects(aggregates).map(aggregate))
    const whole = texts(by).length === 0 ? 'puts all rows into one' : `groups by ${listed(texts(by))}`
    return results === '' ? whole : `${whole}, with ${results}`
  },
  explode: ({ column }) => `turns each value listed in ${text(column) || 'a column'} into a row of its own`,
  extract: ({ column, into }) =>
    `extracts ${listed(texts(into)) || 'parts'} from ${text(column) || 'a column'} by a pattern`,
  split_dn: ({ column, parts }) =>
    `splits ${text(column) || 'dn'} into ${texts(parts).length === 0 ? 'the parts it names' : listed(texts(parts))}`,
  lookup: ({ on, join, connection, as_of: asOf }) => {
    const when = asOf === undefined ? '' : asOf === 'previous' ? ' as last captured' : ` as captured by ${text(asOf)}`
    const other = `another saved query${connection === 'same' ? ' on the same controller' : ''}${when}`
    const pairs = isWireObject(on) ? Object.entries(on).slice(0, 20) : []
    const equal = listed(pairs.map(([ours, theirs]) => `${text(ours)} is its ${text(theirs)}`)) || 'they match'
    if (join === 'without') return `keeps only rows without a row in ${other} where ${equal}`
    return `adds the rows of ${other} where ${equal}${join === 'left' ? ', and keeps rows without any' : ''}`
  },
  pivot: ({ by, column, value, function: name, ...details }) => {
    const content =
      text(value) === ''
        ? text(name) || 'a count'
        : `the ${aggregateOf({ function: name ?? 'first', ...details }, value)}`
    const rows = texts(by).length === 0 ? '' : ` for each ${listed(texts(by))}`
    return `turns each value of ${text(column) || 'a column'} into a column with ${content}${rows}`
  },
  fill: ({ columns, value }) => `fills empty ${listed(texts(columns)) || 'cells'} with ${scalar(value)}`,
}

// Faults are reported with the canvas.
function readFilters(filters: unknown): Filter[] {
  const context = { names: 'columns', suggestions: new Suggestions(), report: () => undefined } as const
  const parsed = (Array.isArray(filters) ? filters.slice(0, 20) : []).map((filter: unknown) =>
    parseFilter(filter, '', context),
  )
  return parsed.filter((filter) => filter !== undefined)
}

const text = (value: unknown): string => (typeof value === 'string' ? shown(value) : '')
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, 50).map(text) : []).filter((part) => part !== '')
const objects = (value: unknown): WireObject[] => (Array.isArray(value) ? value.slice(0, 50).filter(isWireObject) : [])
const columnsOf = (columns: unknown): string => {
  const names = texts(columns)
  return `${names.length === 1 ? 'column' : 'columns'} ${listed(names, 8)}`
}

const sortKey = ({ column, direction }: WireObject): string =>
  `${text(column)}${direction === 'desc' ? ' from high to low' : ''}`

function aggregate({ column, as, where, ...options }: WireObject): string {
  const what = `${aggregateOf(options, column)}${text(where) === '' ? '' : ` where ${text(where)}`}`
  return text(as) === '' || text(as) === what ? what : `${what} as ${text(as)}`
}

/** `count`, `sum of distinct mtu`, `percentile 95 of mtu`. */
function aggregateOf({ function: name, percentile, distinct }: WireObject, column: unknown): string {
  const how = name === 'percentile' ? `percentile ${text(String(percentile))}` : text(name)
  return text(column) === '' ? how : `${how} of ${distinct === true ? 'distinct ' : ''}${text(column)}`
}

function amount(value: unknown): string {
  const number =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value)) ? Number(value) : undefined
  if (number === undefined) return text(value) || 'rows'
  return `${counted(number)} ${number === 1 ? 'row' : 'rows'}`
}

const scalar = (value: unknown): string =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? valueWords(value)
    : 'a value'
