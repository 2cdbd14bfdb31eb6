import { describe, expect, it } from 'vitest'
import type { ControllerFilter, ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { readablePath, renderFilter } from '@heddle/domain/controller-query/render-path.ts'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import { planQuery } from '@heddle/domain/query/plan-query.ts'
import { canvas, edge, node } from '@heddle/domain/testing/canvas-builder.ts'
import { hideInError, hideInPaths, hideInPlan } from './hide-values.ts'

const VALUES = [
  'S3cret',
  'S3"cret',
  String.raw`S3cret\ `,
  'a,"S3cret',
  '")S3cret',
  'eq(fvBD.name,"S3cret',
  'S3cret.json?x',
  'S3\ncret',
  '[S3cret]',
]

const eq = (value: string): ControllerFilter => ({ op: 'eq', class_name: 'fvCtx', property: 'dn', value })
const bw: ControllerFilter = { op: 'bw', class_name: 'fvCtx', property: 'mtu', low: 'S3cret', high: 'S3cret' }
const classQuery = (filter: ControllerFilter) =>
  ({ target: { kind: 'class', class_name: 'fvCtx' }, filter, order_by: 'fvCtx' }) as unknown as ControllerQuery
const scoped = (dn: string, value: string) =>
  ({
    target: { kind: 'mo', dn },
    query_target: 'subtree',
    filter: eq(value),
    order_by: 'fvCtx',
  }) as unknown as ControllerQuery

const tells = (text: string): boolean => /S3|cret/.test(text)

describe('request paths', () => {
  it.each(VALUES)('do not tell %j', (value) => {
    const queries = [
      classQuery(eq(value)),
      classQuery({ op: 'or', items: [eq(value), bw, eq('x')] }),
      scoped(`uni/tn-${value}`, value),
    ]

    expect(tells(hideInPaths(queries.map(readablePath).join('\n')))).toBe(false)
  })

  it('keep everything else', () => {
    const query = classQuery({ op: 'or', items: [eq('a'), eq('b')] })

    expect(hideInPaths(`${readablePath(query)}\n${readablePath(scoped('uni/tn-a', 'b'))}`)).toBe(
      '/api/class/fvCtx.json?query-target-filter=or(eq(fvCtx.dn,…),eq(fvCtx.dn,…))&order-by=fvCtx.dn\n' +
        '/api/mo/….json?query-target=subtree&query-target-filter=eq(fvCtx.dn,…)&order-by=fvCtx.dn',
    )
  })
})

describe('the text of a plan', () => {
  const line = (value: string) =>
    `1. fetch a"b (fvCtx): below uni/tn-S3cret, because its scope is known; the controller checks ${renderFilter(eq(value))}; ` +
    `checked here: name eq ${JSON.stringify(value)} and mtu gt 1500; about 5 objects in total\n2. rows rows: one per match`

  it.each(VALUES.filter((value) => !value.includes('\n')))('does not tell %j, but the rest', (value) => {
    expect(hideInPlan(line(value))).toBe(
      '1. fetch a"b (fvCtx): below …, because its scope is known; the controller checks eq(fvCtx.dn,…); ' +
        'checked here: …; about 5 objects in total\n2. rows rows: one per match',
    )
  })
})

it('the text of a plan does not tell the values in the expressions of a join', () => {
  for (const value of VALUES) {
    const on = [
      { source: { expression: `name + ${JSON.stringify(value)}\n+ ${JSON.stringify(value)}` }, target: 'name' },
    ]
    const query = canvas([node('a', 'fvBD'), node('b', 'fvCtx')], [edge('a → b', { kind: 'match', on })])
    const { text } = planQuery(query, { model: knownModel })

    expect(tells(text.replaceAll('\\n', ''))).toBe(true)
    expect(tells(hideInPlan(text))).toBe(false)
    expect(hideInPlan(text)).toContain('join a with b (inner, edge a-b): by expressions: …\n')
  }
})

it.each([
  ['The controller answered: no such S3cret (error 400)', 'The controller answered: … (error 400)'],
  ['bd: The controller answered: S3cret', 'bd: The controller answered: …'],
  ['Step "S3cret" failed', 'Step … failed'],
  ['nothing below uni/tn-S3cret was found', 'nothing below … was found'],
  ['The connection timed out.', 'The connection timed out.'],
  ['cancelled', 'cancelled'],
])('shows the error %j as %j', (message, shown) => {
  expect(hideInError(message)).toBe(shown)
})

// Quadratic time would take minutes for one of these, and the test would time out.
it.each(['a', 'a(', 'below ', '; checked here: ', '"', 'a(a.a,"', 'The controller answered: '])(
  'takes linear time for many %j',
  (piece) => {
    const text = piece.repeat(2_000_000 / piece.length)

    for (const hide of [hideInPaths, hideInPlan, hideInError]) expect(hide(text).length).toBeLessThan(5_000_000)
  },
)
