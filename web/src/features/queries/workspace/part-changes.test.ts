import { diffCanvases } from '@heddle/domain/canvas-editing/diff.ts'
import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { partChanges } from './part-changes.ts'

const node = (values: object) => wireCanvas({ nodes: [{ id: 'n', class_name: 'fvSubnet', ...values }] })
const step = (config: object) => wireCanvas({ post_processors: [{ id: 's', type: 'limit', config }] })
const IP = { property: 'ip', operator: 'starts_with', value: '192.168.' }
const SCOPE = { property: 'scope', operator: 'eq', value: 'public' }

describe('what changed in a part', () => {
  it.each([
    [node({ filters: [SCOPE] }), node({ filters: [SCOPE, IP] }), ['filter added: ip starts with 192.168.']],
    [node({ filters: [SCOPE] }), node({}), ['filter removed: scope = public']],
    [node({ filters: [SCOPE, IP] }), node({ filters: [IP, SCOPE] }), ['filters in another order']],
    [node({ properties: ['ip'] }), node({ properties: ['ip', 'descr'] }), ['property added: descr']],
    [node({ alias: 'net' }), node({}), ['alias: net → none']],
    [node({}), node({ is_primary: true }), ['is_primary: none → true']],
    [node({ scope_dn: 'uni' }), node({ scope_dn: `uni/${'x'.repeat(200)}` }), [`scope_dn: uni → uni/${'x'.repeat(116)}…`]], // prettier-ignore
    [step({ count: 10 }), step({ count: 5 }), ['10 → 5']],
    [step({ count: 10, note: 1 }), step({ count: 10, note: 2 }), ['settings']],
  ])('is named with its values: %#', (before, after, expected) => {
    const [part] = diffCanvases(before, after)
    const of = (canvas: typeof before) => canvas[part!.kind][0]!

    expect(partChanges(part!, of(before), of(after))).toEqual(expected)
  })
})
