import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentModel } from '@heddle/domain/testing/document-model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { hasRealDocuments, parseRealDocuments } from '@heddle/domain/testing/real-documents.ts'
import { loadRecorded } from '@heddle/simulators/controller/load-recorded.ts'
import { type Drawing, type Runs, startRuns } from '../../testing/start-runs.ts'

const FOLDER = join(
  process.env['HEDDLE_TEST_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data'),
  'controller',
)
const isThere = existsSync(FOLDER)
if (!isThere) console.warn(`SKIPPED: queries over recorded controller answers, because ${FOLDER} is absent`)

const RECORDINGS = [
  'l3out_overlapping_loopback_check/diff_l3out_loopback_and_rtrId.json',
  'overlapping_vlan_pools_check/fvAEPg.json',
  'overlapping_vlan_pools_check/access_policy.json',
  'vmm_inventory_partial_sync/faultInst_pos.json',
  'vmm_inventory_partial_sync/faultInst_pos2.json',
  'fabric_port_down_check/faultInst_pos.json',
  'static_route_overlap_check/ipRouteP_pos.json',
  'infravlan_overlap_access_policy_check/fvnsEncapBlk_overlap_multiple_vlan_pool.json',
]

type Recorded = { className: string; dn: string; parent: string | undefined; attributes: Record<string, string> }
type Item = Record<string, { attributes: Record<string, string>; children?: Item[] }>

/** The recordings as flat lists, read without any code of the product: what the queries must find. */
const objects: Recorded[] = []
const ofClass = (name: string) => objects.filter(({ className }) => className === name)

function flatten(item: Item, parent?: string): void {
  const [className, { attributes, children = [] }] = Object.entries(item)[0]!
  const dn = attributes['dn'] ?? `${parent}/${attributes['rn']}`
  objects.push({ className, dn, parent, attributes })
  for (const child of children) flatten(child, dn)
}

let runs: Runs | undefined
beforeAll(async () => {
  if (!isThere) return
  const { controller } = (runs = await startRuns())
  for (const recording of RECORDINGS) {
    const answer = JSON.parse(readFileSync(join(FOLDER, recording), 'utf8')) as Item[] | { imdata: Item[] }
    loadRecorded(controller.store, answer)
    for (const item of Array.isArray(answer) ? answer : answer.imdata) flatten(item)
  }
})
afterAll(() => runs?.stop())

const node = (id: string, class_name: string, parts: object = {}) => ({ id, class_name, ...parts })
const edge = (source: string, target: string, parts: object = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...parts,
})
const where = (property: string, operator: string, value: unknown) => ({ filters: [{ property, operator, value }] })

async function rowsOf(drawing: Drawing): Promise<Record<string, string | null>[]> {
  const { error_message, results } = await runs!.run(drawing)
  expect(error_message).toBeNull()
  return results
}
const sorted = (lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line)).sort()

describe.skipIf(!isThere)('queries over recorded answers', () => {
  it('find every object of every class, with its recorded attributes', async () => {
    for (const className of new Set(objects.map((object) => object.className))) {
      const rows = await rowsOf({ nodes: [node('x', className)] })

      expect(rows.map(({ dn }) => dn).sort()).toEqual(
        ofClass(className)
          .map(({ dn }) => dn)
          .sort(),
      )
      for (const { dn, attributes } of ofClass(className)) {
        // Only children have a relative name; objects queried by class have the full one.
        const { rn: _, ...recorded } = attributes
        expect(rows.find((row) => row.dn === dn)).toMatchObject({ ...recorded, className })
      }
    }
  })

  it.each([
    ['eq', 'F0132'],
    ['in', ['F0132', 'F9999']],
    ['starts_with', 'F01'],
    ['matches', '^F0\\d+$'],
  ])('find faults by their code: %s %j', async (operator, value) => {
    const rows = await rowsOf({ nodes: [node('f', 'faultInst', where('code', operator, value))] })

    const expected = ofClass('faultInst').filter(({ attributes }) => attributes['code'] === 'F0132')
    expect(rows.map(({ dn }) => dn).sort()).toEqual(expected.map(({ dn }) => dn).sort())
    expect(rows.length).toBeGreaterThan(0)
  })

  it('follow an L3Out down five levels to the members of its paths', async () => {
    const classes = ['l3extOut', 'l3extLNodeP', 'l3extLIfP', 'l3extRsPathL3OutAtt', 'l3extMember']
    const rows = await rowsOf({
      nodes: classes.map((name) => node(name, name, { properties: ['dn'] })),
      edges: classes.slice(1).map((name, index) => edge(classes[index]!, name, { depth: 'child' })),
    })

    const chainOf = (member: Recorded): string[] => {
      const above = objects.find(({ dn }) => dn === member.parent)
      return above ? [...chainOf(above), member.dn] : [member.dn]
    }
    const expected = ofClass('l3extMember').map(chainOf)
    const found = rows.map((row) => [...classes.slice(0, 4).map((name) => row[`${name}.dn`]), row.dn])
    expect(sorted(found)).toEqual(sorted(expected))
    expect(expected[0]).toHaveLength(5)
  })

  it('join the router ids of an L3Out with its loopbacks, including those without one', async () => {
    const rows = await rowsOf({
      nodes: [
        node('out', 'l3extOut'),
        node('leaf', 'l3extRsNodeL3OutAtt', { primary: true, properties: ['rtrId', 'tDn'] }),
        node('loop', 'l3extLoopBackIfP', { properties: ['addr'] }),
      ],
      edges: [edge('out', 'leaf'), edge('leaf', 'loop', { join: 'left' })],
    })

    const expected = ofClass('l3extRsNodeL3OutAtt').map(({ dn, attributes }) => [
      dn,
      attributes['rtrId'],
      ofClass('l3extLoopBackIfP').find(({ parent }) => parent === dn)?.attributes['addr'] ?? null,
    ])
    expect(sorted(rows.map((row) => [row.dn, row['rtrId'], row['loop.addr']]))).toEqual(sorted(expected))
    expect(rows.some((row) => row['loop.addr'] !== null)).toBe(true)
  })

  it('find the domains of EPGs, recorded as children without a DN', async () => {
    const rows = await rowsOf({
      nodes: [node('epg', 'fvAEPg'), node('dom', 'fvRsDomAtt', { primary: true, properties: ['tDn'] })],
      edges: [edge('epg', 'dom')],
    })

    expect(sorted(rows.map((row) => [row['epg.dn'], row.dn, row['tDn']]))).toEqual(
      sorted(ofClass('fvRsDomAtt').map(({ parent, dn, attributes }) => [parent, dn, attributes['tDn']])),
    )
  })

  it.each([
    ['no more than', 'le', 102],
    ['at least', 'ge', 103],
    ['between', 'between', [101, 102]],
  ])('compare node blocks as numbers: %s', async (_, operator, value) => {
    const rows = await rowsOf({
      nodes: [node('blk', 'infraNodeBlk', { ...where('from_', operator, value), properties: ['from_', 'to_'] })],
    })

    const [low, high] = operator === 'le' ? [0, 102] : operator === 'ge' ? [103, Infinity] : [101, 102]
    const expected = ofClass('infraNodeBlk').filter(
      ({ attributes }) => Number(attributes['from_']) >= low && Number(attributes['from_']) <= high,
    )
    expect(rows.map(({ dn }) => dn).sort()).toEqual(expected.map(({ dn }) => dn).sort())
    expect(rows.length).toBeGreaterThan(0)
  })

  it('follow access policies: port selector to policy group to the attached entity profile', async () => {
    const rows = await rowsOf({
      nodes: [
        node('ports', 'infraHPortS', { primary: true, properties: ['name'] }),
        node('group', 'infraAccPortGrp'),
        node('aep', 'infraAttEntityP'),
      ],
      edges: [
        edge('ports', 'group', { kind: 'references', through: 'infraRsAccBaseGrp' }),
        edge('group', 'aep', { kind: 'references', through: 'infraRsAttEntP' }),
      ],
    })

    const targets = (through: string, from: string) =>
      ofClass(through)
        .filter(({ dn }) => dn.slice(0, dn.lastIndexOf('/')) === from)
        .map(({ attributes }) => attributes['tDn'])
    const has = (className: string, dn: string | undefined) => ofClass(className).some((object) => object.dn === dn)
    const expected = ofClass('infraHPortS').flatMap(({ dn }) =>
      targets('infraRsAccBaseGrp', dn)
        .filter((group) => has('infraAccPortGrp', group))
        .flatMap((group) =>
          targets('infraRsAttEntP', group!)
            .filter((aep) => has('infraAttEntityP', aep))
            .map((aep) => [dn, group, aep]),
        ),
    )
    expect(sorted(rows.map((row) => [row.dn, row['group.dn'], row['aep.dn']]))).toEqual(sorted(expected))
    expect(expected.length).toBeGreaterThan(5)
  })

  it('find two classes in one list, with the attributes that each of them has', async () => {
    const union = { id: 'u', class_names: ['fvnsEncapBlk', 'infraNodeBlk', 'faultInst'] }
    const rows = await rowsOf({ nodes: [union] })

    const expected = union.class_names.flatMap(ofClass)
    expect(rows.map(({ dn }) => dn)).toEqual(expected.map(({ dn }) => dn).sort())
    for (const { className, dn, attributes } of expected) {
      const { rn: _, ...recorded } = attributes
      expect(rows.find((row) => row.dn === dn)).toMatchObject({ ...recorded, className })
    }
    expect(new Set(rows.map(({ className }) => className)).size).toBe(3)
  })

  it('find the blocks of pools and profiles by what contains them', async () => {
    const rows = await rowsOf({
      nodes: [
        { id: 'above', class_names: ['fvnsVlanInstP', 'infraLeafS'], properties: ['dn'] },
        { id: 'block', class_names: ['fvnsEncapBlk', 'infraNodeBlk'], properties: ['dn'], primary: true },
      ],
      edges: [edge('above', 'block', { depth: 'child' })],
    })

    const above = [...ofClass('fvnsVlanInstP'), ...ofClass('infraLeafS')]
    const blocks = [...ofClass('fvnsEncapBlk'), ...ofClass('infraNodeBlk')]
    const expected = above.flatMap((one) =>
      blocks.filter(({ dn }) => dn.startsWith(`${one.dn}/`)).map(({ dn }) => [one.dn, dn]),
    )
    expect(sorted(rows.map((row) => [row['above.dn'], row.dn]))).toEqual(sorted(expected))
    expect(new Set(rows.map((row) => row['above.className'])).size).toBe(2)
  })

  it('find VLAN pools without a block', async () => {
    const rows = await rowsOf({
      nodes: [node('pool', 'fvnsVlanInstP', { primary: true }), node('block', 'fvnsEncapBlk')],
      edges: [edge('pool', 'block', { join: 'without' })],
    })

    const expected = ofClass('fvnsVlanInstP').filter(
      ({ dn }) => !ofClass('fvnsEncapBlk').some((block) => block.dn.startsWith(`${dn}/`)),
    )
    expect(rows.map(({ dn }) => dn).sort()).toEqual(expected.map(({ dn }) => dn).sort())
  })
})

describe.skipIf(!hasRealDocuments)('canvases checked against real class documents', () => {
  const model = hasRealDocuments ? documentModel(parseRealDocuments()) : undefined
  const prepare = (nodes: object[], edges: object[] = []) =>
    prepareQuery({ canvas: { nodes, edges, post_processors: [] }, model: model! })
  const codes = (...args: Parameters<typeof prepare>) => prepare(...args).errors.map(({ code }) => code)

  it('infer containment and relations', () => {
    const { errors, warnings, plan } = prepare(
      [node('t', 'fvTenant'), node('bd', 'fvBD', { primary: true }), node('vrf', 'fvCtx')],
      [edge('t', 'bd'), edge('bd', 'vrf')],
    )

    expect([errors, warnings]).toEqual([[], []])
    expect(plan!.fetches.flatMap(({ tables }) => tables.map(({ class_name }) => class_name))).toContain('fvRsCtx')
  })

  it.each([
    ['a class', [node('x', 'fvBDD')], [], 'unknown_class', 'fvBD'],
    ['a property', [node('x', 'fvBD', { properties: ['arpFlod'] })], [], 'unknown_property', 'arpFlood'],
    ['a property of a filter', [node('x', 'fvAEPg', where('nmae', 'eq', 'x'))], [], 'unknown_property', 'name'],
  ])('suggest the right spelling of %s', (_, nodes, edges, code, suggestion) => {
    const { errors } = prepare(nodes, edges)

    expect(errors).toMatchObject([{ code }])
    expect(errors[0]!.suggestions).toContain(suggestion)
  })

  it.each([
    [
      'in the wrong direction',
      [node('bd', 'fvBD'), node('t', 'fvTenant')],
      [edge('bd', 't', { kind: 'contains' })],
      ['impossible_containment'],
    ],
    [
      'without a relation',
      [node('bd', 'fvBD'), node('p', 'infraPortBlk')],
      [edge('bd', 'p', { kind: 'references' })],
      ['no_relation'],
    ],
  ])('reject an edge %s', (_, nodes, edges, expected) => {
    expect(codes(nodes, edges)).toEqual(expected)
  })

  it.each([
    ['a property that one of them has', ['fvBD', 'fvCtx'], 'arpFlood', []],
    ['a property that none of them has', ['fvBD', 'fvCtx'], 'nmae', ['unknown_property']],
    ['an unknown class among them', ['fvBD', 'fvBDD'], 'name', ['unknown_class']],
  ])('check a union with %s', (_, class_names, property, expected) => {
    expect(codes([{ id: 'u', class_names, ...where(property, 'is_set', undefined) }])).toEqual(expected)
  })

  it('know the values of enumerations and accept any other value', () => {
    expect(codes([node('bd', 'fvBD', where('arpFlood', 'eq', 'yes'))])).toEqual([])
    expect(codes([node('bd', 'fvBD', where('mtu', 'ge', 9000))])).toEqual([])
  })
})
