import { expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { planParts } from './plan-parts.ts'

const step = (check: string, action: Wire.PackStep['action'], path?: string, before?: unknown, after?: unknown) => ({
  ...{ check, action, title: check },
  diff: path === undefined ? null : [{ path, before: before ?? null, after: after ?? null }],
})

it('puts what becomes stricter before what only changes, and leaves out what stays', () => {
  const parts = planParts([
    step('same', 'unchanged'),
    step('new', 'create'),
    step('worse', 'change', 'severity', null, 'high'),
    step('milder', 'change', 'severity', 'high', 'low'),
    step('fewer', 'change', 'expect.rows.max', 3, 0),
    step('everywhere', 'change', 'when', 'fabric.spines > 0', null),
    step('judged', 'change', 'look', true, false),
    step('words', 'change', 'title', 'a', 'b'),
    step('gone', 'delete'),
  ])

  expect([...parts].map(([kind, steps]) => [kind, steps.map(({ check }) => check)])).toEqual([
    ['stricter', ['worse', 'fewer', 'everywhere', 'judged']],
    ['change', ['milder', 'words']],
    ['delete', ['gone']],
    ['create', ['new']],
  ])
})
