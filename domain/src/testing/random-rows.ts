import type { Row, Value } from '../values/row.ts'
import type { Random } from './random.ts'
import { canonicalRow } from '../snapshot/canonical-row.ts'

const COLUMNS = [
  'dn',
  'dn',
  'modTs',
  'status',
  'a',
  'b',
  '10',
  '9',
  'é',
  '😀',
  '\ud800',
  '__proto__',
  'quo"te',
  'back\\',
  'null',
  '{',
]
const TEXTS = ['', 'x', 'y', '5', 'null', '😀', '\udc00', '\\', '\\"', '"', ',"modTs":"x"', '{', '}', ']', 'é', '\n']
const SCALARS: readonly Value[] = [5, -1.5, 1e21, 0, true, false, null, null]
const DNS = ['uni/tn-A', 'uni/tn-B', 'uni/tn-"', 'uni/tn-\udc00', 'uni/tn-😀', '']

/**
 * A small row, often without a usable `dn`. There are few names and values, so that rows are often equal or nearly
 * equal.
 */
export function randomRow(random: Random): Row {
  const names = Array.from({ length: random.below(5) }, () => random.pick(COLUMNS))
  // Built from entries, as assigning to `__proto__` would not set an attribute.
  return Object.fromEntries(
    names.map((name) => [name, name === 'dn' && random.chance(0.8) ? random.pick(DNS) : randomValue(random)]),
  )
}

/** Canonical rows of one side. */
export function randomSide(random: Random): string[] {
  return Array.from({ length: random.below(12) }, () => canonicalRow(randomRow(random)))
}

export function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const drawn = items.map((item) => ({ item, place: random.below(1_000_000) }))
  return drawn.sort((a, b) => a.place - b.place).map(({ item }) => item)
}

function randomValue(random: Random, depth = 0): Value {
  if (depth < 3 && random.chance(0.15))
    return Array.from({ length: random.below(3) }, () => randomValue(random, depth + 1))
  return random.chance(0.6) ? random.pick(TEXTS) : random.pick(SCALARS)
}
