import { wireCanvas, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { applyChanges } from '@heddle/domain/canvas-editing/changes.ts'
import { describe, expect, it } from 'vitest'
import { freeSpot, overlaps } from './boxes.ts'
import { filterLine } from './filter-line.ts'
import { nodeLines } from './node-lines.ts'
import { boxesOf, settledPlaces, tidied } from './places.ts'

describe('a filter in one line', () => {
  it.each([
    [{ property: 'name', operator: 'eq', value: '{{tenant}}' }, 'name = {{tenant}}'],
    [{ property: 'mtu', operator: 'between', value: [1, 9] }, 'mtu 1 … 9'],
    [{ property: 'name', operator: 'is_set' }, 'name is set'],
    [{ property: 'code', operator: 'in', value: ['a', 'b'] }, 'code is one of a, b'],
    [{ property: 'descr', operator: 'eq', value: '' }, 'descr = ""'],
    [
      { any: [{ property: 'a', operator: 'gt', value: 1 }, { all: [{ property: 'b', operator: 'is_empty' }] }] },
      'a > 1 or (b is empty)',
    ],
    [{ not: { property: 'a', operator: 'contains', value: 'x' } }, 'not (a contains x)'],
    [{ property: 'a' }, 'a ?'],
    [7, '?'],
  ])('%j', (filter, line) => {
    expect(filterLine(filter)).toBe(line)
  })
})

describe('the lines of a node', () => {
  const filter = (value: string) => ({ property: 'name', operator: 'eq', value })
  it.each([
    [{}, true, ['all properties']],
    [{}, false, ['naming properties']],
    [
      { filters: [filter('a'), filter('b'), filter('c')], properties: ['dn', 'name'] },
      true,
      ['name = a', 'and 2 more filters', 'dn, name'],
    ],
    [
      { scope_dn: 'uni/tn-x', time_range: { from: '{{now-24h}}' } },
      true,
      ['below uni/tn-x', 'since {{now-24h}}', 'all properties'],
    ],
  ])('%j', (node, isPrimary, lines) => {
    expect(nodeLines(node, isPrimary)).toEqual(lines)
  })
})

/** Tenants with children, every third one referring to the next. */
function large(count: number): WireCanvas {
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, class_name: 'fvBD' }))
  const edges = nodes.slice(1).map(({ id }, index) => ({
    id: `e${index}`,
    source: `n${Math.floor(index / 3)}`,
    target: id,
    kind: index % 4 === 0 ? 'references' : 'contains',
  }))
  return wireCanvas({ nodes, edges })
}

const hasOverlap = (canvas: WireCanvas): boolean => {
  const boxes = [...boxesOf(canvas).values()]
  return boxes.some((box, index) => boxes.slice(index + 1).some((other) => overlaps(box, other)))
}

describe('tidying', () => {
  it.each([1, 3, 40, 200])('%i nodes lets no two of them overlap', (count) => {
    const canvas = large(count)
    const after = applyChanges(canvas, tidied(canvas))

    expect(hasOverlap(after)).toBe(false)
    expect(tidied(after)).toEqual([])
  })

  it('lets containment run down, and references sideways', () => {
    const canvas = wireCanvas({
      nodes: [{ id: 'tenant' }, { id: 'bd' }, { id: 'vrf' }],
      edges: [
        { id: 'a', source: 'tenant', target: 'bd', kind: 'contains' },
        { id: 'b', source: 'bd', target: 'vrf', kind: 'references' },
      ],
    })
    const [tenant, bd, vrf] = canvas.nodes.map(({ id }) => boxesOf(canvas).get(id)!)

    expect(bd!.y).toBeGreaterThan(tenant!.y + tenant!.height)
    expect(vrf!.x).toBeGreaterThan(bd!.x + bd!.width)
  })

  it('leaves places alone that nodes say, and writes the others down', () => {
    const canvas = wireCanvas({ nodes: [{ id: 'a', position: { x: 5, y: 6 } }, { id: 'b' }] })

    expect(boxesOf(canvas).get('a')).toMatchObject({ x: 5, y: 6 })
    expect(settledPlaces(canvas)).toHaveLength(1)
    expect(hasOverlap(canvas)).toBe(false)
  })
})

describe('a free place', () => {
  const box = (x: number, y: number) => ({ x, y, width: 100, height: 50 })
  it.each([
    [[], { x: 0, y: 0 }],
    [[box(0, 0)], { x: 0, y: 80 }],
    [[box(500, 0)], { x: 0, y: 0 }],
  ])('beside %j', (boxes, place) => {
    expect(freeSpot(box(0, 0), boxes)).toEqual(place)
  })
})
