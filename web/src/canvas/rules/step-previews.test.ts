import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { modelOf } from './model-of.ts'
import { preparePreview } from './prepare-preview.ts'
import { type StepPreview, StepPreviews } from './step-previews.ts'

const COLUMNS = ['dn', 'name', 'mtu']
const table = (count: number) => ({
  columns: COLUMNS,
  rows: Array.from({ length: count }, (_, index) => ({
    dn: `uni/tn-${index % 5}/BD-${index}`,
    name: `bd-${index}`,
    mtu: String(index),
  })),
})

const step = (id: string, type: string, config: object, enabled = true) => ({ id, type, config, enabled })

/** How many steps were computed, and what came out. */
function preview(
  previews: StepPreviews,
  steps: readonly object[],
  variables = {},
): { computed: number; steps: readonly StepPreview[] } {
  const canvas = wireCanvas({ nodes: [{ id: 'bd', class_name: 'fvBD' }], edges: [], post_processors: steps })
  const prepared = preparePreview({ canvas, variables, model: modelOf([]), columns: previews.source.columns, now: 0 })
  const work = previews.run(prepared.steps, prepared.faults)
  let computed = 0
  for (let next = work.next(); ; next = work.next()) {
    if (next.done) return { computed, steps: next.value }
    computed += 1
  }
}

const counts = (steps: readonly StepPreview[]) => steps.map(({ state, before, after }) => [state, before, after])

const SPLIT = step('a', 'split_dn', { parts: ['tenant'] })
const FIRST = step('b', 'filter', { filters: [{ property: 'tenant', operator: 'in', value: ['0', '1'] }] })
const LIMIT = step('c', 'limit', { count: 3 })

describe('the preview of steps', () => {
  it.each<[string, readonly object[], readonly unknown[]]>([
    [
      'counts the rows after each',
      [SPLIT, FIRST, LIMIT],
      [
        ['done', 20, 20],
        ['done', 20, 8],
        ['done', 8, 3],
      ],
    ],
    [
      'passes by what is disabled',
      [{ ...FIRST, enabled: false }, LIMIT],
      [
        ['off', 20, 20],
        ['done', 20, 3],
      ],
    ],
    [
      'stops at a fault, and keeps what comes after it',
      [SPLIT, step('b', 'limit', {}), LIMIT],
      [
        ['done', 20, 20],
        ['faulty', 20, undefined],
        ['waiting', undefined, undefined],
      ],
    ],
    [
      'stops at a column that is gone',
      [step('s', 'select', { columns: ['dn'] }), step('n', 'sort', { by: [{ column: 'name' }] })],
      [
        ['done', 20, 20],
        ['faulty', 20, undefined],
      ],
    ],
    [
      'needs a run for the rows of another query',
      [SPLIT, step('l', 'lookup', { saved_query: 'other', on: { name: 'name' } }), LIMIT],
      [
        ['done', 20, 20],
        ['needs_run', 20, undefined],
        ['needs_run', undefined, undefined],
      ],
    ],
    [
      'goes on with the columns that a pivot finds',
      [step('p', 'pivot', { column: 'name', function: 'count' }), step('s', 'sort', { by: [{ column: 'bd-1' }] })],
      [
        ['done', 20, 1],
        ['done', 1, 1],
      ],
    ],
  ])('%s', (_, steps, expected) => {
    expect(counts(preview(new StepPreviews(table(20)), steps).steps)).toEqual(expected)
  })

  it('computes again from the first step that changed', () => {
    const previews = new StepPreviews(table(20))
    preview(previews, [SPLIT, FIRST, LIMIT])

    const later = preview(previews, [SPLIT, FIRST, step('c', 'limit', { count: 5 })])
    const first = preview(previews, [step('a', 'split_dn', { parts: ['tenant', 'vrf'] }), FIRST, LIMIT])
    const none = preview(previews, [step('a', 'split_dn', { parts: ['tenant', 'vrf'] }), FIRST, LIMIT])

    expect([later.computed, first.computed, none.computed]).toEqual([1, 3, 0])
    expect(counts(first.steps)).toEqual([
      ['done', 20, 20],
      ['done', 20, 8],
      ['done', 8, 3],
    ])
  })

  it('fills in variables', () => {
    const limit = step('c', 'limit', { count: '{{count=4}}' })

    expect(counts(preview(new StepPreviews(table(20)), [limit]).steps)).toEqual([['done', 20, 4]])
    expect(counts(preview(new StepPreviews(table(20)), [limit], { count: '7' }).steps)).toEqual([['done', 20, 7]])
  })

  it('keeps the rows after each step', () => {
    const previews = new StepPreviews(table(20))
    preview(previews, [SPLIT, LIMIT])

    expect(previews.rowsAfter('c')?.rows.map(({ tenant }) => tenant)).toEqual(['0', '1', '2'])
    expect(previews.rowsAfter(undefined)?.rows).toHaveLength(20)
    expect(previews.rowsAfter('gone')).toBeUndefined()
  })
})
