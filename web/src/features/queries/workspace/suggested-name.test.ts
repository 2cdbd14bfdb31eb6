import { EMPTY_CANVAS, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { expect, it } from 'vitest'
import { suggestedName } from './suggested-name.ts'

const bd = { id: 'bd', class_name: 'fvBD', primary: true }
const vrf = { id: 'vrf', class_name: 'fvCtx' }
const filtered = { ...bd, filters: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }] }
const joined = (join: string) => [{ id: 'e', source: 'bd', target: 'vrf', join }]

it.each<[string, Partial<WireCanvas>]>([
  ['fvBD', { nodes: [bd] }],
  ['fvBD with fvCtx', { nodes: [vrf, bd], edges: joined('inner') }],
  ['fvBD without fvCtx', { nodes: [bd, vrf], edges: joined('without') }],
  ['fvBD, arpFlood = yes', { nodes: [filtered] }],
  ['New query', {}],
])('is named %s', (name, canvas) => {
  expect(suggestedName({ ...EMPTY_CANVAS, ...canvas })).toBe(name)
})
