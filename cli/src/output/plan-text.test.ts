import { describe, expect, it } from 'vitest'
import type { ImportStep } from '@heddle/client'
import { planText } from './plan-text.ts'

const long = 'x'.repeat(50)
const plan: readonly ImportStep[] = [
  { action: 'create', kind: 'category', name: 'A', diff: null },
  {
    action: 'change',
    kind: 'saved_query',
    name: 'Interfaces\u001b[31m',
    diff: [
      { path: 'nodes.0.class_name', before: 'fvBD', after: 'fvAp' },
      { path: 'expect', before: null, after: { rows: { min: 1 } } },
      { path: 'description', before: long, after: `${long}!` },
    ],
  },
  { action: 'delete', kind: 'scheduled_task', name: 'old', diff: null },
  { action: 'unchanged', kind: 'saved_query', name: 'same', diff: null },
]

describe('a plan', () => {
  it('shows each value before and after, below each other where the line is too short', () => {
    expect(planText(plan, { colour: false, columns: 80 })).toBe(
      [
        '+ category "A"',
        '~ saved query "Interfaces [31m"',
        '    nodes.0.class_name: "fvBD" → "fvAp"',
        '    expect: nothing → {"rows":{"min":1}}',
        '    description:',
        `      - "${long}"`,
        `      + "${long}!"`,
        '- scheduled task "old"',
        '',
        '1 to create, 1 to change, 1 to delete, 1 unchanged.',
        '',
      ].join('\n'),
    )
  })

  it('is coloured on a terminal', () => {
    const text = planText(plan, { colour: true, columns: 80 })

    expect(text).toContain('\u001b[32m+ category "A"\u001b[39m')
    expect(text).toContain('\u001b[31m"fvBD"\u001b[39m → \u001b[32m"fvAp"\u001b[39m')
  })

  it('with nothing to do says so', () => {
    expect(planText(plan.slice(3), { colour: true, columns: 80 })).toBe('Nothing to do: 1 unchanged.\n')
  })

  it('with nothing to do still says which connections need a secret', () => {
    const lab = {
      action: 'unchanged',
      kind: 'controller_connection',
      name: 'lab',
      diff: null,
      needs_secret: 'password',
    }

    expect(planText([lab as ImportStep], { colour: false, columns: 80 })).toBe(
      '  controller connection "lab" needs a password, which no file holds: set it with `heddle connection password "lab"`\n' +
        '\nNothing to do: 1 unchanged.\n',
    )
  })
})
