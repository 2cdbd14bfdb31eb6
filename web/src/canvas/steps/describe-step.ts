import { type StepConfig, listIn, recordIn, textIn, textsIn } from './step-config.ts'

/** What a step does, in a few words behind its type: `sort` "name, mtu descending". */
export function describeStep(type: string, config: StepConfig): string {
  return (DESCRIPTIONS[type] ?? (() => ''))(config)
}

const DESCRIPTIONS: Readonly<Record<string, (config: StepConfig) => string>> = {
  filter: ({ filters, expression }) => (expression === undefined ? conditions(listIn(filters)) : textIn(expression)),
  select: ({ columns }) => names(columns),
  rename: ({ columns }) => pairs(columns, ' as '),
  compute: ({ column, expression }) => joined([textIn(column), textIn(expression)], ' = '),
  sort: ({ by }) => order(by),
  rank: ({ order: by, as, by: groups }) => joined([textIn(as), order(by), within(groups)], ' '),
  limit: ({ count, offset }) => joined([textIn(count), offset === undefined ? '' : `after ${textIn(offset)}`], ' '),
  distinct: ({ columns }) => (columns === undefined ? 'all columns' : names(columns)),
  group: ({ by, aggregates }) => joined([names(by), listIn(aggregates).map(aggregate).join(', ')], ': '),
  explode: ({ column, separator }) =>
    joined([textIn(column), separator === undefined ? '' : `at ${textIn(separator)}`], ' '),
  extract: ({ column, into }) => joined([textIn(column), names(into)], ' into '),
  split_dn: ({ column, parts }) =>
    joined([column === undefined ? '' : textIn(column), parts === undefined ? 'all parts' : names(parts)], ': '),
  lookup: ({ on, join }) => joined([textIn(join), pairs(on, ' = ')], ' '),
  pivot: ({ column, value, function: name }) =>
    joined([textIn(column), joined([textIn(name), textIn(value)], ' of ')], ': '),
  fill: ({ columns, value }) =>
    joined([names(columns), value === undefined ? '' : `with ${textIn(value) || '""'}`], ' '),
}

const joined = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator)

const names = (value: unknown): string => textsIn(value).join(', ')

const within = (groups: unknown): string => (listIn(groups).length === 0 ? '' : `in each ${names(groups)}`)

const order = (value: unknown): string =>
  listIn(value)
    .map(recordIn)
    .map(({ column, direction }) => joined([textIn(column), direction === 'desc' ? 'descending' : ''], ' '))
    .join(', ')

const pairs = (value: unknown, between: string): string =>
  Object.entries(recordIn(value))
    .map(([key, inner]) => joined([key, textIn(inner)], between))
    .join(', ')

function aggregate(value: unknown): string {
  const { function: name, column, as } = recordIn(value)
  return textIn(as) || joined([textIn(name), textIn(column)], ' ')
}

const GROUPS = ['any', 'all', 'not']

function conditions(filters: readonly unknown[]): string {
  const [first, ...others] = filters.map(recordIn)
  if (!first) return ''
  const value = Array.isArray(first['value']) ? first['value'].map(textIn).join(', ') : textIn(first['value'])
  const text = !GROUPS.some((key) => key in first)
    ? joined([textIn(first['property']), textIn(first['operator']), value], ' ')
    : 'a group of conditions'
  return others.length === 0 ? text : `${text} and ${others.length} more`
}
