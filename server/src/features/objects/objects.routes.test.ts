import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateFabric } from '@heddle/simulators/controller/generate-fabric.ts'
import { readAttribute } from '@heddle/simulators/controller/model/layout.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import { installModel } from '../../testing/mim/install-model.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns({ controller: { store: generateFabric({ size: 'small', seed: 1 }) } })
})
afterAll(() => runs.stop())

const view = (dn: string, include?: string, client = runs.editor, connection = runs.connection) => {
  const search = new URLSearchParams({ dn, ...(include !== undefined && { include }) })
  return client.get(`/api/controller/connections/${connection}/object/?${search.toString()}`)
}
const store = () => runs.controller.store
const epg = () => store().ofClass('fvAEPg')[0]!

describe('an object of a fabric', () => {
  it('is shown with its properties, what is above it and what is below', async () => {
    const { dn } = epg()

    const { status, body, text } = await view(dn)

    expect(status, text).toBe(200)
    expect(body).toMatchObject({ dn, class_name: 'fvAEPg', more: [], problems: [] })
    expect(body.properties).toContainEqual({ name: 'name', label: '', value: readAttribute(epg(), 'name') })
    expect(body.path.at(-1)).toEqual({ dn: epg().parent!.dn, class_name: 'fvAp' })
    expect(body.path[0]).toEqual({ dn: 'uni', class_name: 'polUni' })
    const paths = epg().children!.filter(({ layout }) => layout.className === 'fvRsPathAtt').length
    expect(body.children).toContainEqual({ class_name: 'fvRsPathAtt', count: paths, is_exact: true })
    expect(body.asked[0]).toBe(`/api/mo/${dn}.json`)
    expect(body).not.toHaveProperty('faults')
  })

  it('says what it points to, and what points to it', async () => {
    const bridge = store().ofClass('fvRtBd')[0]!.parent!

    const { body } = await view(bridge.dn, 'points_to,pointed_by')

    const relation = bridge.children!.find(({ layout }) => layout.className === 'fvRsCtx')!
    const target = readAttribute(relation, 'tDn')
    expect(body.points_to).toContainEqual({
      relation: 'fvRsCtx',
      dn: target,
      exists: readAttribute(relation, 'state') === 'formed',
    })
    const back = bridge.children!.find(({ layout }) => layout.className === 'fvRtBd')!
    expect(body.pointed_by).toContainEqual({
      relation: 'fvRtBd',
      dn: readAttribute(back, 'tDn'),
      class_name: 'fvAEPg',
    })
  })

  it('lists its faults, worst first, and who changed it or what is below it', async () => {
    const fault = store()
      .ofClass('faultInst')
      .find(({ parent }) => parent!.layout.className === 'fvAEPg')!
    const { dn } = fault.parent!
    store().add('aaaModLR', 'subj-[uni]/mod-77', {
      affected: `${dn}/rsbd`,
      ind: 'modification',
      user: 'maria',
      created: '2026-11-20T10:00:00.000+00:00',
      changeSet: 'tnFvBDName (Old: a, New: b), password (Old: hunter2, New: hunter3)',
    })
    store().add('aaaModLR', 'subj-[uni]/mod-78', {
      affected: `${dn}-other`,
      ind: 'creation',
      user: 'otto',
      created: '2026-11-20T11:00:00.000+00:00',
    })

    const { body, text } = await view(dn, 'faults,audit')

    expect(body.faults).toContainEqual(
      expect.objectContaining({ dn: fault.dn, code: readAttribute(fault, 'code'), severity: 'critical' }),
    )
    expect(body.audit[0]).toEqual({
      at: '2026-11-20T10:00:00.000+00:00',
      user: 'maria',
      action: 'modified',
      affected: `${dn}/rsbd`,
      changes: 'tnFvBDName (Old: a, New: b), password (Old: ***)',
      session: '',
      record: 'subj-[uni]/mod-77',
    })
    expect(text).not.toMatch(/otto|hunter/)
  })

  it('names the captures that have it, for those who may see them', async () => {
    const query = await runs.save({ nodes: [{ id: 'epg', class_name: 'fvAEPg', properties: ['name'] }] })
    const { body: capture } = await runs.editor.post('/api/history/capture/', { saved_query: query })

    const { body } = await view(epg().dn, 'captures')
    const none = await view('uni', 'captures')

    expect(body.captures).toEqual([
      { snapshot: capture.id, saved_query: query, saved_query_name: expect.any(String), at: capture.captured_at },
    ])
    expect(none.body.captures).toEqual([])
  })

  it('is masked where the class model knows a secret', async () => {
    const dn = epg().dn
    await installModel(runs.app.app, [
      {
        'fv:AEPg': {
          className: 'AEPg',
          classPkg: 'fv',
          label: 'Application EPG',
          isAbstract: false,
          rnFormat: 'epg-{name}',
          properties: {
            name: { label: 'Name', baseType: 'string:Basic', isNaming: true },
            descr: { label: 'Description', baseType: 'string:Basic', secure: true },
          },
        },
      },
    ])
    store().update(dn, { descr: 'hidden words' })

    const { body, text } = await view(dn, 'properties')

    expect(body.label).toBe('Application EPG')
    expect(body.properties[0]).toMatchObject({ name: 'name', label: 'Name' })
    expect(body.properties[1]).toEqual({ name: 'descr', label: 'Description', value: '***' })
    expect(text).not.toContain('hidden words')
  })

  it('reads what it can when the controller refuses a part', async () => {
    runs.controller.faults.add({
      path: 'aaaModLR',
      kind: 'error',
      status: 403,
      code: '403',
      text: 'no rights',
    } as never)

    const { status, body } = await view(epg().dn, 'properties,audit')

    expect(status).toBe(200)
    expect(body.problems).toEqual([
      { block: 'audit', reason: expect.any(String), message: expect.stringContaining('no rights') },
    ])
    expect(body.properties.length).toBeGreaterThan(3)
  })

  it('refuses what it cannot answer, all at once', async () => {
    const nobody = await runs.app.userOf(undefined)

    expect((await view('uni//x', 'colours')).body).toEqual({ dn: [expect.any(String)], include: [expect.any(String)] })
    expect((await view('uni/tn-nowhere')).status).toBe(404)
    expect((await view('nonsense')).status).toBe(404)
    expect((await view('uni/[a]/b')).status).toBe(404)
    expect((await view('uni', undefined, runs.editor, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await view('uni', undefined, nobody)).body.permission).toBe('queries.execute_savedquery')
  })
})

describe('a few objects of a class', () => {
  const look = (className: string, limit?: number, client = runs.editor) => {
    const search = new URLSearchParams({ class_name: className, ...(limit !== undefined && { limit: String(limit) }) })
    return client.get(`/api/controller/connections/${runs.connection}/objects/?${search.toString()}`)
  }

  it('are the first ones by DN, with one request, and leave no run', async () => {
    const dns = store()
      .ofClass('fvAEPg')
      .map(({ dn }) => dn)
    const before = await runs.editor.get('/api/queries/execution-logs/')

    const { status, body, text } = await look('fvAEPg', 3)

    expect(status, text).toBe(200)
    expect(body).toMatchObject({ class_name: 'fvAEPg', total: dns.length })
    expect(body.objects.map(({ dn }: { dn: string }) => dn)).toEqual(dns.toSorted().slice(0, 3))
    expect(body.objects[0]).toHaveProperty('name')
    expect(body.asked).toHaveLength(1)
    const after = await runs.editor.get('/api/queries/execution-logs/')
    expect(after.body.count).toBe(before.body.count)
  })

  it('need a class that the controller knows, and a number that is allowed', async () => {
    expect((await look('noSuchClass')).status).toBe(404)
    expect((await look('fvAEPg', 101)).body).toHaveProperty('limit')
    expect((await look('fvAEPg?rsp')).body).toHaveProperty('class_name')
  })
})
