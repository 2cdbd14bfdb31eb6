import { checkFilter } from '../filter/check-filter.ts'
import { type Filter, predicatesOf } from '../filter/filter.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { ObjectStore } from '../model/object-store.ts'
import { problems } from '../problem/controller-problem.ts'
import { parsePage, parseSort, parseTimeRange } from './parse-paging.ts'
import { parseScope } from './parse-scope.ts'
import type { Query, QueryLimits, Scope } from './query.ts'

type Options = ReadonlyMap<string, string>

/** Parses address and options of a GET the way the controller does; throws the problem it would report. */
export function parseQuery(
  path: string,
  options: Options,
  store: ObjectStore,
  limits: QueryLimits,
  now: number,
): Query {
  const scope = parseScope(path, store)
  const targetClasses = classList('target-subtree-class', options, store)
  const subtreeClasses = classList('rsp-subtree-class', options, store)
  return {
    scope,
    target: parseTarget(options, targetClasses),
    targetClasses,
    filter: filterOption('query-target-filter', options, store, limits),
    subtree: choice('rsp-subtree', options, ['no', 'children', 'full'] as const),
    subtreeClasses,
    subtreeFilter: checkNested(
      filterOption('rsp-subtree-filter', options, store, limits),
      scope,
      subtreeClasses,
      store,
    ),
    includes: new Set(listOption('rsp-subtree-include', options)),
    properties: choice('rsp-prop-include', options, ['all', 'naming-only', 'config-only'] as const),
    sort: parseSort(options.get('order-by') ?? '', store),
    page: parsePage(options),
    createdBetween: parseTimeRange(options.get('time-range'), now),
  }
}

/** A class list without `query-target` searches the subtree (not verified on a real controller). */
function parseTarget(options: Options, targetClasses: readonly string[]): Query['target'] {
  const implied = targetClasses.length > 0 && !options.has('query-target')
  return implied ? 'subtree' : choice('query-target', options, ['self', 'children', 'subtree'] as const)
}

function choice<T extends string>(option: string, options: Options, allowed: readonly [T, ...T[]]): T {
  const value = options.get(option)
  if (value === undefined || value === '') return allowed[0]
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw problems.badOption(option, value)
  return found
}

function listOption(option: string, options: Options): string[] {
  return (options.get(option) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function classList(option: string, options: Options, store: ObjectStore): string[] {
  const names = listOption(option, options)
  const unknown = names.find((name) => !store.knowsClass(name))
  if (unknown !== undefined) throw problems.unknownClass(option, unknown)
  return names.flatMap((name) => store.concreteClasses(name))
}

function filterOption(option: string, options: Options, store: ObjectStore, limits: QueryLimits): Filter | undefined {
  const text = options.get(option)?.trim()
  if (!text) return undefined
  const filter = parseFilter(text)
  checkFilter(filter, store, limits.maxPredicates)
  return filter
}

/** Filters on nested objects must name a requested nested class; the queried class or any other one is an error. */
function checkNested(
  filter: Filter | undefined,
  scope: Scope,
  subtreeClasses: readonly string[],
  store: ObjectStore,
): Filter | undefined {
  if (!filter) return undefined
  for (const { on } of predicatesOf(filter)) {
    const classes = store.concreteClasses(on.className)
    const isQueried = scope.kind !== 'object' && classes.some((name) => scope.classes.includes(name))
    const isLeftOut = subtreeClasses.length > 0 && !classes.some((name) => subtreeClasses.includes(name))
    if (isQueried || isLeftOut)
      throw problems.badFilter(`${on.className}.${on.property} is not a property of the requested subtree`)
  }
  return filter
}
