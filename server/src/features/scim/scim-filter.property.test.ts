import type { CompareOperator, ScimFilter } from '@heddle/domain/scim/filter-syntax.ts'
import { matchText } from '@heddle/domain/scim/match-filter.ts'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newScimUser, scimClient, USERS } from '../../testing/scim/scim-client.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

/** `SCIM_SEED=7` repeats the filters that a failure named. */
const SEEDS = process.env.SCIM_SEED ? [Number(process.env.SCIM_SEED)] : [1, 2]
const FILTERS = 60
const WORDS = ['a', 'ab', 'Ab', 'b%', 'b_', 'B\\"c', 'zz']

type Facts = {
  readonly id: string
  readonly texts: Readonly<Record<string, string | undefined>>
  readonly active: boolean
}

let app: TestApp
let scim: Client
const known: Facts[] = []
beforeAll(async () => {
  app = await startTestApp()
  scim = await scimClient(app)
  const random = seededRandom(5)
  for (let number = 0; number < 12; number++) {
    const word = random.pick(WORDS)
    const [givenName, familyName] = [random.pick([...WORDS, '']), random.pick([...WORDS, ''])]
    const email = random.chance(0.5) ? `${number}@ab.example` : undefined
    const externalId = random.chance(0.5) ? `${word}-${number}` : undefined
    const active = random.chance(0.5)
    const body = { userName: `${word}${number}`, externalId, name: { givenName, familyName }, active }
    const { id } = await newScimUser(scim, { ...body, emails: email === undefined ? [] : [{ value: email }] })
    const texts = {
      userName: body.userName,
      'name.givenName': givenName || undefined,
      'name.familyName': familyName || undefined,
      externalId,
      'emails.value': email,
    }
    known.push({ id, texts, active })
  }
})
afterAll(() => app.stop())

const OPERATORS: readonly CompareOperator[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

function randomFilter(random: Random, depth: number): ScimFilter {
  if (depth > 0 && random.chance(0.5)) {
    if (random.chance(0.3)) return { kind: 'not', part: randomFilter(random, depth - 1) }
    const parts = [randomFilter(random, depth - 1), randomFilter(random, depth - 1)]
    return { kind: random.pick(['and', 'or']), parts }
  }
  if (random.chance(0.2))
    return { kind: 'compare', attribute: 'active', operator: random.pick(['eq', 'ne']), value: random.chance(0.5) }
  const attribute = random.pick(Object.keys(known[0]!.texts))
  if (random.chance(0.2)) return { kind: 'present', attribute }
  const value = random.pick([...WORDS, ...known.flatMap(({ texts }) => texts[attribute] ?? [])])
  return { kind: 'compare', attribute, operator: random.pick(OPERATORS), value }
}

function write(filter: ScimFilter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.map((part) => `(${write(part)})`).join(` ${filter.kind} `)
    case 'not':
      return `not (${write(filter.part)})`
    case 'present':
      return `${filter.attribute} pr`
    case 'value':
      return `${filter.attribute}[${write(filter.part)}]`
    case 'compare':
      return `${filter.attribute} ${filter.operator} ${JSON.stringify(filter.value)}`
  }
}

/** What the standard says of a filter, without a database. */
function holds(filter: ScimFilter, facts: Facts): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => holds(part, facts))
    case 'or':
      return filter.parts.some((part) => holds(part, facts))
    case 'not':
      return !holds(filter.part, facts)
    case 'present':
      return facts.texts[filter.attribute] !== undefined
    case 'value':
      throw new Error('no such filter is tried')
    case 'compare':
      return compared(filter, facts)
  }
}

function compared({ attribute, operator, value }: Extract<ScimFilter, { kind: 'compare' }>, facts: Facts): boolean {
  if (operator === 'ne') return !compared({ kind: 'compare', attribute, operator: 'eq', value }, facts)
  if (attribute === 'active') return facts.active === value
  const text = facts.texts[attribute]
  if (text === undefined) return false
  const same = (one: string) => (attribute === 'externalId' ? one : one.toLowerCase())
  return matchText(same(text), operator, same(String(value)))
}

it.each(SEEDS)('the database finds whom the standard means (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  let found = 0

  for (let tried = 0; tried < FILTERS; tried++) {
    const filter = randomFilter(random, 3)
    const text = write(filter)
    const { status, body } = await scim.post(`${USERS}/.search`, { filter: `(${text}) and userName ne "admin"` })

    expect(status, text).toBe(200)
    const expected = known.filter((facts) => holds(filter, facts)).map(({ id }) => id)
    expect(
      body.Resources.map(({ id }: { id: string }) => id),
      `SCIM_SEED=${seed} ${text}`,
    ).toEqual(expected)
    found += expected.length
  }

  expect(found).toBeGreaterThan(FILTERS)
})
