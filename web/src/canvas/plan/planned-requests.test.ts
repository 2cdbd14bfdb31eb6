import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { partOf, requestLines } from './planned-requests.ts'

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
