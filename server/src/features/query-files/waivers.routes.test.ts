import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exported, fileOf, fileQuery, IMPORT, importFile, QUERIES, refusal } from '../../testing/query-files/files.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const WAIVERS = '/api/queries/waivers/'
const DAY_MS = 86_400_000

let app: TestApp
let editor: Client
let other: Client
beforeAll(async () => {
  app = await startTestApp()
  const connection = { name: 'lab', host: '127.0.0.1:1', username: 'u', password: 'p' }
  await app.admin.post('/api/controller/connections/', connection)
  editor = await app.userOf('editor')
  other = await app.userOf('editor')
})
afterAll(() => app.stop())

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().replace('Z', '+00:00')
const waiver = (resource: string, rest: object = {}) => ({ resource, until: inDays(30), reason: 'known', ...rest })
const file = (name: string, waivers?: readonly object[]) => ({
  saved_queries: [fileQuery(name, waivers && { waivers })],
})
const idOf = async (name: string): Promise<string> =>
  (await editor.get(`${QUERIES}?search=${encodeURIComponent(name)}`)).body.results[0].id
const waiversOf = async (name: string) =>
  (await editor.get(`${WAIVERS}?saved_query=${await idOf(name)}`)).body.results as Record<string, unknown>[]
const exportedWaivers = async (name: string) =>
  (await exported(editor, `ids=${await idOf(name)}`)).saved_queries[0].waivers

describe('waivers in files', () => {
  it('are created with their query, and exported as they were imported', async () => {
    const waivers = [waiver('uni/tn-a*', { controller_connection: 'lab' }), waiver('uni/tn-b', { until: inDays(3) })]

    await importFile(editor, file('whole', waivers))

    expect(await exportedWaivers('whole')).toEqual(waivers)
    expect(await importFile(editor, file('whole', waivers))).toEqual(['unchanged saved_query whole'])
  })

  it('are ended and created as the file says, each with an audit entry; others keep their ids', async () => {
    const [kept, longer, gone] = [waiver('kept'), waiver('longer'), waiver('gone')]
    await importFile(editor, file('changing', [kept, longer, gone]))
    const before = await waiversOf('changing')
    const after = [kept, { ...longer, until: inDays(60) }, waiver('new')]

    const dry = await editor.post(`${IMPORT}?dry_run=true`, fileOf(file('changing', after)))
    await importFile(editor, file('changing', after))

    const { diff } = dry.body.plan[0]
    expect(diff.map(({ path }: { path: string }) => path.split('.')[0])).toContain('waivers')
    const found = await waiversOf('changing')
    expect(found.map(({ resource }) => resource).toSorted()).toEqual(['kept', 'longer', 'new'])
    const idIn = (list: typeof found, wanted: string) => list.find(({ resource }) => resource === wanted)?.id
    expect(idIn(found, 'kept')).toBe(idIn(before, 'kept'))
    const { body } = await app.admin.get('/api/audit/logs/?page_size=5')
    const actions = body.results.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['queries_import', 'waiver_create', 'waiver_create', 'waiver_end', 'waiver_end'])
  })

  it('stay when a file says nothing of them, and go when it says that there are none', async () => {
    await importFile(editor, file('quiet', [waiver('x')]))

    expect(await importFile(editor, file('quiet'))).toEqual(['unchanged saved_query quiet'])
    expect(await waiversOf('quiet')).toHaveLength(1)
    expect(await importFile(editor, file('quiet', []))).toEqual(['change saved_query quiet'])
    expect(await waiversOf('quiet')).toEqual([])
  })

  it('are passed over once their time is over', async () => {
    const old = waiver('old', { until: inDays(-1) })

    await importFile(editor, file('over', [old, waiver('x')]))

    expect((await waiversOf('over')).map(({ resource }) => resource)).toEqual(['x'])
    expect(await importFile(editor, file('over', [old, ...(await exportedWaivers('over'))]))).toEqual([
      'unchanged saved_query over',
    ])
  })

  it('are refused with every fault at its place', async () => {
    const [bad, far] = [waiver('x', { until: 'soon' }), waiver('y', { until: inDays(900) })]
    const nowhere = waiver('z', { controller_connection: 'nowhere' })
    const unreadable = await refusal(editor, file('faulty', [waiver('x', { colour: 'red' }), waiver('y', { reason: ' ' })])) // prettier-ignore
    const { status, body } = await refusal(editor, file('faulty', [bad, far, nowhere]))

    expect([status, unreadable.status]).toEqual([400, 400])
    expect(Object.keys(unreadable.body)).toEqual(
      expect.arrayContaining(['saved_queries.faulty.waivers.0.colour', 'saved_queries.faulty.waivers.1.reason']),
    )
    expect(Object.keys(body)).toEqual([
      'saved_queries.faulty.waivers.0.until',
      'saved_queries.faulty.waivers.1.until',
      'saved_queries.faulty.waivers.2.controller_connection',
    ])
  })

  it('are changed by those who may waive: not by another editor, but by an operator', async () => {
    await importFile(editor, file('owned', [waiver('x')]))
    const operator = await app.userOf('operator')

    const refused = await refusal(other, file('owned', []))
    expect([refused.status, (await waiversOf('owned')).length]).toEqual([403, 1])
    expect(await importFile(operator, file('owned', []))).toEqual(['change saved_query owned'])
  })
})
