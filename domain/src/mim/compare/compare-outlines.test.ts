import { describe, expect, it } from 'vitest'
import { classRecord, propertyRecord } from '../../testing/class-record.ts'
import { compiledGraph } from '../../testing/compiled-graph.ts'
import type { ClassRecord } from '../class-record.ts'
import { outlineLines } from './class-outline.ts'
import { compareOutlines, readOutlines, takesAway } from './compare-outlines.ts'

const outlines = (records: readonly ClassRecord[]) => readOutlines(outlineLines(compiledGraph(records)))
const flood = (...values: string[]) => propertyRecord('arpFlood', { type: 'enum', values })
const relation = (to_class: string) =>
  classRecord('fvRsCtx', {
    relation: {
      from_class: 'fvBD',
      from_relation: 'fvRsCtx',
      to_class,
      to_relation: 'fvRtCtx',
      type: 'named',
      cardinality: 'n-to-1',
    },
  })

const BEFORE = outlines([
  classRecord('fvBD', { properties: ['name', 'mac', 'mtu', flood('no', 'yes', 'maybe')] }),
  classRecord('fvOld', { properties: ['name'] }),
  classRecord('fvSame', { properties: ['name'] }),
  classRecord('fvGrown', { properties: ['name'] }),
  classRecord('fvCtx'),
  classRecord('fvVrf'),
  relation('fvCtx'),
])
const AFTER = outlines([
  classRecord('fvBD', {
    properties: ['name', propertyRecord('mtu', { type: 'integer' }), flood('no', 'yes', 'always'), 'descr'],
  }),
  classRecord('fvNew'),
  classRecord('fvSame', { properties: ['name'] }),
  classRecord('fvGrown', { properties: ['name', 'descr'] }),
  classRecord('fvCtx'),
  classRecord('fvVrf'),
  relation('fvVrf'),
])
const COMPARISON = compareOutlines(BEFORE, AFTER)

describe('two versions of a class model', () => {
  it('differ in classes, properties, types, values and relations', () => {
    expect([COMPARISON.removed, COMPARISON.added]).toEqual([['fvOld'], ['fvNew']])
    expect(COMPARISON.changed).toEqual([
      {
        class_name: 'fvBD',
        removed: ['mac'],
        added: ['descr'],
        retyped: [{ property: 'mtu', before: 'string', after: 'integer' }],
        values: [{ property: 'arpFlood', removed: ['maybe'] }],
        relation: null,
      },
      {
        class_name: 'fvRsCtx',
        removed: [],
        added: [],
        retyped: [],
        values: [],
        relation: { before: 'fvBD > fvCtx', after: 'fvBD > fvVrf' },
      },
      expect.objectContaining({ class_name: 'fvGrown', removed: [], added: ['descr'] }),
    ])
    expect(COMPARISON.changed.map(takesAway)).toEqual([true, true, false])
  })

  it('do not differ from themselves', () => {
    expect(compareOutlines(BEFORE, BEFORE)).toEqual({ removed: [], added: [], changed: [] })
  })
})
