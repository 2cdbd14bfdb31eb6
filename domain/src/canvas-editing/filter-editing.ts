import { isWireObject, type WireObject } from '../canvas/wire.ts'

/** Where a filter is below the `filters` of a node, as problems name it: `0`, `1.any.0`, `2.not.any.1`. */
export type FilterPath = string

export type GroupMode = 'any' | 'all' | 'none'

/** A group of filters as an editor shows it. `not` around `any` is one group: none of them may hold. */
export type FilterGroup = {
  readonly mode: GroupMode
  readonly items: readonly WireObject[]
  /** Of the list of its items, from the path of the group: `any`, `not.any`; `not` where it holds a single filter. */
  readonly at: string
}

/** The filters of a node, whatever is stored there. */
export function filtersOf(part: WireObject): readonly WireObject[] {
  return objectsIn(part.filters)
}

const objectsIn = (list: unknown): readonly WireObject[] => (Array.isArray(list) ? list.filter(isWireObject) : [])

/** The group that a filter is; undefined for a condition. */
export function groupOf(filter: WireObject): FilterGroup | undefined {
  if ('any' in filter) return { mode: 'any', items: objectsIn(filter.any), at: 'any' }
  if ('all' in filter) return { mode: 'all', items: objectsIn(filter.all), at: 'all' }
  if (!('not' in filter)) return undefined
  const inner = filter.not
  if (isWireObject(inner) && 'any' in inner) return { mode: 'none', items: objectsIn(inner.any), at: 'not.any' }
  return { mode: 'none', items: isWireObject(inner) ? [inner] : [], at: 'not' }
}

/** A group of filters in its wire form. */
export function groupFilter(mode: GroupMode, items: readonly WireObject[]): WireObject {
  if (mode === 'any') return { any: items }
  if (mode === 'all') return { all: items }
  const [only] = items
  return { not: items.length === 1 && only ? only : { any: items } }
}

/** The path of an item of a group. A group with a single filter has no list around it. */
export const itemPath = (group: FilterPath, { at }: FilterGroup, index: number): FilterPath =>
  at === 'not' ? `${group}.not` : `${group}.${at}.${index}`

/** Positions of a filter in the lists around it, outermost first: `[2, 1]` is the second filter of the third one. */
export type FilterPosition = readonly number[]

/** The filter at a position. */
export function filterAt(filters: readonly WireObject[], [index, ...rest]: FilterPosition): WireObject | undefined {
  const filter = index === undefined ? undefined : filters[index]
  if (filter === undefined || rest.length === 0) return filter
  return filterAt(groupOf(filter)?.items ?? [], rest)
}

/** The path of the filter at a position. */
export function pathAt(filters: readonly WireObject[], [index = 0, ...rest]: FilterPosition): FilterPath {
  let path = String(index)
  let filter = filters[index]
  for (const position of rest) {
    const group = filter && groupOf(filter)
    if (!group) return path
    path = itemPath(path, group, position)
    filter = group.items[position]
  }
  return path
}

type Edit = (list: readonly WireObject[], index: number) => readonly WireObject[]

/** The filters with the list edited in which a position is. Groups keep their mode. */
function editAt(
  filters: readonly WireObject[],
  [index = 0, ...rest]: FilterPosition,
  edit: Edit,
): readonly WireObject[] {
  if (rest.length === 0) return edit(filters, index)
  const filter = filters[index]
  const group = filter && groupOf(filter)
  return group ? filters.with(index, groupFilter(group.mode, editAt(group.items, rest, edit))) : filters
}

export const replaceFilter = (
  filters: readonly WireObject[],
  position: FilterPosition,
  filter: WireObject,
): readonly WireObject[] =>
  editAt(filters, position, (list, index) => (index < list.length ? list.with(index, filter) : list))

/** A filter at a position, before the one that is there. */
export const insertFilter = (
  filters: readonly WireObject[],
  position: FilterPosition,
  filter: WireObject,
): readonly WireObject[] => editAt(filters, position, (list, index) => list.toSpliced(index, 0, filter))

export const removeFilter = (filters: readonly WireObject[], position: FilterPosition): readonly WireObject[] =>
  editAt(filters, position, (list, index) => list.toSpliced(index, 1))

/** The same filters with their group in another mode. */
export const changeMode = (
  filters: readonly WireObject[],
  position: FilterPosition,
  mode: GroupMode,
): readonly WireObject[] => {
  const filter = filterAt(filters, position)
  const group = filter && groupOf(filter)
  return group ? replaceFilter(filters, position, groupFilter(mode, group.items)) : filters
}

type Moved = { readonly filters: readonly WireObject[]; readonly position: FilterPosition }

/** A filter one place up or down, into a group beside it and out of one at its end; undefined where it cannot go on. */
export function moveFilter(filters: readonly WireObject[], position: FilterPosition, step: -1 | 1): Moved | undefined {
  const to = placeBeside(filters, position, step)
  return to && moved(filters, position, to)
}

/** A filter before another position, which may be one past the end of a list; undefined if that is inside of it. */
export function placeFilter(
  filters: readonly WireObject[],
  from: FilterPosition,
  before: FilterPosition,
): Moved | undefined {
  const level = from.length - 1
  const isBeside = before.length > level && from.slice(0, level).every((index, depth) => before[depth] === index)
  const index = before[level] ?? 0
  if (isBeside && index === from[level] && before.length > from.length) return undefined
  // Once the filter has left its place, what comes after it there is one further up.
  return moved(filters, from, isBeside && index > (from[level] ?? 0) ? before.with(level, index - 1) : before)
}

function moved(filters: readonly WireObject[], from: FilterPosition, to: FilterPosition): Moved | undefined {
  const filter = filterAt(filters, from)
  return filter && { filters: insertFilter(removeFilter(filters, from), to, filter), position: to }
}

function placeBeside(
  filters: readonly WireObject[],
  position: FilterPosition,
  step: -1 | 1,
): FilterPosition | undefined {
  const above = position.slice(0, -1)
  const index = position.at(-1) ?? 0
  const siblings = above.length === 0 ? filters : (groupOf(filterAt(filters, above) ?? {})?.items ?? [])
  const beside = siblings[index + step]
  if (beside === undefined) return above.length === 0 ? undefined : outOf(above, step)
  const group = groupOf(beside)
  if (!group) return [...above, index + step]
  // Taking the filter out moves the group below it up by one.
  return step === 1 ? [...above, index, 0] : [...above, index - 1, group.items.length]
}

function outOf(group: FilterPosition, step: -1 | 1): FilterPosition {
  const index = group.at(-1) ?? 0
  return [...group.slice(0, -1), step === 1 ? index + 1 : index]
}
