import { describe, expect, it } from 'vitest'
import { processorMs } from '../testing/processor-ms.ts'
import { type Join, MATCH_OPERATORS, type MatchOperand, type MatchOperator } from '../canvas/canvas.ts'
import { between } from '../filter/order.ts'
import { holdsNaively } from '../testing/naive-match.ts'
import { seededRandom } from '../testing/random.ts'
import type { EqualityKind } from '../values/equality-key.ts'
import type { JoinCondition, JoinOn, JoinStep } from '../query/plan.ts'
import { executeJoins, type Joined } from './execute-joins.ts'
import type { TableRow } from './table-row.ts'

const row = (dn: string, values: Record<string, string> = {}, class_name = 'x'): TableRow => ({
  dn,
  class_name,
  values,
})
const join = (left: string, right: string, on: JoinOn, kind: Join = 'inner'): JoinStep => ({
  edge_id: `${left}-${right}`,
  left,
  right,
  on,
  join: kind,
})
const tablesOf = (tables: Record<string, readonly TableRow[]>) => new Map(Object.entries(tables))

/** Matches as `a+b`, the named tables in this order, `-` for a missing row. */
function pairs(joined: Joined, ...tables: readonly string[]): readonly string[] {
  if (!joined.ok) throw new Error(joined.reason)
  const slots = tables.map((table) => joined.slots.get(table) ?? -1)
  return joined.matches.map((match) => slots.map((slot) => match[slot]?.dn ?? '-').join('+')).sort()
}

const BDS = [
  row('uni/tn-a/BD-1', { vrf: 'v1' }),
  row('uni/tn-a/BD-2', { vrf: '' }),
  row('uni/tn-b/BD-1', { vrf: 'v1' }),
]
const SUBNETS = [
  row('uni/tn-a/BD-1/subnet-[10.0.0.1/24]'),
  row('uni/tn-a/BD-1/subnet-[10.0.1.1/24]'),
  row('uni/tn-b/BD-1/subnet-[10.0.0.1/24]'),
]
const TENANTS = [row('uni/tn-a', { name: 'a' }), row('uni/tn-ab', { name: 'ab' })]
const CTXS = [row('uni/tn-a/ctx-v1', { name: 'v1' }), row('uni/tn-b/ctx-v1', { name: 'v1' })]
const RS = [row('uni/tn-a/BD-1/rsctx', { tDn: 'uni/tn-a/ctx-v1' }), row('uni/tn-a/BD-2/rsctx', { tDn: '' })]

describe('a match of typed properties', () => {
  const left = [
    row('l/1', { v: '5.000000' }),
    row('l/2', { v: '0022.bdf8.19ff' }),
    row('l/3', { v: '2001:DB8::1' }),
    row('l/4', { v: 'any' }),
  ]
  const right = [
    row('r/1', { v: '5' }),
    row('r/2', { v: '00:22:BD:F8:19:FF' }),
    row('r/3', { v: '2001:db8:0::1' }),
    row('r/4', { v: 'any' }),
  ]
  const matched = (compare?: EqualityKind) =>
    pairs(
      executeJoins(
        tablesOf({ l: left, r: right }),
        [join('l', 'r', { kind: 'equal', left: 'v', right: 'v', ...(compare && { compare }) })],
        'l',
        100,
      ),
      'l',
      'r',
    )

  it.each<[EqualityKind | undefined, readonly string[]]>([
    [undefined, ['l/4+r/4']],
    ['number', ['l/1+r/1', 'l/4+r/4']],
    ['mac', ['l/2+r/2', 'l/4+r/4']],
    ['ip', ['l/3+r/3', 'l/4+r/4']],
  ])('compares as %s', (compare, expected) => {
    expect(matched(compare)).toEqual(expected)
  })
})

describe('a join by conditions', () => {
  const on = (...all: readonly JoinCondition[]): JoinOn => ({ kind: 'conditions', all })
  const matched = (l: readonly TableRow[], r: readonly TableRow[], ...all: readonly JoinCondition[]) =>
    pairs(executeJoins(tablesOf({ l, r }), [join('l', 'r', on(...all))], 'l', 1_000), 'l', 'r')
  const rows = (side: string, ...values: readonly string[]) => values.map((v) => row(`${side}(${v})`, { v }))
  const is = (op: MatchOperator): JoinCondition => ({ op, source: 'v', targets: ['v'] })

  it.each<[MatchOperator, readonly string[], readonly string[], readonly string[]]>([
    ['eq', ['1.1', '', 'yes'], ['1.10', '1.1', '', 'true'], ['1.1 1.1']],
    ['in_subnet', ['10.0.1.7', '10.0.1.9/32', '2001:db8::5', 'any', ''], ['10.0.0.0/16', '10.0.1.0/29', '2001:db8::1/64', 'x', ''], [
      '10.0.1.7 10.0.0.0/16', '10.0.1.7 10.0.1.0/29', '10.0.1.9/32 10.0.0.0/16', '2001:db8::5 2001:db8::1/64',
    ]],
    ['contains_ip', ['10.0.0.1/8', '0.0.0.0/0', '::/0'], ['10.9.9.9', '11.0.0.0/24', '::1', ''], [
      '0.0.0.0/0 10.9.9.9', '0.0.0.0/0 11.0.0.0/24', '10.0.0.1/8 10.9.9.9', '::/0 ::1',
    ]],
    ['overlaps', ['10.0.0.0/16', '10.0.5.0/24', '2001:db8::/33'], ['10.0.5.9/24', '10.0.0.0/8', '10.1.0.0/16', '2001:db8::/32', '::/0'], [
      '10.0.0.0/16 10.0.0.0/8', '10.0.0.0/16 10.0.5.9/24', '10.0.5.0/24 10.0.0.0/8', '10.0.5.0/24 10.0.5.9/24',
      '2001:db8::/33 2001:db8::/32', '2001:db8::/33 ::/0',
    ]],
  ])('%s', (op, left, right, expected) => {
    expect(matched(rows('l', ...left), rows('r', ...right), is(op))).toEqual(
      expected.map((pair) => pair.split(' ')).map(([one, other]) => `l(${one})+r(${other})`).sort(),
    )
  }) // prettier-ignore

  it.each<[string, readonly string[], string, string, readonly string[]]>([
    ['numbers by value', ['7', '07', '16', '17', 'x', ''], '2', '16', ['7', '16']],
    ['what begins like a number with numbers, as text', ['5.2(1g)', '6.0(9c)', 'x', '5'], '5.2', '6', ['5.2(1g)']],
    ['instants whatever their offsets', ['2026-03-01T12:00:00+02:00', '2026-03-01T12:00:00Z', 'never'], '2026-03-01T09:00:00Z', '2026-03-01T11:00:00Z', ['2026-03-01T12:00:00+02:00']],
    ['other text by code', ['b', 'bb', 'c', 'B', '5'], 'b', 'bz', ['b', 'bb']],
    ['a number and a text, each its own way', ['7', '1', 'x', '7x'], '5', 'b', ['7', '7x']],
    ['a text and a number, each its own way', ['a', '7', '5x'], '!', '6', ['5x']],
    ['nothing against nothing', ['a', '1'], '', 'z', []],
    ['nothing in a range turned round', ['5'], '9', '1', []],
  ])('between compares %s', (_, values, from, to, expected) => {
    const condition: JoinCondition = { op: 'between', source: 'v', targets: ['from', 'to'] }

    const found = matched(rows('l', ...values), [row('r', { from, to })], condition)

    expect(found).toEqual(expected.map((value) => `l(${value})+r`).sort())
    expect(values.filter((value) => value !== '' && from !== '' && between([from, to])(value))).toEqual(expected)
  }) // prettier-ignore

  const ports = [row('1/7', { id: 'eth1/7' }), row('2/7', { id: 'eth2/7' }), row('mgmt', { id: 'mgmt0' })]
  const after = (start: number, end = '') => ({ expression: `int(id.split("/")[${start}]${end})` })
  const blocks = [
    row('b1', { fromCard: '1', toCard: '1', fromPort: '1', toPort: '48' }),
    row('b2', { fromCard: '1', toCard: '9', fromPort: '8', toPort: '9' }),
  ]

  it('holds only if all of them hold, and counts objects for which an expression fails', () => {
    const conditions: JoinCondition[] = [
      { op: 'between', source: { expression: 'int(id.split("/")[0].substring(3))' }, targets: ['fromCard', 'toCard'] },
      { op: 'between', source: after(1), targets: ['fromPort', 'toPort'] },
    ]

    const joined = executeJoins(tablesOf({ l: ports, r: blocks }), [join('l', 'r', on(...conditions))], 'l', 100)

    expect(pairs(joined, 'l', 'r')).toEqual(['1/7+b1'])
    expect(joined).toMatchObject({
      failures: [
        { edge_id: 'l-r', path: '0.source', failed: 1, rows: 3 },
        { edge_id: 'l-r', path: '1.source', failed: 1, rows: 3 },
      ],
    })
  })

  it('compares what expressions return: numbers by value, true and false with yes and no, null with nothing', () => {
    const left = [row('l1', { n: '007', flag: 'up' }), row('l2', { n: '8', flag: 'down' }), row('l3', { n: '9' })]
    const right = [
      row('r1', { n: '7', on: 'yes' }),
      row('r2', { n: '8.0', on: 'no' }),
      row('r3', { n: '007', on: 'true' }),
    ]
    const number: JoinCondition = { op: 'eq', source: { expression: 'int(n)' }, targets: ['n'] }
    const text: JoinCondition = { op: 'eq', source: { expression: 'n + ""' }, targets: ['n'] }
    const flag: JoinCondition = { op: 'eq', source: { expression: 'has(flag) ? flag == "up" : null' }, targets: ['on'] }

    expect(matched(left, right, number)).toEqual(['l1+r1', 'l2+r2'])
    expect(matched(left, right, text)).toEqual(['l1+r3'])
    expect(matched(left, right, flag)).toEqual(['l1+r1', 'l1+r3', 'l2+r2'])
  })

  it('keeps unmatched rows when left, and only those when without', () => {
    const run = (kind: Join) =>
      executeJoins(
        tablesOf({ l: rows('l', '1', '5', ''), r: rows('r', '1') }),
        [join('l', 'r', on(is('eq'), is('eq')), kind)],
        'l',
        100,
      )

    expect(pairs(run('left'), 'l', 'r')).toEqual(['l()+-', 'l(1)+r(1)', 'l(5)+-'])
    expect(pairs(run('without'), 'l')).toEqual(['l()', 'l(5)'])
  })

  it('is a condition on matches that are already joined', () => {
    const left = [row('a', { vrf: 'v1', ip: '10.0.0.1' }), row('b', { vrf: 'v1', ip: '10.9.0.1' })]
    const right = [row('x', { vrf: 'v1', net: '10.0.0.0/16' })]
    const inside = on({ op: 'in_subnet', source: 'ip', targets: ['net'] })
    const run = (kind: Join) =>
      executeJoins(
        tablesOf({ l: left, r: right }),
        [join('l', 'r', { kind: 'equal', left: 'vrf', right: 'vrf' }), join('l', 'r', inside, kind)],
        'l',
        100,
      )

    expect(pairs(run('inner'), 'l', 'r')).toEqual(['a+x'])
    expect(pairs(run('left'), 'l', 'r')).toEqual(['a+x', 'b+x'])
    expect(pairs(run('without'), 'l', 'r')).toEqual(['b+x'])
  })

  it('stops at the row limit', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => row(`x-${index}`, { same: 'y' }))
    const same: JoinCondition = { op: 'eq', source: 'same', targets: ['same'] }

    const joined = executeJoins(tablesOf({ a: many, b: many }), [join('a', 'b', on(same, same))], 'a', 1_000)

    expect(joined).toEqual({ ok: false, reason: 'too_many_rows', edge_id: 'a-b' })
  })

  const BOTH = 5_000
  const address = (index: number) => `10.${index >> 8}.${index & 255}.1`
  const numbered = (side: string) =>
    Array.from({ length: BOTH }, (_, index) =>
      row(`${side}${index}`, {
        id: String(index),
        to: String(index + 1),
        same: 'x',
        ip: address(index),
        net: `${address(index)}/24`,
      }),
    )
  it.each<[string, number, readonly JoinCondition[]]>([
    [
      'eq beside another',
      BOTH,
      [
        { op: 'eq', source: 'id', targets: ['id'] },
        { op: 'eq', source: 'same', targets: ['same'] },
      ],
    ],
    ['eq of an expression', BOTH, [{ op: 'eq', source: { expression: 'int(id)' }, targets: ['id'] }]],
    ['between', 2 * BOTH - 1, [{ op: 'between', source: 'id', targets: ['id', 'to'] }]],
    [
      'between beside one that always holds',
      2 * BOTH - 1,
      [
        { op: 'between', source: 'same', targets: ['same', 'same'] },
        { op: 'between', source: 'id', targets: ['id', 'to'] },
      ],
    ],
    ['in_subnet', BOTH, [{ op: 'in_subnet', source: 'ip', targets: ['net'] }]],
    ['contains_ip', BOTH, [{ op: 'contains_ip', source: 'net', targets: ['ip'] }]],
    ['overlaps', BOTH, [{ op: 'overlaps', source: 'net', targets: ['net'] }]],
  ])('joins 5,000 with 5,000 objects soon: %s', (_, expected, conditions) => {
    const tables = tablesOf({ l: numbered('l'), r: numbered('r') })
    const started = processorMs()

    const joined = executeJoins(tables, [join('l', 'r', on(...conditions))], 'l', 1_000_000)

    expect(joined.ok && joined.matches.length).toBe(expected)
    expect(processorMs() - started).toBeLessThan(1_000)
  })

  it.each<[string, readonly JoinCondition[]]>([
    ['eq', [is('eq'), is('eq')]],
    ['between', [{ op: 'between', source: 'v', targets: ['v', 'v'] }]],
    ['overlaps', [is('overlaps')]],
  ])('never builds the matching pairs of a without: %s', (_, conditions) => {
    const many = (side: string) =>
      Array.from({ length: 50_000 }, (_, index) => row(`${side}${index}`, { v: '10.0.0.0/8' }))
    const tables = tablesOf({ l: [...many('l'), row('lonely', { v: '11.0.0.0/8' })], r: many('r') })

    expect(pairs(executeJoins(tables, [join('l', 'r', on(...conditions), 'without')], 'l', 10), 'l')).toEqual([
      'lonely',
    ])
  })
})

describe('an inner join', () => {
  it.each<[string, Record<string, readonly TableRow[]>, JoinOn, readonly string[]]>([
    [
      'child: direct children only',
      { l: [...BDS, ...TENANTS], r: SUBNETS },
      { kind: 'child' },
      [
        'uni/tn-a/BD-1+uni/tn-a/BD-1/subnet-[10.0.0.1/24]',
        'uni/tn-a/BD-1+uni/tn-a/BD-1/subnet-[10.0.1.1/24]',
        'uni/tn-b/BD-1+uni/tn-b/BD-1/subnet-[10.0.0.1/24]',
      ],
    ],
    [
      'descendant: at any depth, not below a name with the same beginning',
      { l: TENANTS, r: [row('uni/tn-ab/BD-1/x'), row('uni/tn-a')] },
      { kind: 'descendant' },
      ['uni/tn-ab+uni/tn-ab/BD-1/x'],
    ],
    [
      'parent: left is the child',
      { l: RS, r: BDS },
      { kind: 'parent' },
      ['uni/tn-a/BD-1/rsctx+uni/tn-a/BD-1', 'uni/tn-a/BD-2/rsctx+uni/tn-a/BD-2'],
    ],
    [
      'equal: never on empty values',
      { l: BDS, r: [row('c1', { name: 'v1' }), row('c2', { name: '' }), row('c3')] },
      { kind: 'equal', left: 'vrf', right: 'name' },
      ['uni/tn-a/BD-1+c1', 'uni/tn-b/BD-1+c1'],
    ],
    [
      'equal on dn',
      { l: RS, r: CTXS },
      { kind: 'equal', left: 'tDn', right: 'dn' },
      ['uni/tn-a/BD-1/rsctx+uni/tn-a/ctx-v1'],
    ],
    [
      'equal on what every object inherits',
      { l: BDS, r: BDS },
      { kind: 'equal', left: 'constructor', right: 'constructor' },
      [],
    ],
    [
      'relation end at the holder',
      { l: BDS, r: RS },
      { kind: 'relation_end', relation: 'right' },
      ['uni/tn-a/BD-1+uni/tn-a/BD-1/rsctx', 'uni/tn-a/BD-2+uni/tn-a/BD-2/rsctx'],
    ],
    [
      'relation end at the target',
      { l: RS, r: CTXS },
      { kind: 'relation_end', relation: 'left' },
      ['uni/tn-a/BD-1/rsctx+uni/tn-a/ctx-v1'],
    ],
    [
      'relation that names its own holder, once',
      { l: [row('a')], r: [row('a/rs', { tDn: 'a' })] },
      { kind: 'relation_end', relation: 'right' },
      ['a+a/rs'],
    ],
    ['an empty side', { l: BDS, r: [] }, { kind: 'child' }, []],
  ])('matches rows: %s', (_, tables, on, expected) => {
    expect(pairs(executeJoins(tablesOf(tables), [join('l', 'r', on)], 'l', 100), 'l', 'r')).toEqual(expected)
  })
})

describe('a left join', () => {
  it('keeps rows without a match, their right side missing', () => {
    const joined = executeJoins(tablesOf({ bd: BDS, rs: RS }), [join('bd', 'rs', { kind: 'child' }, 'left')], 'bd', 100)

    expect(pairs(joined, 'bd', 'rs')).toEqual([
      'uni/tn-a/BD-1+uni/tn-a/BD-1/rsctx',
      'uni/tn-a/BD-2+uni/tn-a/BD-2/rsctx',
      'uni/tn-b/BD-1+-',
    ])
  })

  it('joins the finished result of what is behind it', () => {
    const joins = [
      join('rs', 'ctx', { kind: 'equal', left: 'tDn', right: 'dn' }),
      join('bd', 'rs', { kind: 'child' }, 'left'),
    ]

    const joined = executeJoins(tablesOf({ bd: BDS, rs: RS, ctx: CTXS }), joins, 'bd', 100)

    expect(pairs(joined, 'bd', 'rs', 'ctx')).toEqual([
      'uni/tn-a/BD-1+uni/tn-a/BD-1/rsctx+uni/tn-a/ctx-v1',
      'uni/tn-a/BD-2+-+-',
      'uni/tn-b/BD-1+-+-',
    ])
  })

  it('leaves missing rows without a match in later joins', () => {
    const joins = [
      join('bd', 'rs', { kind: 'child' }, 'left'),
      join('rs', 'ctx', { kind: 'equal', left: 'tDn', right: 'dn' }),
    ]

    const joined = executeJoins(tablesOf({ bd: BDS, rs: RS, ctx: CTXS }), joins, 'bd', 100)

    expect(pairs(joined, 'bd', 'ctx')).toEqual(['uni/tn-a/BD-1+uni/tn-a/ctx-v1'])
  })

  it('changes nothing between tables that are already joined', () => {
    const joins = [join('bd', 'rs', { kind: 'child' }), join('bd', 'rs', { kind: 'parent' }, 'left')]

    expect(pairs(executeJoins(tablesOf({ bd: BDS, rs: RS }), joins, 'bd', 100), 'bd')).toHaveLength(2)
  })
})

describe('a join without', () => {
  it('keeps rows without a match, once, and drops the other side', () => {
    const joined = executeJoins(
      tablesOf({ bd: BDS, sub: SUBNETS }),
      [join('bd', 'sub', { kind: 'child' }, 'without')],
      'bd',
      100,
    )

    expect(pairs(joined, 'bd')).toEqual(['uni/tn-a/BD-2'])
    expect(joined.ok && [...joined.slots.keys()]).toEqual(['bd'])
  })

  it.each<JoinOn>([{ kind: 'equal', left: 'p', right: 'p' }, { kind: 'descendant' }])(
    'never builds the matching pairs (%j)',
    (on) => {
      const many = (dn: string) =>
        Array.from({ length: 50_000 }, (_, index) => row(`${dn}${on.kind === 'equal' ? index : ''}`, { p: 'same' }))
      const tables = tablesOf({ a: [...many('a'), row('lonely')], b: many('a/b') })
      const started = processorMs()

      const joined = executeJoins(tables, [join('a', 'b', on, 'without')], 'a', 10)

      expect(pairs(joined, 'a')).toEqual(['lonely'])
      expect(processorMs() - started).toBeLessThan(5_000)
    },
  )
})

describe('an edge between tables that are already joined', () => {
  const tables = tablesOf({ tn: TENANTS, bd: BDS, ctx: CTXS })
  const chain = [join('tn', 'bd', { kind: 'child' }), join('bd', 'ctx', { kind: 'equal', left: 'vrf', right: 'name' })]

  it('keeps only the matches that satisfy it when inner', () => {
    const joined = executeJoins(tables, [...chain, join('tn', 'ctx', { kind: 'child' })], 'tn', 100)

    expect(pairs(joined, 'tn', 'bd', 'ctx')).toEqual(['uni/tn-a+uni/tn-a/BD-1+uni/tn-a/ctx-v1'])
  })

  it('drops the matches that satisfy it when without', () => {
    const joined = executeJoins(tables, [...chain, join('tn', 'ctx', { kind: 'child' }, 'without')], 'tn', 100)

    expect(pairs(joined, 'tn', 'bd', 'ctx')).toEqual(['uni/tn-a+uni/tn-a/BD-1+uni/tn-b/ctx-v1'])
  })
})

describe('the row limit', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => row(`x-${index}`, { same: 'y' }))

  it('stops a join before it fills the memory, and names the edge', () => {
    const started = processorMs()

    const joined = executeJoins(
      tablesOf({ a: many, b: many }),
      [join('a', 'b', { kind: 'equal', left: 'same', right: 'same' })],
      'a',
      1_000,
    )

    expect(joined).toEqual({ ok: false, reason: 'too_many_rows', edge_id: 'a-b' })
    expect(processorMs() - started).toBeLessThan(5_000)
  })

  it('includes the unmatched rows of a left join', () => {
    expect(
      executeJoins(tablesOf({ a: many, b: [] }), [join('a', 'b', { kind: 'child' }, 'left')], 'a', 1_999),
    ).toMatchObject({ ok: false })
    expect(
      executeJoins(tablesOf({ a: many, b: [] }), [join('a', 'b', { kind: 'child' }, 'left')], 'a', 2_000),
    ).toMatchObject({ ok: true })
  })
})

it('reports the input and output of each join to an observer', () => {
  const seen: unknown[] = []

  executeJoins(
    tablesOf({ bd: BDS, rs: RS }),
    [join('bd', 'rs', { kind: 'child' })],
    'bd',
    100,
    (step, left, right, output) => {
      seen.push([step.edge_id, left.matches.length, right.matches.length, output.matches.length])
    },
  )

  expect(seen).toEqual([['bd-rs', 3, 2, 2]])
})

it('finds the same matches as comparing every pair', () => {
  let state = 7
  const below = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const dn = () => Array.from({ length: 1 + below(3) }, () => `r-${below(3)}`).join('/')
  const table = () => Array.from({ length: below(12) }, () => row(dn(), { p: ['', 'a', 'b'][below(3)]!, tDn: dn() }))
  const kinds: readonly JoinOn[] = [
    { kind: 'child' }, { kind: 'descendant' }, { kind: 'parent' }, { kind: 'equal', left: 'p', right: 'p' },
    { kind: 'equal', left: 'tDn', right: 'dn' }, { kind: 'relation_end', relation: 'left' }, { kind: 'relation_end', relation: 'right' },
  ] // prettier-ignore

  for (let round = 0; round < 2_000; round++) {
    const [left, right, on, kind] = [
      table(),
      table(),
      kinds[below(kinds.length)]!,
      (['inner', 'left', 'without'] as const)[below(3)]!,
    ]
    const joined = executeJoins(tablesOf({ l: left, r: right }), [join('l', 'r', on, kind)], 'l', 10_000)
    expect(pairs(joined, 'l', 'r')).toEqual(comparingEveryPair(left, right, on, kind))
  }
})

function comparingEveryPair(
  left: readonly TableRow[],
  right: readonly TableRow[],
  on: JoinOn,
  kind: Join,
): readonly string[] {
  const found = left.flatMap((one) => {
    const partners = right.filter((other) => belong(one, other, on))
    if (kind === 'without') return partners.length === 0 ? [`${one.dn}+-`] : []
    if (kind === 'left' && partners.length === 0) return [`${one.dn}+-`]
    return partners.map((other) => `${one.dn}+${other.dn}`)
  })
  return found.sort()
}

const UNTYPED = { source: () => undefined, target: () => undefined }

function belong(left: TableRow, right: TableRow, on: JoinOn): boolean {
  const parent = (dn: string) => dn.split('/').slice(0, -1).join('/')
  switch (on.kind) {
    case 'child':
      return parent(right.dn) === left.dn
    case 'descendant':
      return right.dn.startsWith(`${left.dn}/`)
    case 'parent':
      return parent(left.dn) === right.dn
    case 'equal': {
      const of = (of: TableRow, name: string) => (name === 'dn' ? of.dn : of.values[name])
      return of(left, on.left) !== '' && of(left, on.left) === of(right, on.right)
    }
    case 'any':
      return true
    case 'conditions':
      return on.all.every((condition) => holdsNaively(condition, asObject(left), asObject(right), UNTYPED))
    case 'relation_end': {
      const [relation, end] = on.relation === 'left' ? [left, right] : [right, left]
      return parent(relation.dn) === end.dn || relation.values['tDn'] === end.dn
    }
  }
}

const asObject = ({ dn, class_name, values }: TableRow) => ({
  dn,
  class_name,
  attributes: { dn, ...values },
  children: [],
})

it('finds the same matches by conditions as comparing every pair', () => {
  const random = seededRandom(11)
  const value = () =>
    random.pick([
      '', '1', '1.0', '1.1', '7', '10', '007', 'yes', 'true', 'no', 'a', 'b', 'Z', '5.2(1g)', '-3', '10.0.0.1', '10.0.0.0/8', '10.0.0.9/30',
      '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '2001:DB8:0::1/64', '2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00Z', '2026-03-01T11:00',
    ]) // prettier-ignore
  const table = (side: string) =>
    Array.from({ length: random.below(9) }, (_, index) =>
      row(`${side}${index}`, { p: value(), q: value(), ...(random.chance(0.8) && { r: value() }) }),
    )
  const operand = () =>
    random.pick<MatchOperand>([
      'p',
      'q',
      'r',
      { expression: 'number(p)' },
      { expression: 'p + q' },
      { expression: 'r == "a"' },
      { expression: 'has(r) ? r : p' },
      { expression: 'coalesce(r, 1)' },
    ])
  const condition = (): JoinCondition => {
    const op = random.pick(MATCH_OPERATORS)
    return { op, source: operand(), targets: op === 'between' ? [operand(), operand()] : [operand()] }
  }

  for (let round = 0; round < 1_500; round++) {
    const [left, right, kind] = [table('l'), table('r'), random.pick(['inner', 'left', 'without'] as const)]
    const on: JoinOn = { kind: 'conditions', all: Array.from({ length: 1 + random.below(3) }, condition) }
    const joined = executeJoins(tablesOf({ l: left, r: right }), [join('l', 'r', on, kind)], 'l', 10_000)
    expect(pairs(joined, 'l', 'r'), JSON.stringify([on, left, right])).toEqual(
      comparingEveryPair(left, right, on, kind),
    )
  }
})
