import type { ValueChange } from '@heddle/contract/query-files.ts'
import { isWireObject, type WireObject } from '../canvas/wire.ts'
import { utf8Length } from '../values/utf8-length.ts'

const MOST_BYTES = 100_000

/**
 * What differs between two objects, by path. The order of keys does not matter. Items of lists are matched by their
 * ids if all have one and they are in the same order, else by position. A very large difference is shown as the sizes
 * of what differs at the top.
 */
export function diffFileValues(before: WireObject, after: WireObject): ValueChange[] {
  const changes = [...diffObjects(before, after, '')]
  if (sizeOf(changes) <= MOST_BYTES) return changes
  return [...keysOf(before, after)].flatMap((key) => {
    const hasChanged = changes.some(({ path }) => path === key || path.startsWith(`${key}.`))
    return hasChanged ? [{ path: key, before: sizeText(before[key]), after: sizeText(after[key]) }] : []
  })
}

const sizeOf = (value: unknown): number => (value === undefined ? 0 : utf8Length(JSON.stringify(value)))
const sizeText = (value: unknown): unknown =>
  value === undefined ? null : `${sizeOf(value).toLocaleString('en')} bytes of JSON`

function* diffAny(before: unknown, after: unknown, path: string): Iterable<ValueChange> {
  if (isWireObject(before) && isWireObject(after)) yield* diffObjects(before, after, `${path}.`)
  else if (Array.isArray(before) && Array.isArray(after)) yield* diffLists(before, after, `${path}.`)
  else if (!Object.is(before, after)) yield { path, before: before ?? null, after: after ?? null }
}

const keysOf = (before: WireObject, after: WireObject) => new Set([...Object.keys(before), ...Object.keys(after)])

function* diffObjects(before: WireObject, after: WireObject, prefix: string): Iterable<ValueChange> {
  for (const key of keysOf(before, after)) {
    const [old, now] = [before, after].map((holder) => (Object.hasOwn(holder, key) ? holder[key] : undefined))
    yield* diffAny(old, now, prefix + key)
  }
}

function* diffLists(before: readonly unknown[], after: readonly unknown[], prefix: string): Iterable<ValueChange> {
  const places = matchById(before, after)
  if (places === undefined) {
    for (let index = 0; index < Math.max(before.length, after.length); index++)
      yield* diffAny(before[index], after[index], `${prefix}${index}`)
    return
  }
  const kept = new Set(places)
  for (const [index, item] of before.entries())
    if (!kept.has(index)) yield { path: `${prefix}${index}`, before: item, after: null }
  for (const [index, item] of after.entries()) {
    const place = places[index]
    yield* diffAny(place === undefined ? undefined : before[place], item, `${prefix}${index}`)
  }
}

/** Where each item was before; undefined when ids do not tell. */
function matchById(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] | undefined {
  const [old, now] = [idsOf(before), idsOf(after)]
  if (!old || !now) return undefined
  const places = [...now.keys()].map((id) => old.get(id))
  const known = places.filter((place) => place !== undefined)
  return known.every((place, index) => index === 0 || place > known[index - 1]!) ? places : undefined
}

function idsOf(items: readonly unknown[]): ReadonlyMap<string, number> | undefined {
  const places = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const id = isWireObject(item) ? item.id : undefined
    if (typeof id !== 'string' || places.has(id)) return undefined
    places.set(id, index)
  }
  return places
}
