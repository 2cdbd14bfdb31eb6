import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { buildCli } from '../build.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { packFiles } from '@heddle/server/testing/packs/pack-files.ts'
import type { Runs } from '@heddle/server/testing/start-runs.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let runs: Runs
let shell: Shell
let folder: string
let token: string
let built: string
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'heddle-built-'))
  shell = await startShell({ commandLineFolder: join(built, 'cli') })
  runs = shell.runs
  folder = shell.folder
  token = (await runs.app.admin.post('/api/auth/tokens/', { name: 'cli' })).body.token
})
afterAll(async () => {
  await shell.stop()
  await rm(built, { recursive: true })
})

const heddle: Shell['heddle'] = (words, given) => shell.heddle(words, given)

const tenants = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }

describe('signing in', () => {
  it('stores the session where only its owner can read it', async () => {
    const file = join(folder, 'config.json')

    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain(ADMIN.password)
    expect(await heddle(['whoami'])).toMatchObject({ code: 0, stdout: `${ADMIN.username} at ${runs.app.url}/\n` })
  })

  it('works with an API token, kept in a context of its own, and from the environment', async () => {
    await heddle(['login', runs.app.url, '--name', 'ci', '--token'], { input: `${token}\n` })

    expect((await heddle(['context', 'list'])).stdout).toMatch(/\n +lab .*\n\* +ci /)
    await heddle(['context', 'use', 'lab'])
    expect((await heddle(['--context', 'ci', 'whoami'])).code).toBe(0)
    expect(
      (await heddle(['whoami'], { env: { HEDDLE_URL: runs.app.url, HEDDLE_TOKEN: token, HEDDLE_CONFIG: '/nowhere' } }))
        .code,
    ).toBe(0)
  })

  it('takes a token from the environment before the session, and a bare host, but no nonsense', async () => {
    const wrong = await heddle(['whoami'], { env: { HEDDLE_TOKEN: 'hdl_bad' } })
    const empty = await heddle(['whoami'], { env: { HEDDLE_URL: '', HEDDLE_TOKEN: '' } })
    const nonsense = await heddle(['whoami'], { env: { HEDDLE_URL: 'not an address', HEDDLE_TOKEN: 'x' } })

    expect([wrong.code, empty.code]).toEqual([3, 0])
    expect(nonsense).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('HEDDLE_URL (not an address) is not an'),
    })
  })

  it('sends any request to the API, and tells refusals by its exit code', async () => {
    const created = await heddle(['api', 'post', '/api/queries/categories/', '-d', '{"name": "By hand"}'])
    const listed = await heddle(['api', 'GET', 'api/queries/categories/', '-q', 'search=By hand', '--include'])
    const refused = await heddle(['api', 'GET', '/api/queries/saved-queries/nothing/'])

    expect([created.code, JSON.parse(created.stdout).name]).toEqual([0, 'By hand'])
    expect(listed.stdout).toMatch(/^HTTP 200\n[^]*content-type: application\/json[^]*\n\n\{.*"By hand".*\}\n$/)
    expect([refused.code, JSON.parse(refused.stdout)]).toEqual([3, { detail: 'Not found.' }])
    expect((await heddle(['api', 'POST', '/api/x/', '-d', '{'])).stderr).toContain('The body is not valid JSON')
  })

  it('says what to do without a context, with a wrong password, and where nobody answers', async () => {
    const nobody = { env: { HEDDLE_CONFIG: join(folder, 'none.json') } }

    expect(await heddle(['whoami'], nobody)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('heddle login <url>'),
    })
    expect(await heddle(['login', runs.app.url, '-u', 'admin'], { ...nobody, input: 'wrong\n' })).toMatchObject({
      code: 3,
    })
    expect(await heddle(['whoami'], { env: { HEDDLE_URL: 'http://127.0.0.1:1', HEDDLE_TOKEN: 'x' } })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('No answer from http://127.0.0.1:1'),
    })
  })

  it('ends with the session, on the server too', async () => {
    await heddle(['login', runs.app.url, '--name', 'short', '-u', ADMIN.username], { input: `${ADMIN.password}\n` })
    const { session } = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')).contexts.short

    expect((await heddle(['logout'])).code).toBe(0)
    await heddle(['context', 'use', 'lab'])

    expect((await runs.app.as(session.access).get('/api/auth/profile/')).status).toBe(401)
  })
})

describe('queries', () => {
  it('are listed, shown and checked', async () => {
    await runs.save({ ...tenants, name: 'all tenants' })
    const broken = await runs.save({ nodes: [{ id: 'x' }], name: 'broken' })

    expect((await heddle(['query', 'list', '--search', 'tenants'])).stdout).toMatch(
      /^NAME +ID +VERSION +CHANGED\nall tenants /,
    )
    expect(JSON.parse((await heddle(['query', 'show', 'all tenants'])).stdout)).toMatchObject({
      name: 'all tenants',
      nodes: tenants.nodes,
    })
    expect(await heddle(['query', 'validate', 'ALL TENANTS'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is valid'),
    })
    expect(await heddle(['query', 'validate', broken])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('has no class'),
    })
    expect(await heddle(['query', 'explain', 'all tenants'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('enant'),
    })
  })

  it.each([
    ['table', /^dn +className +name\nuni\/tn-A +fvTenant +A\n/],
    ['csv', /^dn,className,name\r\nuni\/tn-A,fvTenant,A\r\n/],
    ['ndjson', /^\{"dn":"uni\/tn-A","className":"fvTenant","name":"A"\}\n/],
    ['json', /^\[\n {2}\{"dn":"uni\/tn-A",/],
  ])('run, with their rows as %s', async (format, expected) => {
    const id = await runs.save(tenants)

    expect(await heddle(['query', 'run', id, '--format', format])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(expected),
    })
    expect((await heddle(['query', 'run', id, '--background', '--format', format])).stdout).toMatch(expected)
  })

  it('take variables', async () => {
    const filters = [{ property: 'name', operator: 'eq', value: '{{tenant}}' }]
    const id = await runs.save({ nodes: [{ ...tenants.nodes[0], filters }] })

    expect((await heddle(['query', 'run', id, '--var', 'tenant=A', '-f', 'csv'])).stdout.split('\r\n')).toHaveLength(3)
    expect(await heddle(['query', 'run', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('tenant') })
  })

  it('that fail say why, and that nothing fits the name', async () => {
    const id = await runs.save({ nodes: [{ id: 'x', class_name: 'fvNothing' }] })

    expect(await heddle(['query', 'run', id])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The run failed'),
    })
    expect(await heddle(['query', 'run', 'tenan'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no saved query'),
    })
    expect((await heddle(['run', 'list', '--query', id])).stdout).toContain('failure')
  })
})

describe('checks', () => {
  it('pass or fail with the reason, and write a report for build servers', async () => {
    const expecting = async (name: string, expect: object) => {
      const id = await runs.save({ ...tenants, name })
      await runs.editor.patch(`/api/queries/saved-queries/${id}/`, { expect })
      return id
    }
    const many = await expecting('tenants exist', { rows: { min: 1 } })
    await expecting('no tenants', { rows: { max: 0 } })
    const junit = join(folder, 'report.xml')

    expect(await heddle(['check', many])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 passed, 0 failed, 0 could not run'),
    })
    const found = await heddle(['check', 'tenants exist', 'no tenants', '--junit', junit])

    expect(found.code).toBe(1)
    expect(found.stdout).toMatch(/failed +medium +no tenants +\d+ +\d+ rows, expected at most 0/)
    expect(found.stdout).toMatch(
      /\nno tenants\n {2}uni\/tn-A {2}name=A[^]*\/queries\/execution-logs\/[\w-]+\n\n1 passed/,
    )
    expect(await readFile(junit, 'utf8')).toMatch(
      /<failure message="[^"]+">[^<]+\nuni\/tn-A {2}[^<]*\/queries\/execution-logs\//,
    )
    const id = /^Check (\S+)$/m.exec(found.stderr)?.[1] ?? ''
    const printed = await heddle(['check', '--resume', id, '--junit', '-'])
    expect([printed.code, printed.stdout]).toEqual([1, expect.stringMatching(/^<\?xml[^]*<\/testsuites>\n$/)])
    expect(await heddle(['check', many, '--junit', '/nowhere/report.xml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('/nowhere/report.xml cannot be written'),
    })
    expect(await heddle(['check'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--category') })
  })
})

describe('ready-made pipelines', () => {
  const read = async (path: string) =>
    parse(await readFile(new URL(`../../deploy/ci/${path}`, import.meta.url), 'utf8'))
  const run = (script: string, env: object) =>
    promisify(execFile)('sh', ['-e', '-c', script], {
      cwd: folder,
      env: { PATH: process.env.PATH, HEDDLE_URL: runs.app.url, HEDDLE_TOKEN: token, ...env },
    })

  it('check the fabric with the program of the server, and fail with 1 when it is wrong', async () => {
    await buildCli(join(built, 'cli'))
    const category = (await runs.app.admin.post('/api/queries/categories/', { name: 'Pipeline' })).body.id
    const id = await runs.save({ ...tenants, name: 'in a pipeline' })
    const change = (body: object) => runs.editor.patch(`/api/queries/saved-queries/${id}/`, body)
    await change({ category, expect: { rows: { min: 1 } } })
    const [step] = (await read('github/action.yml')).runs.steps
    const gitlab = await read('gitlab.yml')
    const job = [...gitlab['.heddle'].before_script, ...gitlab['heddle check'].script].join('\n')

    expect((await run(step.run, { CATEGORY: 'Pipeline', JUNIT: 'github.xml' })).stdout).toContain('1 passed, 0 failed')
    expect((await run(job, { HEDDLE_CATEGORY: 'Pipeline' })).stdout).toContain('1 passed, 0 failed')
    await change({ expect: { rows: { max: 0 } } })
    await expect(run(step.run, { CATEGORY: 'Pipeline', JUNIT: 'github.xml' })).rejects.toMatchObject({ code: 1 })
    expect(await readFile(join(folder, 'github.xml'), 'utf8')).toContain('uni/tn-A')
  })

  it('run the checks of a pack, with a report of them', async () => {
    await buildCli(join(built, 'cli'))
    await runs.app.admin.post('/api/packs/', { files: packFiles('piped') })
    const gitlab = await read('gitlab.yml')
    const job = [...gitlab['.heddle'].before_script, ...gitlab['heddle pack'].script].join('\n')

    await run(job, { HEDDLE_PACK: 'piped', HEDDLE_CONNECTION: 'lab' })
    expect(await readFile(join(folder, 'heddle.xml'), 'utf8')).toMatch(/<testsuites tests="2" failures="0"/)
    runs.controller.store.add('fabricNode', 'topology/pod-1/node-102', { id: '102', fabricSt: 'inactive' })

    await expect(run(job, { HEDDLE_PACK: 'piped', HEDDLE_CONNECTION: 'lab' })).rejects.toMatchObject({ code: 1 })
    expect(await readFile(join(folder, 'heddle.xml'), 'utf8')).toContain('topology/pod-1/node-102')
  })
})

describe('snapshots', () => {
  it('are captured and compared; a difference fails the job that asks for it', async () => {
    const id = await runs.save({ ...tenants, name: 'watched' })
    expect(await heddle(['compare', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('heddle capture') })
    await heddle(['capture', 'watched'])
    await runs.editor.patch(`/api/queries/saved-queries/${id}/`, {
      nodes: [{ ...tenants.nodes[0], filters: [{ property: 'name', operator: 'ne', value: 'A' }] }],
    })
    await heddle(['capture', 'watched', '--annotation', 'without A'])

    const found = await heddle(['compare', 'watched', '--fail-on', 'removed'])

    expect(found).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^- uni\/tn-A\n\n0 added, 1 removed, 0 changed, \d+ unchanged\n$/),
    })
    expect((await heddle(['compare', 'watched', '--fail-on', 'added'])).code).toBe(0)
    expect(JSON.parse((await heddle(['compare', 'watched', '--json'])).stdout).summary.removed).toBe(1)
    expect((await heddle(['snapshots', 'watched'])).stdout).toContain('without A')

    const captures = JSON.parse((await heddle(['snapshots', 'watched', '--json'])).stdout) as { captured_at: string }[]
    const [second, first] = captures.map(({ captured_at }) => captured_at) as [string, string]
    for (const instants of [
      ['--at', first],
      ['--at', first, '--at', second],
    ])
      expect((await heddle(['compare', 'watched', ...instants])).stdout).toContain('0 added, 1 removed')
    expect((await heddle(['compare', 'watched', '--at', second])).stdout).toContain('0 added, 0 removed')
    expect((await heddle(['query', 'run', 'watched', '--at', first, '-f', 'csv'])).stdout).toContain('uni/tn-A')
    expect(await heddle(['compare', 'watched', '--at', '2020-01-01'])).toMatchObject({ code: 3, stdout: '' })
    expect(await heddle(['compare', 'watched', '--at', first, '--at', second, '--live'])).toMatchObject({ code: 2 })
    expect((await heddle(['timeline', 'watched', 'uni/tn-A'])).stdout).toMatch(/present|absent/)
  })
})

describe('the program', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const start = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [main, ...words], {
      env: { ...process.env, HEDDLE_URL: runs.app.url, HEDDLE_TOKEN: token },
    })

  it('runs as a process of its own, with an exit code', async () => {
    expect((await start('whoami')).stdout).toBe(`${ADMIN.username} at ${runs.app.url}/\n`)
    await expect(start('query', 'show', 'nothing')).rejects.toMatchObject({
      code: 2,
      stderr: 'There is no saved query "nothing".\n',
    })
  })
})

describe('the command line', () => {
  it('explains itself, and every command', async () => {
    expect(await heddle(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Exit codes') })
    const { stdout: usage } = await heddle(['query', 'run', '--help'])
    expect(usage).toContain('--at <instant>')
    expect(await heddle(['help', 'query', 'run'])).toMatchObject({ code: 0, stdout: usage })
    expect(await heddle(['help', 'query', 'nope'])).toMatchObject({ code: 2, stderr: expect.stringContaining('nope') })
    expect(await heddle(['qurey'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean query?') })
  })

  it('completes commands and options', async () => {
    expect((await heddle(['complete', '--', 'que'])).stdout).toBe('query\n')
    expect((await heddle(['complete', '--', 'query', 'r'])).stdout).toBe('run\n')
    expect((await heddle(['complete', '--', 'query', 'run', '--ba'])).stdout).toBe('--background\n')
    expect((await heddle(['completion', 'bash'])).stdout).toContain('complete -o default -F _heddle heddle')
  })

  it('lists every fault with its field', async () => {
    await writeFile(join(folder, 'rows.json'), '{}')

    expect(await heddle(['automation', 'launch', 'nothing', '--rows', join(folder, 'rows.json')])).toMatchObject({
      code: 2,
    })
    expect(await heddle(['run', 'rows', 'no-uuid'])).toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringMatching(/\w/),
    })
  })
})
