import { readXlsx } from 'hucre'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertEntries } from '../testing/audit/entries.ts'
import { EXPORT } from '../testing/snapshots/history-app.ts'
import { type Snapshots, startSnapshots } from '../testing/snapshots/start-snapshots.ts'
import { LOGS } from '../testing/start-runs.ts'
import { listRoutes } from './describe-access.ts'

/** What people can write into a fabric, and spreadsheets would run. */
const HOSTILE = [
  `=cmd|' /C calc'!A0`,
  '+1+1',
  '-2+3+cmd',
  '@SUM(A1)',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  'x\n=1+1',
  'x\r=1+1',
  'x\r\n=1+1',
  '  =1+1',
  '\u00a0＝1+1',
  '\ufeff=1+1',
  `'=1+1`,
  '"=1+1',
  '"=1+1"',
  'x",=1+1',
  'x,=1+1',
]
const QUERY = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name', 'descr'] }] }
const SHEETS = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())

const describeTenants = (texts: readonly string[]): void =>
  texts.forEach((descr, index) => app.controller.store.update(`uni/tn-evil-${index}`, { descr }))

/** The file of each route that exports one for spreadsheets, with the hostile texts in it. */
const FILES: Readonly<Record<string, () => Promise<string>>> = {
  '/api/queries/execution-logs/:id/results/': async () => {
    const { execution_id: id } = await app.run(QUERY)
    return fileOf(`${LOGS}${id}/results/?format=csv`)
  },
  '/api/history/snapshots/:id/results/': async () => {
    describeTenants(HOSTILE)
    const { id } = await app.captured(await app.save(QUERY))
    return fileOf(`/api/history/snapshots/${id}/results/?format=csv`)
  },
  '/api/history/compare/export/': async () => {
    const query = await app.save(QUERY)
    describeTenants(HOSTILE.map(() => 'harmless'))
    const before = await app.captured(query)
    describeTenants(HOSTILE)
    const after = await app.captured(query)
    return fileOf(`${EXPORT}?a=${before.id}&b=${after.id}&format=csv`)
  },
  '/api/audit/logs/export/': async () => {
    const entries = HOSTILE.map((text) => ({
      username: text,
      description: text,
      targetId: text,
      createdAt: new Date(),
    }))
    await insertEntries(app.app.app.platform.database.db, entries)
    return fileOf('/api/audit/logs/export/')
  },
}

async function fileOf(path: string): Promise<string> {
  const { status, text } = await app.app.admin.get(path)
  expect(status, text).toBe(200)
  return text
}

/** The cells of a file, as its readers split it. */
function cellsOf(csv: string): string[] {
  const cells = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n|\n|\r|$)/g)
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}

describe('a file for spreadsheets', () => {
  beforeAll(() => {
    HOSTILE.forEach((descr, index) =>
      app.controller.store.add('fvTenant', `uni/tn-evil-${index}`, { name: `evil-${index}`, descr }),
    )
  })

  it('is tested for every route that exports one', () => {
    const exporting = listRoutes().filter(({ spec }) => spec.streams?.some((type) => SHEETS.includes(type)))

    expect(exporting.map(({ path }) => path).toSorted()).toEqual(Object.keys(FILES).toSorted())
  })

  it.each(Object.entries(FILES))('has all texts and no formula as CSV: %s', async (_path, file) => {
    const cells = cellsOf(await file())

    const texts = cells.map((cell) => (cell.startsWith("'") ? cell.slice(1) : cell))
    expect(texts).toEqual(expect.arrayContaining(HOSTILE))
    expect(cells.filter((cell) => /^[\s\ufeff"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  })

  it.each(Object.entries(FILES))('leaves an entry in the audit log: %s', async (_path, file) => {
    await file()

    const { body } = await app.app.admin.get('/api/audit/logs/?page_size=1')
    expect(body.results[0]).toMatchObject({ action: expect.stringMatching(/_export$/), username: 'admin' })
  })

  it.each(['csv', 'ndjson', 'xlsx'])('of a run is in the audit log with its format: %s', async (format) => {
    const { execution_id: id } = await app.run(QUERY)
    await fileOf(`${LOGS}${id}/results/?format=${format}`)

    const { body } = await app.app.admin.get('/api/audit/logs/?page_size=1')
    expect(body.results[0]).toMatchObject({ action: 'results_export', target_id: id, metadata: { format } })
  })

  it('has all texts as texts in XLSX', async () => {
    const { execution_id: id } = await app.run(QUERY)
    const reply = await fetch(new URL(`${LOGS}${id}/results/?format=xlsx`, app.app.url), {
      headers: { authorization: `Bearer ${app.app.admin.access}` },
    })
    const { sheets } = await readXlsx(await reply.arrayBuffer())

    expect(sheets[0]!.rows.flat()).toEqual(expect.arrayContaining(HOSTILE))
  })
})
