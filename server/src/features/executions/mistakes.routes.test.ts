import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installModel } from '../../testing/mim/install-model.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type Drawing, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

const text = { baseType: 'string:Basic' }
const listed = (...names: readonly string[]) => names.map((localName) => ({ localName }))
const documentOf = (name: string, containedBy: readonly string[], properties: object = {}) => ({
  [name]: {
    rnFormat: 'x-{name}',
    containedBy: Object.fromEntries(containedBy.map((parent) => [parent, ''])),
    properties,
  },
})
const MODE = { baseType: 'scalar:Enum8', validValues: listed('flood', 'proxy') }
const MTU = { baseType: 'scalar:Uint16', validValues: [{ localName: 'inherit', value: '1' }] }
const CLASSES = [
  documentOf('fv:Tenant', [], { name: text }),
  documentOf('fv:BD', ['fv:Tenant'], { name: text, unkMacUcastAct: MODE, mtu: MTU }),
]

let runs: Runs
let withoutModel: { plain: Checked; backwards: Checked }
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  withoutModel = { plain: await check(edgeOf('fvBD', 'fvCtx')), backwards: await check(edgeOf('fvBD', 'fvTenant')) }
  await installModel(runs.app.app, [...CLASSES, documentOf('fv:Ctx', ['fv:Tenant'], { name: text })], '6.1(1f)')
  await installModel(runs.app.app, CLASSES, '6.0(2h)')
})
afterAll(() => runs.stop())

type Checked = {
  readonly codes: readonly string[]
  readonly valid: boolean
  readonly plan: { readonly text: string } | null
}

async function check(drawing: Drawing): Promise<Checked & { readonly warnings: readonly object[] }> {
  const { body } = await runs.editor.post(`${QUERIES}${await runs.save(drawing)}/validate/`, {})
  return { ...body, codes: [...body.errors, ...body.warnings].map(({ code }: { code: string }) => code) }
}
const edgeOf = (source: string, target: string): Drawing => ({
  nodes: [
    { id: 'a', class_name: source },
    { id: 'b', class_name: target },
  ],
  edges: [{ id: 'e', source: 'a', target: 'b' }],
})
const bds = (parts: object): Drawing => ({ nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'], ...parts }] })
const filtered = (property: string, operator: string, value: unknown) =>
  bds({ filters: [{ property, operator, value }] })

describe('without an installed model', () => {
  it('a plain edge follows the only relation that the built-in table knows', () => {
    expect(withoutModel.plain).toMatchObject({ valid: true, codes: ['mim_not_installed'] })
    expect(withoutModel.plain.plan?.text).toContain('fvRsCtx')
  })

  it('an edge that is drawn backwards is a warning', () => {
    expect(withoutModel.backwards).toMatchObject({ valid: true, codes: ['mim_not_installed', 'backwards'] })
  })
})

describe('with an installed model', () => {
  it('a class that only another imported version has is a warning, and the run shows it', async () => {
    const drawing = { nodes: [{ id: 'ctx', class_name: 'fvCtx', properties: ['name'] }] }
    const message = 'the installed MIM has no class fvCtx, but that of 6.1(1f) has: the controller decides'

    expect(await check(drawing)).toMatchObject({
      valid: true,
      warnings: [{ code: 'other_version', node_id: 'ctx', message }],
    })
    const { status, warnings, row_count } = await runs.run(drawing)
    expect([status, warnings, row_count > 0]).toEqual(['success', [`other_version: ctx: ${message}`], true])
  })

  it('a class that no imported version has is an error', async () => {
    expect(await check({ nodes: [{ id: 'x', class_name: 'fvNone' }] })).toMatchObject({
      valid: false,
      codes: ['unknown_class'],
    })
  })

  it('an impossible value is a warning, and nothing is read', async () => {
    const drawing = filtered('unkMacUcastAct', 'eq', 'flod')
    const checked = await check(drawing)
    expect(checked).toMatchObject({ valid: true, warnings: [{ code: 'bad_value', suggestions: ['flood'] }] })
    expect(checked.plan?.text).toContain('nothing is read')

    const run = await runs.run(drawing)

    expect(run).toMatchObject({
      status: 'success',
      row_count: 0,
      actual_query_path: '',
      warnings: [expect.stringContaining('"flod"')],
    })
  })

  it('shows those who may not see rows no value in the warnings of a run', async () => {
    const { execution_id } = await runs.run(filtered('unkMacUcastAct', 'eq', 'flod'))
    const viewer = await runs.app.userOf('viewer')

    const log = await viewer.get(`/api/queries/execution-logs/${execution_id}/`)

    expect([log.status, log.body.warnings]).toEqual([200, [expect.stringContaining('unkMacUcastAct is never …')]])
    expect(log.text).not.toContain('flod')
  })

  it('a comparison of named numbers is a warning', async () => {
    expect(await check(filtered('mtu', 'gt', 1500))).toMatchObject({
      valid: true,
      warnings: [{ code: 'named_number', path: 'nodes.0.filters.0.value' }],
    })
  })

  it('a key near a known one is a warning', async () => {
    expect(await check(bds({ filter: [], data: {}, width: 7 }))).toMatchObject({
      valid: true,
      warnings: [{ code: 'unknown_key', path: 'nodes.0.filter', suggestions: ['filters'] }],
    })
  })
})
