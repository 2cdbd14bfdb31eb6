import { describe, expect, it } from 'vitest'
import { documentModel } from '../testing/document-model.ts'
import { knownModel } from '../mim/known-model.ts'
import { prepareQuery } from '../query/prepare-query.ts'
import { classInfo } from '../testing/class-info.ts'
import { smallMim } from '../testing/small-mim.ts'

const prepare = (node: object, model = smallMim, sizes?: () => number) =>
  prepareQuery({ canvas: { nodes: [{ id: 'u', ...node }], edges: [], post_processors: [] }, model, sizes })
const shortly = ({ code, path, node_id }: { code: string; path?: string; node_id?: string }) =>
  `${code} ${node_id === 'u' ? path?.replace('nodes.0.', '') : path}`
const errors = (node: object, model = smallMim) => prepare(node, model).errors.map(shortly)
const warnings = (node: object, model = smallMim) => prepare(node, model).warnings.map(shortly)

describe('a union', () => {
  it.each<[string, object, readonly string[]]>([
    ['unknown classes, each at its place', { class_names: ['fvBD', 'fvBd', 'nope'] }, ['unknown_class class_names.1', 'unknown_class class_names.2']], // prettier-ignore
    [
      'both keys and an unknown class',
      { class_name: 'fvBD', class_names: ['nope'] },
      ['bad_value class_names', 'unknown_class class_names.0'],
    ],
    ['an empty list', { class_names: [] }, ['bad_value class_names']],
    ['a name that is none', { class_names: ['fv BD'] }, ['unknown_class class_names.0']],
    ['a property that no class has', { class_names: ['fvBD', 'fvCtx'], properties: ['arpFlood', 'pcEnfPref', 'nope'] }, ['unknown_property properties']], // prettier-ignore
    [
      'a filter on what no class has',
      {
        class_names: ['fvBD', 'fvCtx'],
        filters: [
          { property: 'arpFlood', operator: 'is_set' },
          { property: 'nope', operator: 'is_set' },
        ],
      },
      ['unknown_property filters.1.property'],
    ],
  ])('reports %s', (_, node, expected) => {
    expect(errors(node)).toEqual(expected)
  })

  it('suggests names for each unknown class', () => {
    expect(prepare({ class_names: ['fvBd', 'fvCtxx'] }).errors.map(({ suggestions }) => suggestions?.[0])).toEqual([
      'fvBD',
      'fvCtx',
    ])
  })

  it('warns about each of its classes', () => {
    expect(warnings({ class_names: ['fvBD', 'vzOldCP'] })).toEqual(['deprecated_class class_names.1'])
    expect(prepare({ class_names: ['fvBD', 'fvCtx'] }, smallMim, () => 20_000).warnings.map(shortly)).toEqual([
      'unfiltered_large_class class_names.0',
      'unfiltered_large_class class_names.1',
    ])
  })

  it('warns about a filter that the controller cannot check for one of its classes', () => {
    const filtered = (property: string) => ({
      class_names: ['fvBD', 'l3extOut'],
      filters: [{ property, operator: 'eq', value: 'x' }],
    })

    expect(warnings(filtered('name'), knownModel)).toEqual(['mim_not_installed undefined'])
    expect(warnings(filtered('descr'), knownModel)).toEqual(['mim_not_installed undefined', 'local_filter filters.0'])
  })

  it('knows the columns of all its classes', () => {
    const select = (column: string) =>
      prepareQuery({
        canvas: {
          nodes: [{ id: 'u', class_names: ['fvBD', 'fvCtx'] }],
          edges: [],
          post_processors: [{ type: 'select', config: { columns: [column] } }],
        },
        model: smallMim,
      }).errors.map(({ code }) => code)

    expect([select('arpFlood'), select('pcEnfPref'), select('className'), select('nope')]).toEqual([
      [],
      [],
      [],
      ['unknown_column'],
    ])
  })
})

const logs = documentModel([
  classInfo('aaaModLR', { properties: ['dn', 'created', 'user'] }),
  classInfo('faultInst', { properties: ['dn', 'created', 'code'] }),
  classInfo('fvBD', { properties: ['dn', 'name'] }),
  classInfo('eqptIngrTotalHist15min', { properties: ['dn', 'repIntvEnd'] }),
])

describe('a range of time', () => {
  it.each<[string, object, readonly string[]]>([
    ['no instants', { from: '24h', to: 'today' }, ['bad_value time_range.from', 'bad_value time_range.to']],
    ['its end before its start', { from: '2026-03-02', to: '2026-03-01T23:00:00Z' }, ['bad_value time_range']],
    [
      'variables without a value',
      { from: '{{start}}', to: '{{end}}' },
      ['missing_variable time_range.from', 'missing_variable time_range.to'],
    ],
    ['no ends', {}, ['bad_value time_range']],
  ])('must not have %s', (_, time_range, expected) => {
    expect(errors({ class_name: 'aaaModLR', time_range }, logs)).toEqual(expected)
  })

  it.each<[string, object]>([
    ['instants of any offset', { from: '2026-03-01T12:00:00+02:00', to: '2026-03-01T10:00:00Z' }],
    ['dates', { from: '2026-03-01', to: '2026-03-01' }],
    ['the start of the run', { from: '{{now-24h}}', to: '{{now}}' }],
    ['a variable with a default', { from: '{{start=2026-03-01}}' }],
    ['an end only', { to: '{{now-7d}}' }],
  ])('may have %s', (_, time_range) => {
    expect([
      errors({ class_name: 'aaaModLR', time_range }, logs),
      warnings({ class_name: 'aaaModLR', time_range }, logs),
    ]).toEqual([[], []])
  })

  it.each<[object, typeof logs, readonly string[], readonly string[]]>([
    [{ class_name: 'faultInst' }, logs, [], ['no_history time_range']],
    [{ class_name: 'fvBD' }, logs, ['unknown_property time_range'], []],
    [{ class_name: 'eqptIngrTotalHist15min' }, logs, [], []],
    [{ class_names: ['aaaModLR', 'fvBD'] }, logs, [], ['no_history time_range']],
    [{ class_name: 'eventRecord' }, knownModel, [], ['mim_not_installed undefined']],
    [{ class_name: 'xyzThing' }, knownModel, [], ['mim_not_installed undefined', 'no_history time_range']],
  ])('of %j', (node, model, faults, remarks) => {
    const ranged = { ...node, time_range: { from: '2026-03-01' } }

    expect([errors(ranged, model), warnings(ranged, model)]).toEqual([faults, remarks])
  })

  it('narrows a large class', () => {
    expect(warnings({ class_name: 'eventRecord' }, knownModel)).toContain('unfiltered_large_class nodes.0')
    expect(warnings({ class_name: 'eventRecord', time_range: { from: '2026-03-01' } }, knownModel)).toEqual([
      'mim_not_installed undefined',
    ])
  })
})
