import { describe, expect, it } from 'vitest'
import { classRecord, propertyRecord } from '../../testing/class-record.ts'
import { compiledGraph, idOf, realGraph } from '../../testing/compiled-graph.ts'
import { seededRandom } from '../../testing/random.ts'
import { randomRecords } from '../../testing/random-records.ts'
import { hasRealDocuments } from '../../testing/real-documents.ts'
import { insights } from './insights.ts'
import { packages, topClassPackages } from './packages.ts'

const relation = {
  ...{ from_class: 'fvBD', from_relation: 'fvRsCtx', to_class: 'fvCtx', to_relation: 'fvRtCtx' },
  ...{ type: 'named', cardinality: 'n-to-1' },
}
const graph = compiledGraph([
  classRecord('fvTenant', {
    label: 'Tenant',
    rn_format: 'tn-{name}',
    naming: ['name'],
    is_context_root: true,
    contains: ['fvBD', 'tagTag'],
  }),
  classRecord('fvBD', {
    ...{
      label: 'Bridge Domain',
      rn_format: 'BD-{name}',
      naming: ['name'],
      super_classes: ['fvABD'],
      dn_formats: ['uni/tn-{name}/BD-{name}'],
    },
    properties: [
      propertyRecord('name', { is_naming: true, is_create_only: true }),
      propertyRecord('key', { is_secure: true }),
      propertyRecord('kind', { is_create_only: true }),
      propertyRecord('old', { is_deprecated: true }),
      propertyRecord('code', { value_count: 90 }),
    ],
  }),
  classRecord('fvCtx', { label: 'VRF' }),
  classRecord('tagTag'),
  classRecord('fvABD', { is_abstract: true }),
  classRecord('fvNothing', { is_abstract: true }),
  classRecord('fvRsCtx', { relation, rn_format: 'rsctx' }),
  classRecord('fvRtCtx', { relation, is_configurable: false }),
  classRecord('fvCEp', { is_configurable: false, is_deprecated: true }),
])
const notes = (name: string) =>
  Object.fromEntries(insights(graph, idOf(graph, name)).notes.map(({ title, text }) => [title, text]))

describe('insights', () => {
  it('describe naming, location and special properties of objects', () => {
    expect(notes('fvBD')).toEqual({
      'Points to': 'VRF (fvCtx) through fvRsCtx.',
      Naming: 'Objects below the same parent are identified by name; the RN is `BD-{name}`.',
      Location: 'Below Tenant (fvTenant). A DN looks like `uni/tn-{name}/BD-{name}`.',
      Required: 'Must be set when an object is created: `name`.',
      Secrets: 'Can be written but not read back, so they are empty in results: `key`.',
      'Create-only': 'Can be set only when an object is created: `kind`.',
      'Deprecated properties': 'May be missing in later releases: `old`.',
      'Large enumerations': 'Have dozens of values: `code`.',
    })
  })

  it('name the end of a relation to configure, never the read-only one', () => {
    expect(notes('fvRsCtx')['The end to configure']).toContain('from Bridge Domain (fvBD) to VRF (fvCtx)')
    expect(notes('fvRtCtx')).toEqual({
      'The read-only end':
        'The controller creates these objects below the target. Configure Rs Ctx (fvRsCtx) below Bridge Domain (fvBD) instead.',
    })
    expect(notes('fvCtx')['Referenced by']).toBe('Bridge Domain (fvBD) through fvRsCtx.')
  })

  it.each([
    ['fvTenant', 'Children', 'Bridge Domain (fvBD). Also tags, faults, events, health and statistics (1).'],
    [
      'fvTenant',
      'Context root',
      'Related objects are below the same context root, which makes it a good scope for queries.',
    ],
    ['fvRsCtx', 'Naming', 'There is at most one below each parent; its RN is always `rsctx`.'],
    ['fvABD', 'Abstract class', 'It has no objects. Query its subclasses instead: Bridge Domain (fvBD).'],
    ['fvNothing', 'Abstract class', 'It has no objects, and neither has any known subclass.'],
    ['fvCEp', 'Read-only', 'The controller creates and changes its objects. They can be queried but not configured.'],
    ['fvCEp', 'Deprecated', 'This class may be missing in later releases.'],
  ])('have a note on %s (%s): %s', (name, title, text) => {
    expect(notes(name)[title]).toBe(text)
  })

  it('come from the model and always have a text', () => {
    const graphs = [
      ...Array.from({ length: 10 }, (_, seed) => compiledGraph(randomRecords(seededRandom(seed)))),
      ...(hasRealDocuments ? [realGraph()] : []),
    ]
    for (const one of graphs) {
      for (let id = 0; id < one.classCount; id++) {
        for (const note of insights(one, id).notes) {
          expect(note.source).toBe('model')
          expect(note.text).toMatch(/^[^,.: ].*[.]$/)
        }
      }
    }
  })

  it.skipIf(!hasRealDocuments)('include the key facts about real classes', () => {
    const real = (name: string) =>
      insights(realGraph(), idOf(realGraph(), name)).notes.map(({ title, text }) => `${title}: ${text}`)

    expect(real('vmmUsrAccP')).toContainEqual(expect.stringMatching(/^Secrets: .*`pwd`/))
    expect(real('fvRsCtx')).toContainEqual(expect.stringMatching(/^The end to configure: .*fvABDPol to VRF \(fvCtx\)/))
  })
})

describe('packages', () => {
  it('are listed by name with their class counts', () => {
    expect(packages(graph)).toEqual([
      { name: 'fv', class_count: 8, description: expect.stringContaining('Tenants') as string },
      { name: 'tag', class_count: 1, description: expect.stringContaining('Tags') as string },
    ])
  })

  it('can be listed by size', () => {
    const records = ['vzA', 'vzB', 'aaA', 'aaB', 'fvA', 'fvB', 'fvC'].map((name) => classRecord(name))

    expect(topClassPackages(compiledGraph(records), 2).map(({ name }) => name)).toEqual(['fv', 'aa'])
  })
})
