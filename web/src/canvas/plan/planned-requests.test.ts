import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { partOf, plannedReads, requestLines } from './planned-requests.ts'

const canvas = wireCanvas({ nodes: [{ id: 'bd' }, { id: 'vrf' }], edges: [{ id: 'e1', source: 'bd', target: 'vrf' }] })

describe('a planned request', () => {
  it.each([
    ['/api/class/fvBD.json', ['/api/class/fvBD.json']],
    ['/api/class/fvBD.json?order-by=fvBD.dn&page=0', ['/api/class/fvBD.json', '?order-by=fvBD.dn', '&page=0']],
    ['/api/mo/uni.json?a=b?c', ['/api/mo/uni.json', '?a=b?c']],
  ])('%s is written in lines that are it again', (request, lines) => {
    expect(requestLines(request)).toEqual(lines)
    expect(requestLines(request).join('')).toBe(request)
  })

  it.each([
    ['bd', { kind: 'nodes', id: 'bd' }],
    ['e1:fvRsCtx', { kind: 'edges', id: 'e1' }],
    ['e1', { kind: 'edges', id: 'e1' }],
    ['rows', undefined],
  ])('of %s belongs to a part of the canvas', (id, part) => {
    expect(partOf({ step: 'fetch', id, text: '' }, canvas)).toEqual(part)
  })
})

it('a plan is counted once, with the requests whose path is not known yet', () => {
  const steps = [
    { step: 'fetch', id: 'bd', text: '', request: '/api/class/fvBD.json', estimated_rows: 40.4 },
    { step: 'fetch', id: 'vrf', text: '', estimated_rows: 11.8 },
    { step: 'join', id: 'e1', text: '', estimated_rows: 9 },
  ] as const

  expect(plannedReads({ text: '', steps: [...steps] })).toEqual({ requests: 2, objects: 52 })
})
