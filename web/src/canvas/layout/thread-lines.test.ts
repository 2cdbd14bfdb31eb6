import { describe, expect, it } from 'vitest'
import { overlaps } from './boxes.ts'
import { labelWidth, lanesOf, placeLabels, threadLine } from './thread-lines.ts'

const box = (x: number, y: number) => ({ x, y, width: 200, height: 80 })
const HOME = box(0, 0)

describe('a thread', () => {
  it.each([
    ['to the right', box(300, 20), { x: 200, y: 40 }, 'left'],
    ['to the left', box(-300, 20), { x: 0, y: 40 }, 'right'],
    ['down', box(20, 200), { x: 100, y: 80 }, 'top'],
    ['up', box(20, -200), { x: 100, y: 0 }, 'bottom'],
    ['where the gap is largest', box(230, 200), { x: 100, y: 80 }, 'top'],
    ['sideways from what it overlaps', box(40, 20), { x: 200, y: 40 }, 'left'],
  ] as const)('leaves %s', (_name, target, start, endSide) => {
    expect(threadLine(HOME, target)).toMatchObject({ start, endSide })
  })

  it('runs beside others between the same nodes', () => {
    const pair = { source: 'a', target: 'b' }

    expect(lanesOf([pair, { source: 'b', target: 'a' }, { source: 'a', target: 'c' }, pair])).toEqual([0, 1, 0, -1])
    expect(threadLine(HOME, box(300, 0), 1).start.y).toBeGreaterThan(threadLine(HOME, box(300, 0)).start.y)
  })
})

describe('labels', () => {
  const placed = (targets: readonly ReturnType<typeof box>[]) => {
    const nodes = [HOME, ...targets]
    const labels = placeLabels(
      targets.map((target) => ({ line: threadLine(HOME, target), width: labelWidth('fvRsCtx · left · 54') })),
      nodes,
    )
    return { nodes, labels }
  }

  it.each([
    ['far apart', [box(420, 0)]],
    ['close together', [box(244, 0)]],
    ['in a row and below', [box(244, 0), box(0, 124), box(244, 124)]],
    ['many from one', Array.from({ length: 8 }, (_, index) => box(420, index * 120 - 400))],
  ])('cover neither nodes nor each other: nodes %s', (_name, targets) => {
    const { nodes, labels } = placed(targets)

    const all = [...nodes, ...labels]
    const covered = labels.filter((label, index) =>
      all.some((other, at) => at !== nodes.length + index && overlaps(label, other)),
    )
    expect(covered).toEqual([])
  })

  it('are placed on their thread where there is room', () => {
    const { labels } = placed([box(600, 0)])

    expect(labels[0]!.y + labels[0]!.height / 2).toBe(40)
  })
})
