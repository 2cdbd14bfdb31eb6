import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { laterStep } from './later-step.ts'

const canvas = wireCanvas({
  nodes: [{ id: 'bd' }, { id: 'vrf' }],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf' }],
  post_processors: [{ id: 's1', type: 'limit', config: { count: 5 } }],
})
const NOT_RUN = { edges: new Map<string, number>(), steps: new Map<string, { before: number; after: number }>() }
const RUN = { edges: new Map([['e1', 1540]]), steps: new Map([['s1', { before: 1540, after: 5 }]]) }
const JOIN = { step: 'join', id: 'e1', text: 'bd with vrf (left, edge e1): vrf is a child of bd' } as const

describe('what Heddle does after the requests', () => {
  it('joins, which says what belongs together and what becomes of the others', () => {
    expect(laterStep(JOIN, { canvas, run: NOT_RUN })).toEqual({
      kind: 'join',
      title: 'bd with vrf',
      details: ['vrf is a child of bd', 'keeps those without a match'],
    })
  })

  it('has the rows of the last run', () => {
    const limit = { step: 'post_processor', id: 's1', text: 'limit' } as const

    expect(laterStep(JOIN, { canvas, run: RUN }).rows).toBe('→ 1,540 rows')
    expect(laterStep(limit, { canvas, run: RUN })).toMatchObject({ kind: 'limit', rows: '1,540 → 5' })
    expect(laterStep(limit, { canvas, run: NOT_RUN }).rows).toBeUndefined()
  })

  it('makes rows, of which the plan says several things', () => {
    const rows = {
      step: 'rows',
      id: 'rows',
      text: 'one per match, in the order of bd; vrf as VRF.*; at most 100',
    } as const

    expect(laterStep(rows, { canvas, run: RUN })).toEqual({
      kind: 'rows',
      title: 'one per match, in the order of bd',
      details: ['vrf as VRF.*', 'at most 100'],
    })
  })
})
