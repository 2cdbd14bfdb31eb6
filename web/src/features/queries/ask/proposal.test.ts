import { applyChanges } from '@heddle/domain/canvas-editing/changes.ts'
import { EMPTY_CANVAS, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { acceptedWith, changesTowards, openParts, type Proposal, proposalOf, withClasses } from './proposal.ts'

const bd = { id: 'bd', class_name: 'fvBD' }
const vrf = { id: 'vrf', class_name: 'fvCtx' }
const thread = { id: 'e1', source: 'bd', target: 'vrf' }
const sort = { id: 's1', type: 'sort', config: {} }
const limit = { id: 's2', type: 'limit', config: { count: 5 } }
const TARGET: WireCanvas = { nodes: [bd, vrf], edges: [thread], post_processors: [sort, limit] }

const proposal = (target: WireCanvas): Proposal =>
  proposalOf('q', {
    ...{ name: 'N', description: '', explanation: '', reasons: [{ kind: 'node', id: 'bd', reason: 'Asked for.' }] },
    ...{ nodes: [...target.nodes], edges: [...target.edges], post_processors: [...target.post_processors] },
    validation: { valid: true, errors: [], warnings: [], plan: null },
    spent: { provider: 'openai', model: 'm', rounds: 1, input_tokens: 1, output_tokens: 1 },
  } as unknown as Wire.GenerateQueryReply)

/** The canvas after one part of a proposal was accepted. */
function after(canvas: WireCanvas, target: WireCanvas, id: string): WireCanvas {
  const given = proposal(target)
  const part = openParts(canvas, given).find((one) => one.id === id)!
  return applyChanges(canvas, changesTowards(canvas, target, acceptedWith(canvas, given, part)))
}
const ids = (canvas: WireCanvas) =>
  [...canvas.nodes, ...canvas.edges, ...canvas.post_processors].map(({ id }) => id).join(' ')

describe('a part that is accepted', () => {
  it.each([
    ['a class comes alone while its thread lacks the other end', EMPTY_CANVAS, 'bd', 'bd'],
    ['a thread brings its classes', EMPTY_CANVAS, 'e1', 'bd vrf e1'],
    ['a class brings the thread that it completes', { ...EMPTY_CANVAS, nodes: [bd] }, 'vrf', 'bd vrf e1'],
    ['a step comes alone', EMPTY_CANVAS, 's2', 's2'],
    [
      'a step takes its place before those that follow it',
      { ...EMPTY_CANVAS, post_processors: [limit] },
      's1',
      's1 s2',
    ],
  ])('%s', (_title, canvas, id, expected) => {
    expect(ids(after(canvas, TARGET, id))).toBe(expected)
  })

  it('that changes a class leaves it where it is drawn', () => {
    const drawn = { ...bd, position: { x: 5, y: 6 } }
    const target = { ...EMPTY_CANVAS, nodes: [{ ...bd, filters: [{ property: 'name' }] }] }

    expect(after({ ...EMPTY_CANVAS, nodes: [drawn] }, target, 'bd').nodes).toEqual([
      { ...bd, filters: [{ property: 'name' }], position: { x: 5, y: 6 } },
    ])
  })

  it('that removes a class takes its threads along', () => {
    expect(ids(after(TARGET, { ...TARGET, nodes: [bd], edges: [] }, 'vrf'))).toBe('bd s1 s2')
  })

  it('one after the other leads to the proposal', () => {
    let canvas = EMPTY_CANVAS
    for (const id of ['s1', 'e1', 's2']) canvas = after(canvas, TARGET, id)
    expect(openParts(canvas, proposal(TARGET))).toEqual([])
  })
})

it('a part that is rejected leaves the proposal', () => {
  const rejected = openParts(EMPTY_CANVAS, proposal(TARGET)).filter(({ id }) => id === 'vrf')
  const target = applyChanges(TARGET, changesTowards(TARGET, EMPTY_CANVAS, rejected))

  expect(ids(target)).toBe('bd s1 s2')
})

it('knows the reason of each part', () => {
  expect(proposal(TARGET).reasons.get('nodes bd')).toBe('Asked for.')
})

it('finds the classes in a reason', () => {
  expect(withClasses('An fvBD, not afvBD.', new Set(['fvBD'])).filter(({ isClass }) => isClass)).toEqual([
    { text: 'fvBD', isClass: true },
  ])
})
