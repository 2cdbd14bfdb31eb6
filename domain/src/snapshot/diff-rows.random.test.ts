import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../testing/random.ts'
import { canonicalRow, parseCanonicalRow } from './canonical-row.ts'
import { DEFAULT_IGNORED_FIELDS, type DiffRules } from './diff-rules.ts'
import { diffRows, presentChangedRow, type RowDiff } from './diff-rows.ts'
import { naiveDiff } from '../testing/naive-diff.ts'
import { randomRow, randomSide, shuffle } from '../testing/random-rows.ts'

const CASES = 300

const MATCHES: readonly DiffRules['match'][] = [
  'dn',
  'hash',
  { keyFields: ['a'] },
  { keyFields: ['dn', 'modTs'] },
  { keyFields: ['__proto__', 'quo"te', 'missing', '\ud800'] },
]

type Case = { readonly before: string[]; readonly after: string[]; readonly rules: DiffRules }

/** Two sides with much in common: some rows of one are also on the other, with or without an extra attribute. */
function randomCase(random: Random): Case {
  const before = randomSide(random)
  const kept = before
    .filter(() => random.chance(0.6))
    .map((text) => (random.chance(0.4) ? touched(text, random) : text))
  const rules = {
    match: random.pick(MATCHES),
    ignoreFields: random.pick([DEFAULT_IGNORED_FIELDS, [], ['dn', 'a', 'back\\', '__proto__']]),
  }
  return { before, after: shuffle(random, [...kept, ...randomSide(random).slice(0, random.below(6))]), rules }
}

const touched = (text: string, random: Random): string =>
  canonicalRow({ ...parseCanonicalRow(text), ...randomRow(random) })

function forEachCase(check: (it: Case, random: Random) => void): void {
  for (let seed = 1; seed <= CASES; seed++) {
    const random = seededRandom(seed)
    check(randomCase(random), random)
  }
}

const unordered = ({ counts, added, removed, changed }: RowDiff) => ({
  counts,
  added: added.toSorted(),
  removed: removed.toSorted(),
  changed: changed.map(({ before, after }) => `${before} → ${after}`).sort(),
})

describe('comparing any two sides', () => {
  it('matches the naive definition', () => {
    forEachCase(({ before, after, rules }) => {
      expect(unordered(diffRows(before, after, rules))).toEqual(unordered(naiveDiff(before, after, rules)))
    })
  })

  it('counts each row of each side exactly once', () => {
    forEachCase(({ before, after, rules }) => {
      const { counts, ...lists } = diffRows(before, after, rules)

      expect(counts.removed + counts.changed + counts.unchanged).toBe(before.length)
      expect(counts.added + counts.changed + counts.unchanged).toBe(after.length)
      expect([lists.added.length, lists.removed.length, lists.changed.length]).toEqual([
        counts.added,
        counts.removed,
        counts.changed,
      ])
    })
  })

  it('is symmetric', () => {
    forEachCase(({ before, after, rules }) => {
      const { counts, added, removed, changed } = diffRows(before, after, rules)

      expect(diffRows(after, before, rules)).toEqual({
        counts: { ...counts, added: counts.removed, removed: counts.added },
        added: removed,
        removed: added,
        changed: changed.map((pair) => ({ before: pair.after, after: pair.before })),
      })
    })
  })

  it('does not depend on the order of rows or columns', () => {
    const reordered = (texts: string[], random: Random): string[] =>
      shuffle(random, texts).map((text) =>
        canonicalRow(Object.fromEntries(shuffle(random, Object.entries(parseCanonicalRow(text))))),
      )

    forEachCase(({ before, after, rules }, random) => {
      const diff = diffRows(reordered(before, random), reordered(after, random), rules)

      expect(diff).toEqual(diffRows(before, after, rules))
    })
  })

  it('gives the same result when shared rows were removed beforehand', () => {
    forEachCase(({ before, after, rules }, random) => {
      const common = randomSide(random)
      const whole = diffRows(shuffle(random, [...before, ...common]), shuffle(random, [...after, ...common]), rules)
      const rest = diffRows(before, after, rules)

      expect(whole).toEqual({ ...rest, counts: { ...rest.counts, unchanged: rest.counts.unchanged + common.length } })
    })
  })

  it('presents at least one field of each change, and no ignored or equal ones', () => {
    forEachCase(({ before, after, rules }) => {
      for (const change of diffRows(before, after, rules).changed) {
        const fields = Object.entries(presentChangedRow(change, rules).fields)

        expect(fields).not.toEqual([])
        for (const [name, field] of fields) {
          expect(rules.ignoreFields).not.toContain(name)
          expect(field.before).not.toEqual(field.after)
        }
      }
    })
  })
})
