import { describe, expect, it } from 'vitest'
import { mergeCanvases } from './merge.ts'
import { wireCanvas, type WireCanvas } from './wire-canvas.ts'

const BD = { id: 'bd', class_name: 'fvBD', filters: ['web'], position: { x: 0, y: 0 } }
const VRF = { id: 'vrf', class_name: 'fvCtx' }
const EDGE = { id: 'e1', source: 'bd', target: 'vrf' }
const LIMIT = { id: 's1', type: 'limit', enabled: true, config: { count: 10 } }
const SUBNET = { id: 'subnet', class_name: 'fvSubnet' }

type Parts = Partial<Record<keyof WireCanvas, readonly object[]>>
const canvas = (parts: Parts = {}): WireCanvas =>
  wireCanvas({ nodes: [BD, VRF], edges: [EDGE], post_processors: [LIMIT], ...parts })
const BASE = canvas()
const withBd = (bd: object): Parts => ({ nodes: [{ ...BD, ...bd }, VRF] })

const merge = (mine: Parts, theirs: Parts) => mergeCanvases(BASE, canvas(mine), canvas(theirs))

describe('two canvases that began as one', () => {
  it.each([
    ['nothing and something', {}, { edges: [] }, { edges: [] }],
    ['the same change', { edges: [] }, { edges: [] }, { edges: [] }],
    [
      'a filter and a step',
      withBd({ filters: ['db'] }),
      { post_processors: [] },
      { ...withBd({ filters: ['db'] }), post_processors: [] },
    ],
    [
      'two keys of one node',
      withBd({ filters: ['db'] }),
      withBd({ alias: 'B' }),
      withBd({ filters: ['db'], alias: 'B' }),
    ],
    [
      'a key that is gone and another',
      { nodes: [{ ...BD, filters: undefined }, VRF] },
      withBd({ alias: 'B' }),
      { nodes: [{ id: 'bd', class_name: 'fvBD', position: BD.position, alias: 'B' }, VRF] },
    ],
    [
      'a node each',
      { nodes: [BD, VRF, SUBNET] },
      { nodes: [BD, VRF, { id: 'epg', class_name: 'fvAEPg' }] },
      { nodes: [BD, VRF, { id: 'epg', class_name: 'fvAEPg' }, SUBNET] },
    ],
    ['a node taken out and one moved', { nodes: [VRF], edges: [] }, withBd({ position: { x: 9, y: 9 } }), { nodes: [VRF], edges: [] }], // prettier-ignore
    [
      'two places of one node',
      withBd({ position: { x: 5, y: 5 } }),
      withBd({ position: { x: 9, y: 9 } }),
      withBd({ position: { x: 9, y: 9 } }),
    ],
    [
      'steps in another order and a changed one',
      { post_processors: [{ id: 's0', type: 'sort' }, LIMIT] },
      { post_processors: [{ ...LIMIT, enabled: false }] },
      {
        post_processors: [
          { id: 's0', type: 'sort' },
          { ...LIMIT, enabled: false },
        ],
      },
    ],
  ] as const)('merge %s', (_name, mine, theirs, expected) => {
    expect(merge(mine, theirs)).toEqual({ ok: true, canvas: canvas(expected) })
  })

  it.each([
    ['one key', withBd({ filters: ['db'] }), withBd({ filters: ['app'] }), [{ kind: 'nodes', id: 'bd' }]],
    ['a changed and a removed part', withBd({ alias: 'B' }), { nodes: [VRF] }, [{ kind: 'nodes', id: 'bd' }]],
    ['a removed and a changed part', { nodes: [VRF] }, withBd({ alias: 'B' }), [{ kind: 'nodes', id: 'bd' }]],
    [
      'two parts with one id',
      { nodes: [BD, VRF, SUBNET] },
      { nodes: [BD, VRF, { ...SUBNET, class_name: 'fvAEPg' }] },
      [{ kind: 'nodes', id: 'subnet' }],
    ],
    [
      'a thread to a node that is gone',
      { edges: [EDGE, { id: 'e2', source: 'vrf', target: 'bd' }] },
      { nodes: [VRF], edges: [] },
      [{ kind: 'edges', id: 'e2' }],
    ],
    [
      'which steps there are',
      { post_processors: [LIMIT, { id: 's2', type: 'sort' }] },
      { post_processors: [] },
      [{ kind: 'post_processors' }],
    ],
  ] as const)('clash in %s', (_name, mine, theirs, clashes) => {
    expect(merge(mine, theirs)).toEqual({ ok: false, clashes })
  })
})
