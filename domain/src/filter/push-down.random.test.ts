import { describe, expect, it } from 'vitest'
import { type Condition, type Filter, OPERATORS, type Scalar } from '../canvas/canvas.ts'
import type { ControllerFilter } from '../controller-query/controller-query.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { checkOperatorValue } from './check-operator-value.ts'
import { compileFilter } from './compile-filter.ts'
import { countPredicates } from './count-predicates.ts'
import { pushDown } from './push-down.ts'
import { typedFilter } from './typed-filter.ts'

type Attributes = Readonly<Record<string, string>>
type Type = PropertyInfo['type']

const PROPERTIES: Readonly<Record<string, { readonly type: Type; readonly found: readonly string[] }>> = {
  name: {
    type: 'string',
    found: [
      '',
      'web',
      'Web',
      'prod-web',
      'a*b',
      'a.b',
      'axb',
      'a"b',
      'a\\b',
      'x(y)[z]',
      'ä😀',
      '10',
      '10.0',
      '1.1',
      '1.10',
      '007',
      'a,b',
      'yes',
      'true',
    ],
  },
  mtu: {
    type: 'integer',
    found: ['0', '5', '10', '1500', '9000', '-1', 'inherit', '18446744073709551615', '18446744073709551614'],
  },
  weight: { type: 'number', found: ['5.000000', '80.000000', '0.500000', '-1.250000'] },
  mac: { type: 'mac', found: ['00:22:BD:F8:19:FF', '00:22:BD:F8:19:FE', 'not-applicable'] },
  ip: { type: 'ip', found: ['10.0.0.1', '10.0.0.1/24', '10.0.1.7', '2001:db8::1', '2001:db8::1/64', '::', 'any'] },
  modTs: {
    type: 'date',
    found: [
      '2026-03-01T00:30:00.000+14:00', '2026-02-28T10:30:00.000+00:00', '2026-03-01T23:30:00.000-12:00', '2026-03-02T11:30:00Z',
      '2026-03-01T12:00:00', '2026-03-01T12:00:00.000001+00:00', 'never',
    ],
  }, // prettier-ignore
  flood: { type: 'boolean', found: ['yes', 'no'] },
  odd: { type: 'boolean', found: ['true', 'false'] },
  state: { type: 'enum', found: ['up', 'down'] },
  rules: { type: 'flags', found: ['', 'unspecified', 'ack', 'ack,syn', 'rst,syn', 'ack,rst,syn'] },
}
const VALUES: Readonly<Record<string, readonly string[]>> = {
  flood: ['no', 'yes'],
  odd: ['false', 'true'],
  state: ['up', 'down'],
  rules: ['unspecified', 'ack', 'syn', 'rst'],
}
const KNOWN = new Map(
  Object.entries(PROPERTIES).map(([name, { type }]) => [name, { name, type, values: VALUES[name] ?? [] }]),
)
const LITERALS: readonly Scalar[] = [
  ...Object.values(PROPERTIES).flatMap(({ found }) => found),
  '00:22:bd:f8:19:ff', '0022.bdf8.19fe', '2001:DB8:0::1', '2001:DB8:0::1/64', 10, 1.1,
  '2026-03-01', '2026-03-01T12:00:00.000Z', '2026-03-01T12:30:00.000+02:00', '2026-02-28', '10.0.0.0/16', '10.0.0.0/23', '10.0.0.0/7', '::/0',
  true, false, 5, 80, 1500, 0.5, '5.0', '80', '.*', 'a*', '(', 'we', 'b', 'syn', 'ack', 'unspecified', 'a.', '😀', '\uD83D', 'zzz', ' ', 'inherit',
] // prettier-ignore

/** A controller: numbers by value, MACs in any case, others as text. It is not certain which wildcards it uses. */
function evaluate(filter: ControllerFilter, row: Attributes, wildcards: 'pattern' | 'glob'): boolean {
  switch (filter.op) {
    case 'and':
      return filter.items.every((item) => evaluate(item, row, wildcards))
    case 'or':
      return filter.items.some((item) => evaluate(item, row, wildcards))
    case 'not':
      return !evaluate(filter.item, row, wildcards)
    case 'bw':
      return (
        compare(filter.property, row[filter.property], filter.low, '>=', wildcards) &&
        compare(filter.property, row[filter.property], filter.high, '<=', wildcards)
      )
    case 'anybit':
      return filter.value
        .split(',')
        .some((flag) => flag !== 'unspecified' && (row[filter.property] ?? '').split(',').includes(flag))
    case 'wcard':
      return (
        row[filter.property] !== undefined && wildcardPattern(filter.value, wildcards).test(row[filter.property] ?? '')
      )
    default:
      return compare(
        filter.property,
        row[filter.property],
        filter.value,
        { eq: '=', ne: '!', lt: '<', le: '<=', gt: '>', ge: '>=' }[filter.op],
        wildcards,
      )
  }
}

function wildcardPattern(text: string, wildcards: 'pattern' | 'glob'): RegExp {
  if (wildcards === 'pattern') return new RegExp(text, 's')
  return new RegExp(text.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*').replaceAll('?', '.'), 's') // prettier-ignore
}

function compare(
  property: string,
  found: string | undefined,
  asked: string,
  operator: string,
  kind: 'pattern' | 'glob',
): boolean {
  if (found === undefined) return operator === '!'
  const [a, b] = comparable(PROPERTIES[property]?.type, found, asked, kind)
  if (operator === '!') return a !== b
  if (operator === '=') return a === b
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  return operator === '<=' ? a <= b : a >= b
}

/** What the controller compares: it is not certain whether it orders dates as instants or as texts. */
function comparable(
  type: Type | undefined,
  found: string,
  asked: string,
  kind: 'pattern' | 'glob',
): [string | number, string | number] {
  const areNumbers = /^[-+0-9.]+$/.test(found) && /^[-+0-9.]+$/.test(asked)
  if ((type === 'integer' || type === 'number') && areNumbers) return [Number(found), Number(asked)]
  if (type === 'mac' && /^[0-9A-F:]{17}$/i.test(asked)) return [found, asked.toUpperCase()]
  if (type === 'date' && kind === 'glob') return [instant(found), instant(asked)]
  return [found, asked]
}

/** A bound without an offset is local time, here of the far east. */
const instant = (text: string) =>
  /T/.test(text) ? Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}+14:00`) : text

function generator(seed: number) {
  let state = seed
  const random = () => {
    // mulberry32: small, and the same on every machine.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const row = (): Attributes =>
    Object.fromEntries(
      Object.entries(PROPERTIES).flatMap(([name, { found }]) => (random() < 0.1 ? [] : [[name, pick(found)]])),
    )
  const condition = (): Condition => {
    for (;;) {
      const value = random() < 0.4 ? Array.from({ length: 1 + below(3) }, () => pick(LITERALS)) : pick(LITERALS)
      const made: Condition = { property: pick(Object.keys(PROPERTIES)), operator: pick(OPERATORS), value }
      if (checkOperatorValue(made) === undefined) return made
    }
  }
  const filter = (depth: number): Filter => {
    const kind = depth === 0 ? 1 : random()
    if (kind < 0.15) return { not: filter(depth - 1) }
    if (kind < 0.55)
      return { [pick(['any', 'all'])]: Array.from({ length: below(4) }, () => filter(depth - 1)) } as unknown as Filter
    return condition()
  }
  return { filters: () => Array.from({ length: 1 + below(3) }, () => filter(2)), row }
}

describe.each(['pattern', 'glob'] as const)('pushed and local filters, wildcards being %ss', (wildcards) => {
  it.each([
    ['known', KNOWN],
    ['unknown', undefined],
  ])('together accept exactly what the filter accepts, types %s', (_, known) => {
    const { filters, row } = generator(20_260_418)
    const rows = Array.from({ length: 120 }, row)
    let pushedCount = 0

    for (let round = 0; round < 3_000; round++) {
      const asked = filters()
      const typed = asked.map((filter) => typedFilter(filter, known))
      const { pushed, local } = pushDown(typed, 'fvBD', known)
      const says = compileFilter(typed)
      const here = compileFilter(local ?? [])
      if (pushed) pushedCount++
      expect(pushed ? countPredicates(pushed) : 0).toBeLessThanOrEqual(20)
      for (const found of rows) {
        const there = pushed === undefined || evaluate(pushed, found, wildcards)
        if ((there && here(found)) !== says(found))
          throw new Error(JSON.stringify({ asked, pushed, local, found, expected: says(found) }))
      }
    }

    // If nothing were pushed, the test would prove nothing.
    expect(pushedCount).toBeGreaterThan(500)
  })
})
