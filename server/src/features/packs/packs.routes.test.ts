import { gzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { pack as tar } from 'tar-stream'
import { ZipFile } from 'yazl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFile, packFiles } from '../../testing/packs/pack-files.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const PACKS = '/api/packs/'
const QUERIES = '/api/queries/saved-queries/'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const install = (files: object, query = '') => app.admin.post(`${PACKS}${query}`, { files })
const detail = async (name: string) => (await app.admin.get(`${PACKS}${name}/`)).body
const queryOf = async (name: string, check: string) => {
  const { saved_query: id } = (await detail(name)).checks.find(({ id: own }: { id: string }) => own === check)
  return (await app.admin.get(`${QUERIES}${id}/`)).body
}
const send = async (type: string, bytes: Buffer) => {
  const answer = await fetch(`${app.url}${PACKS}`, {
    ...{ method: 'POST', body: new Uint8Array(bytes) },
    headers: { 'content-type': type, authorization: `Bearer ${app.admin.access}` },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, any> }
}

describe('a pack', () => {
  it('is installed with its checks as queries of nobody in a folder of their own', async () => {
    const plan = await install(packFiles('one'), '?dry_run=true')
    const installed = await install(packFiles('one'))

    expect([plan.status, installed.status]).toEqual([200, 201])
    expect(plan.body).toEqual({ ...installed.body, applied: false })
    expect(installed.body.plan).toMatchObject([
      { action: 'create', check: 'node-active', diff: null },
      { action: 'create', check: 'node-named', diff: null },
    ])
    expect((await app.admin.get(PACKS)).body.results).toMatchObject([
      { name: 'one', version: '1.0.0', checks: 2, hash: installed.body.hash },
    ])
    const query = await queryOf('one', 'node-active')
    expect(query).toMatchObject({
      ...{ name: 'Check node-active', created_by: null, controller_connection: null, severity: 'high' },
      pack: { name: 'one', version: '1.0.0', check: 'node-active' },
    })
    const folder = (await app.admin.get(`/api/queries/categories/${query.category}/`)).body
    expect(folder.name).toBe('Pack one')
    const listed = (await app.admin.get(`${QUERIES}?page_size=100`)).body.results
    expect(listed.find(({ id }: { id: string }) => id === query.id)).toMatchObject({ created_by: null })
  })

  it('cannot be changed in parts, only duplicated', async () => {
    await install(packFiles('kept'))
    const { id, category } = await queryOf('kept', 'node-active')

    const refused = [
      await app.admin.patch(`${QUERIES}${id}/`, { name: 'x' }),
      await app.admin.delete(`${QUERIES}${id}/`),
      await app.admin.post(`${QUERIES}${id}/versions/1/restore/`, {}),
      await app.admin.patch(`/api/queries/categories/${category}/`, { name: 'x' }),
      await app.admin.delete(`/api/queries/categories/${category}/`),
    ]
    const copy = await app.admin.post(`${QUERIES}${id}/duplicate/`, {})
    const run = await app.admin.post(`${QUERIES}${id}/execute/`, {})

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([409, 'from_pack']))
    expect(copy.status).toBe(201)
    expect(copy.body).toMatchObject({ pack: null, category: null, name: 'Check node-active (copy)' })
    expect(run.status).toBe(400)
    expect(run.body).toMatchObject({ controller_connection: ['This field is required.'] })
  })

  it('keeps what was set here, and its waivers, when another version comes', async () => {
    await install(packFiles('up'))
    const { id } = await queryOf('up', 'node-active')
    await app.admin.post('/api/queries/waivers/', {
      saved_query: id, resource: '*', until: new Date(Date.now() + 86_400_000).toISOString(), reason: 'known',
    }) // prettier-ignore
    const set = await app.admin.patch(`${PACKS}up/checks/node-active/`, {
      enabled: false, severity: 'critical', parameters: { state: 'up' },
    }) // prettier-ignore
    expect(set.body).toMatchObject({ enabled: false, severity: 'critical' })

    const { body } = await install(
      packFiles('up', '1.1.0', { 'checks/node-active.yaml': checkFile('node-active', 'low', 'inactive'), 'checks/node-new.yaml': checkFile('node-new') }),
    ) // prettier-ignore

    expect(body.plan.map(({ action, check }: { action: string; check: string }) => [action, check])).toEqual([
      ['change', 'node-active'],
      ['unchanged', 'node-named'],
      ['create', 'node-new'],
    ])
    const query = await queryOf('up', 'node-active')
    expect(query).toMatchObject({ id, severity: 'critical', pack: { version: '1.1.0' } })
    expect(query.parameters[0].default).toBe('up')
    expect((await queryOf('up', 'node-named')).pack.version).toBe('1.1.0')
    expect((await app.admin.get(`/api/queries/waivers/?saved_query=${id}`)).body.count).toBe(1)
    const back = await app.admin.patch(`${PACKS}up/checks/node-active/`, { severity: null, enabled: null, parameters: null }) // prettier-ignore
    expect(back.body).toMatchObject({ enabled: true, severity: 'low' })
    expect((await queryOf('up', 'node-active')).parameters[0].default).toBe('inactive')
  })

  it('is not replaced by an older version unless that is forced', async () => {
    await install(packFiles('old', '2.0.0'))

    const refused = await install(packFiles('old', '1.9.0'))
    const forced = await install(packFiles('old', '1.9.0'), '?force=true')

    expect([refused.status, refused.body.code, forced.status]).toEqual([409, 'older', 201])
  })

  it('goes with its checks and its folder', async () => {
    await install(packFiles('gone'))
    const { id, category } = await queryOf('gone', 'node-active')

    expect((await app.admin.delete(`${PACKS}gone/`)).status).toBe(204)

    const left = [`${PACKS}gone/`, `${QUERIES}${id}/`, `/api/queries/categories/${category}/`]
    for (const path of left) expect((await app.admin.get(path)).status).toBe(404)
    expect((await app.admin.delete(`${PACKS}gone/`)).status).toBe(404)
  })

  it('is left whole when an installation fails halfway', async () => {
    await install(packFiles('whole'))
    const before = await detail('whole')
    await app.app.platform.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'halfway'; end $$;
      create trigger refuse before insert on pack_checks for each row
        when (new.check_id = 'node-new') execute function refuse()`)

    const failed = await install(packFiles('whole', '1.1.0', {
      'checks/node-active.yaml': checkFile('node-active', 'low'), 'checks/node-new.yaml': checkFile('node-new'),
    })) // prettier-ignore

    await app.app.platform.database.pool.query('drop function refuse cascade')
    expect(failed.status).toBe(500)
    expect(await detail('whole')).toEqual(before)
    expect(await queryOf('whole', 'node-active')).toMatchObject({ severity: 'high', pack: { version: '1.0.0' } })
  })
})

describe('an archive', () => {
  it.each(['application/zip', 'application/gzip'])('%s is a pack, with a folder around it or not', async (type) => {
    const name = type.slice(12)
    const files = Object.entries(packFiles(name)).map(([path, text]) => [`around/${path}`, text] as const)

    const { status, body } = await send(type, type.endsWith('gzip') ? await tarOf(files) : await zipOf(files))

    expect([status, body.name]).toEqual([201, name])
  })

  it('with links, paths that lead out and paths twice is refused with all of it', async () => {
    const bytes = await tarOf([['../out.yaml', 'x'], ['/abs.yaml', 'x'], ['checks/a.yaml', 'x'], ['checks/a.yaml', 'x']], 'link') // prettier-ignore

    const { status, body } = await send('application/gzip', bytes)

    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['files.../out.yaml', 'files./abs.yaml', 'files.checks/a.yaml', 'files.link']),
    )
  })

  it('that is a bomb is refused', async () => {
    const { status, body } = await send('application/gzip', gzipSync(Buffer.alloc(100_000_000)))

    expect(status).toBe(400)
    expect(body.files[0]).toMatch(/larger than/)
  })

  it('that is none is refused', async () => {
    for (const type of ['application/zip', 'application/gzip'])
      expect(await send(type, Buffer.from('nothing'))).toMatchObject({ status: 400 })
  })
})

describe('a faulty pack', () => {
  it('is refused with the faults of all files, and examples that do not hold', async () => {
    const faulty = await install(
      packFiles('bad', '1.0.0', { 'checks/node-active.yaml': 'id: [', 'checks/node-named.yaml': 'id: node-named\nx: 1' }),
    ) // prettier-ignore
    const example = await install(
      packFiles('bad', '1.0.0', { 'checks/node-active.yaml': checkFile('node-active').replace('rows: 1', 'rows: 2') }),
    )

    expect([faulty.status, example.status]).toEqual([400, 400])
    expect(Object.keys(faulty.body)).toEqual(
      expect.arrayContaining(['files.checks/node-active.yaml', 'files.checks/node-named.yaml.x']),
    )
    expect(Object.keys(example.body)).toEqual(['files.checks/node-active.yaml.examples.0'])
  })

  it('names paths that lead out of it', async () => {
    const { status, body } = await install(packFiles('bad', '1.0.0', { 'checks/../../x.yaml': 'x' }))

    expect([status, Object.keys(body)]).toEqual([400, ['files.checks/../../x.yaml']])
  })

  it('for a later release of Heddle is refused', async () => {
    const files = packFiles('later')
    const manifest = `${files['heddle-pack.yaml']}needs: { heddle: 99.0.0 }\n`

    const { body } = await install({ ...files, 'heddle-pack.yaml': manifest })

    expect(Object.keys(body)).toEqual(['files.heddle-pack.yaml.needs.heddle'])
  })
})

describe('the checks of a pack', () => {
  it('take only values of their parameters', async () => {
    await install(packFiles('values'))

    const wrong = await app.admin.patch(`${PACKS}values/checks/node-active/`, { parameters: { nothing: 1 }, severity: 'huge' }) // prettier-ignore
    const unknown = await app.admin.patch(`${PACKS}values/checks/node-active/`, { parameters: { nothing: 1 } })
    const missing = await app.admin.patch(`${PACKS}values/checks/no/`, { enabled: false })

    expect([wrong.status, unknown.status, missing.status]).toEqual([400, 400, 404])
    expect(Object.keys(unknown.body)).toEqual(['parameters.nothing'])
  })
})

it('everybody sees packs, only administrators change them', async () => {
  await install(packFiles('seen'))
  for (const role of ['viewer', 'operator'] as const) {
    const user = await app.userOf(role)

    expect((await user.get(`${PACKS}seen/`)).status).toBe(200)
    expect((await user.get(PACKS)).status).toBe(200)
    expect((await user.post(PACKS, { files: {} })).status).toBe(403)
    expect((await user.patch(`${PACKS}seen/checks/node-active/`, { enabled: false })).status).toBe(403)
    expect((await user.delete(`${PACKS}seen/`)).status).toBe(403)
  }
})

async function zipOf(files: readonly (readonly [string, string])[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, text] of files) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}

async function tarOf(files: readonly (readonly [string, string])[], link?: string): Promise<Buffer> {
  const archive = tar()
  for (const [name, text] of files) archive.entry({ name }, text)
  if (link !== undefined) archive.entry({ name: link, type: 'symlink', linkname: '/etc/passwd' })
  archive.finalize()
  return gzipSync(await buffer(archive))
}
