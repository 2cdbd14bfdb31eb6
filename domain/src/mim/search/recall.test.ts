import { describe, expect, it } from 'vitest'
import { seededRandom, type Random } from '../../testing/random.ts'
import { hasRealClasses, readRealClasses } from '../../testing/real-classes.ts'
import { searchOver, type Rows } from '../../testing/search-world.ts'
import { isOneTypoApart, middleOf, misspell } from '../../testing/typos.ts'

const ALL = { limit: 1_000_000 }
// A short name with a letter missing is unrecognisable.
const SHORTEST_TYPO = 3

function inventRows(random: Random): Rows {
  const syllables = ['Bd', 'Ep', 'A', 'Pg', 'Ctx', 'Node', 'If', '15min', 'Rs', 'To', 'X', 'Stats', 'Pol', 'Def']
  const invent = () => Array.from({ length: 1 + random.below(4) }, () => random.pick(syllables)).join('')
  const label = () => Array.from({ length: random.below(4) }, () => random.pick(syllables)).join(' ')
  const names = [...new Set(Array.from({ length: 120 }, () => random.pick(['fv', 'l1', 'vz', 'eqpt']) + invent()))]
  const classes = names.map((name) => ({ name, rank: random.below(4), label: label(), description: label() }))
  const owner = () => random.pick(names)
  const properties = Array.from({ length: 120 }, () => ({
    name: `p${invent()}`,
    label: label(),
    description: label(),
    owners: [owner()],
  }))
  return { classes, properties, packages: [{ name: 'fv' }, { name: 'eqpt' }] }
}

/** The names that a query without spaces must find, by definition. */
function namesMatching({ classes, properties = [], packages = [] }: Rows, query: string): string[] {
  const wanted = query.toLowerCase()
  const names = new Set([...classes, ...properties, ...packages].map(({ name }) => name))
  return [...names].filter((name) => name.toLowerCase().includes(wanted) || isOneTypoApart(name.toLowerCase(), wanted))
}

it('finds every name that contains the query or is one typo away, for any vocabulary', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = seededRandom(seed)
    const rows = inventRows(random)
    const { names } = searchOver(rows)
    for (let round = 0; round < 60; round++) {
      const { name } = random.pick([...rows.classes, ...(rows.properties ?? [])])
      const query = random.chance(0.5) ? misspell(name, random) : middleOf(name, random)
      const found = names(query, ALL)

      if (query.length >= SHORTEST_TYPO)
        expect(
          namesMatching(rows, query).filter((wanted) => !found.has(wanted)),
          `${seed} ${query}`,
        ).toEqual([])
    }
  }
})

it('finds every document by each word of its label and description', () => {
  const rows = inventRows(seededRandom(9))
  const { names } = searchOver(rows)
  for (const { name, label = '', description = '' } of [...rows.classes, ...(rows.properties ?? [])].slice(0, 160)) {
    for (const word of `${label} ${description}`.split(' ').filter((text) => text !== ''))
      expect(names(word, ALL)).toContain(name)
  }
})

describe.skipIf(!hasRealClasses)('over all real class names', () => {
  const rows: Rows = { classes: hasRealClasses ? readRealClasses() : [] }
  const { names, find } = searchOver(rows)
  const random = seededRandom(17)
  const sample = Array.from({ length: hasRealClasses ? 800 : 0 }, () => random.pick(rows.classes))
  const missing = (queryOf: (row: Rows['classes'][number]) => string, options = {}, count = sample.length) =>
    sample
      .slice(0, count)
      .map((row) => ({ query: queryOf(row), name: row.name }))
      .filter(({ query, name }) => !names(query, options).has(name))

  it('finds the class first by its full name', () => {
    expect(sample.filter(({ name }) => find(name)[0]?.toLowerCase() !== name.toLowerCase())).toEqual([])
  })

  it('finds a class among the first twenty despite one typo in its name', () => {
    expect(missing(({ name }) => misspell(name, random)).filter(({ query }) => query.length >= SHORTEST_TYPO)).toEqual(
      [],
    )
  })

  it('finds a class by any part of its name', () => {
    expect(missing(({ name }) => middleOf(name, random), ALL, 400)).toEqual([])
  })

  it('finds a class by any word of its name and label', () => {
    const words = ({ name, label = '' }: Rows['classes'][number]) => [
      ...(name.match(/[A-Z]+[a-z]*|[0-9]+[a-z]*|[a-z]+/g) ?? []),
      ...(label.match(/[A-Za-z0-9]+/g) ?? []),
    ]

    expect(missing((row) => random.pick(words(row)), ALL, 300)).toEqual([])
  })

  it.each(['fvBD', 'bridge domain', 'BD', 'fvbd', 'fv:BD'])('for %j finds fvBD first', (query) => {
    expect(find(query)[0]).toBe('fvBD')
  })
})
