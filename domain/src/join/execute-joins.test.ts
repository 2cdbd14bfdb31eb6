import { describe, expect, it } from 'vitest'
import type { Join } from '../canvas/canvas.ts'
import type { Comparison } from '../values/equality-key.ts'
import type { JoinOn, JoinStep } from '../query/plan.ts'
import { executeJoins, type Joined } from './execute-joins.ts'
import type { TableRow } from './table-row.ts'

const row = (dn: string, values: Record<string, string> = {}, class_name = 'x'): TableRow => ({ dn, class_name, values })
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

const BDS = [row('uni/tn-a/BD-1', { vrf: 'v1' }), row('uni/tn-a/BD-2', { vrf: '' }), row('uni/tn-b/BD-1', { vrf: 'v1' })]
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
  const matched = (compare?: Comparison) =>
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

  it.each<[Comparison | undefined, readonly string[]]>([
    [undefined, ['l/4+r/4']],
    ['number', ['l/1+r/1', 'l/4+r/4']],
    ['mac', ['l/2+r/2', 'l/4+r/4']],
    ['ip', ['l/3+r/3', 'l/4+r/4']],
  ])('compares as %s', (compare, expected) => {
    expect(matched(compare)).toEqual(expected)
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
    ['equal on dn', { l: RS, r: CTXS }, { kind: 'equal', left: 'tDn', right: 'dn' }, ['uni/tn-a/BD-1/rsctx+uni/tn-a/ctx-v1']],
    ['equal on what every object inherits', { l: BDS, r: BDS }, { kind: 'equal', left: 'constructor', right: 'constructor' }, []],
    [
      'relation end at the holder',
      { l: BDS, r: RS },
      { kind: 'relation_end', relation: 'right' },
      ['uni/tn-a/BD-1+uni/tn-a/BD-1/rsctx', 'uni/tn-a/BD-2+uni/tn-a/BD-2/rsctx'],
    ],
    ['relation end at the target', { l: RS, r: CTXS }, { kind: 'relation_end', relation: 'left' }, ['uni/tn-a/BD-1/rsctx+uni/tn-a/ctx-v1']],
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

    expect(pairs(joined, 'bd', 'rs')).toEqual(['uni/tn-a/BD-1+uni/tn-a/BD-1/rsctx', 'uni/tn-a/BD-2+uni/tn-a/BD-2/rsctx', 'uni/tn-b/BD-1+-'])
  })

  it('joins the finished result of what is behind it', () => {
    const joins = [join('rs', 'ctx', { kind: 'equal', left: 'tDn', right: 'dn' }), join('bd', 'rs', { kind: 'child' }, 'left')]

    const joined = executeJoins(tablesOf({ bd: BDS, rs: RS, ctx: CTXS }), joins, 'bd', 100)

    expect(pairs(joined, 'bd', 'rs', 'ctx')).toEqual([
      'uni/tn-a/BD-1+uni/tn-a/BD-1/rsctx+uni/tn-a/ctx-v1',
      'uni/tn-a/BD-2+-+-',
      'uni/tn-b/BD-1+-+-',
    ])
  })

  it('leaves missing rows without a match in later joins', () => {
    const joins = [join('bd', 'rs', { kind: 'child' }, 'left'), join('rs', 'ctx', { kind: 'equal', left: 'tDn', right: 'dn' })]

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
    const joined = executeJoins(tablesOf({ bd: BDS, sub: SUBNETS }), [join('bd', 'sub', { kind: 'child' }, 'without')], 'bd', 100)

    expect(pairs(joined, 'bd')).toEqual(['uni/tn-a/BD-2'])
    expect(joined.ok && [...joined.slots.keys()]).toEqual(['bd'])
  })

  it.each<JoinOn>([{ kind: 'equal', left: 'p', right: 'p' }, { kind: 'descendant' }])('never builds the matching pairs (%j)', (on) => {
    const many = (dn: string) =>
      Array.from({ length: 50_000 }, (_, index) => row(`${dn}${on.kind === 'equal' ? index : ''}`, { p: 'same' }))
    const tables = tablesOf({ a: [...many('a'), row('lonely')], b: many('a/b') })
    const started = performance.now()

    const joined = executeJoins(tables, [join('a', 'b', on, 'without')], 'a', 10)

    expect(pairs(joined, 'a')).toEqual(['lonely'])
    expect(performance.now() - started).toBeLessThan(5_000)
  })
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
    const started = performance.now()

    const joined = executeJoins(
      tablesOf({ a: many, b: many }),
      [join('a', 'b', { kind: 'equal', left: 'same', right: 'same' })],
      'a',
      1_000,
    )

    expect(joined).toEqual({ ok: false, reason: 'too_many_rows', edge_id: 'a-b' })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('includes the unmatched rows of a left join', () => {
    expect(executeJoins(tablesOf({ a: many, b: [] }), [join('a', 'b', { kind: 'child' }, 'left')], 'a', 1_999)).toMatchObject({ ok: false })
    expect(executeJoins(tablesOf({ a: many, b: [] }), [join('a', 'b', { kind: 'child' }, 'left')], 'a', 2_000)).toMatchObject({ ok: true })
  })
})

it('reports the input and output of each join to an observer', () => {
  const seen: unknown[] = []

  executeJoins(tablesOf({ bd: BDS, rs: RS }), [join('bd', 'rs', { kind: 'child' })], 'bd', 100, (step, left, right, output) => {
    seen.push([step.edge_id, left.matches.length, right.matches.length, output.matches.length])
  })

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
    const [left, right, on, kind] = [table(), table(), kinds[below(kinds.length)]!, (['inner', 'left', 'without'] as const)[below(3)]!]
    const joined = executeJoins(tablesOf({ l: left, r: right }), [join('l', 'r', on, kind)], 'l', 10_000)
    expect(pairs(joined, 'l', 'r')).toEqual(comparingEveryPair(left, right, on, kind))
  }
})

function comparingEveryPair(left: readonly TableRow[], right: readonly TableRow[], on: JoinOn, kind: Join): readonly string[] {
  const found = left.flatMap((one) => {
    const partners = right.filter((other) => belong(one, other, on))
    if (kind === 'without') return partners.length === 0 ? [`${one.dn}+-`] : []
    if (kind === 'left' && partners.length === 0) return [`${one.dn}+-`]
    return partners.map((other) => `${one.dn}+${other.dn}`)
  })
  return found.sort()
}

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
    case 'relation_end': {
      const [relation, end] = on.relation === 'left' ? [left, right] : [right, left]
      return parent(relation.dn) === end.dn || relation.values['tDn'] === end.dn
    }
  }
}
