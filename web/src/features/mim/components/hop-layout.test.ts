import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { hopLayout, hopsOf, threadTo } from './hop-layout.ts'

const reference = (class_name: string) => ({ class_name, display_name: `${class_name} label` })
const relation = (class_name: string, direction: 'to' | 'from'): Wire.MimRelationships['associations'][number] => ({
  ...reference(class_name),
  direction,
  relation_class: 'fvRsCtx',
  reverse_class: null,
  cardinality: 'n-to-1',
  type: 'named',
  inherited_from: null,
})
const RELATIONSHIPS: Wire.MimRelationships = {
  class_name: 'fvBD',
  containers: [reference('fvTenant')],
  contained: Array.from({ length: 12 }, (_, index) => reference(`fvChild${index}`)),
  generic_count: 3,
  associations: [relation('l3extOut', 'from'), relation('fvCtx', 'to')],
}

it('names every class one step away, with the relation as people write it', () => {
  const hops = hopsOf(RELATIONSHIPS)

  expect(hops).toHaveLength(15)
  expect(hops.slice(13).map(({ kind, className, cardinality }) => [kind, className, cardinality])).toEqual([
    ['to', 'fvCtx', 'n:1'],
    ['from', 'l3extOut', 'n:1'],
  ])
})

it('names the objects that relations are after what else a class contains', () => {
  const contained = ['dhcpLbl', 'fvRsCtx', 'fvRtBd', 'fvSubnet'].map(reference)

  expect(
    hopsOf({ ...RELATIONSHIPS, contained })
      .slice(1, 5)
      .map(({ className }) => className),
  ).toEqual(['dhcpLbl', 'fvSubnet', 'fvRsCtx', 'fvRtBd'])
})

describe('the drawing', () => {
  const layout = hopLayout(hopsOf(RELATIONSHIPS))
  const group = (wanted: string) => layout.groups.find(({ kind }) => kind === wanted)!

  it('has what contains or refers on the left, the rest on the right, and nothing on top of each other', () => {
    const boxes = layout.groups.flatMap((one) => one.boxes)
    const overlaps = boxes.flatMap((box, index) =>
      boxes.slice(index + 1).filter((other) => other.x === box.x && Math.abs(other.y - box.y) < box.height),
    )

    expect([group('container'), group('from')].every(({ captionAt }) => captionAt.x === 0)).toBe(true)
    expect([group('contained'), group('to')].every(({ captionAt }) => captionAt.x > layout.center.x)).toBe(true)
    expect(overlaps).toEqual([])
    expect(boxes.every(({ y, height }) => y >= 0 && y + height <= layout.height)).toBe(true)
  })

  it('shows a few of a large group, and counts the others', () => {
    expect([group('contained').count, group('contained').boxes.length, group('contained').hidden]).toEqual([12, 7, 5])
  })

  it('draws threads from the side of the class to the near side of a box', () => {
    const [container] = group('container').boxes

    expect(threadTo(layout, container!)).toMatch(
      new RegExp(`^M${layout.center.x} .* ${container!.width} ${container!.y + container!.height / 2}$`),
    )
  })

  it('is drawn for a class that stands alone', () => {
    const alone = hopLayout([])

    expect([alone.groups, alone.height]).toEqual([[], 64])
  })
})
