import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { nodeName, nodeNotes, threadLabel, threadName, threadNotes } from './part-names.ts'

const BD = { id: 'bd', class_name: 'fvBD' }
const CANVAS = wireCanvas({
  nodes: [BD, { id: 'ctx', class_name: 'fvCtx' }, { id: 'g', class_names: ['fvAEPg', 'l3extInstP'] }],
})
const edge = (given: object) => ({ id: 'e', source: 'bd', target: 'ctx', ...given })

describe('the name of a node', () => {
  it.each([
    [BD, undefined, 'fvBD'],
    [BD, { state: 'waiting' }, 'fvBD, waiting'],
    [BD, { state: 'done', rows: 59 }, 'fvBD, 59 rows, done'],
    [BD, { state: 'done', rows: 1 }, 'fvBD, 1 row, done'],
    [BD, { state: 'reading', rows: 500, total: 4300 }, 'fvBD, 500 of 4,300 rows, reading'],
    [{ id: 'n' }, undefined, 'no class'],
    [CANVAS.nodes[2]!, undefined, 'fvAEPg or l3extInstP'],
  ] as const)('%j %j', (node, run, name) => {
    expect(nodeName(node, run)).toBe(name)
  })

  it('leaves what else is worth knowing to a description', () => {
    expect(nodeNotes({ ...BD, alias: 'B' }, { isPrimary: true, isSelected: true, problems: 2 })).toBe(
      'named B, gives the rows, 2 problems, selected',
    )
    expect(nodeNotes(BD, { isPrimary: false, isSelected: false, problems: 0 })).toBe('')
  })
})

describe('a thread', () => {
  it.each([
    [
      { kind: 'references', through: 'fvRsCtx' },
      54,
      'fvBD references fvCtx through fvRsCtx, 54 rows',
      'fvRsCtx n:1 · 54',
      '',
    ],
    [{ kind: 'contains', depth: 'child' }, undefined, 'fvBD contains fvCtx', 'contains child', 'direct children only'],
    [
      { kind: 'match', on: { source: 'a', target: 'b' }, join: 'left' },
      1,
      'fvBD matches fvCtx, 1 row',
      'match a = b · left · 1',
      'left join',
    ],
    [
      {
        kind: 'match',
        on: [
          { source: 'ip', target: ['from', 'to'], op: 'between' },
          { source: 'x', target: 'y' },
        ],
        join: 'without',
      },
      undefined,
      'fvBD matches fvCtx',
      'match ip between from … to +1 · without',
      'without',
    ],
    [
      { kind: 'match', on: [{ source: { expression: 'a + 1' }, target: 'b', op: 'overlaps' }] },
      undefined,
      'fvBD matches fvCtx',
      'match a + 1 overlaps b',
      '',
    ],
    [{}, undefined, 'fvBD joins fvCtx', 'auto', ''],
    [{ target: 'gone', kind: 'contains' }, undefined, 'fvBD contains no class', 'contains', ''],
  ])('%j', (given, count, name, label, notes) => {
    expect(threadName(edge(given), CANVAS, count)).toBe(name)
    expect(threadLabel(edge(given), { count, cardinality: 'n:1' })).toBe(label)
    expect(threadNotes(edge(given), { isSelected: false, problems: 0 })).toBe(notes)
  })
})
