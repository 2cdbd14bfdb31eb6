import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installModel } from '@heddle/server/testing/mim/install-model.ts'
import { ADMIN, type Client } from '@heddle/server/testing/start-test-app.ts'
import { type Shell, startShell } from '../testing/start-shell.ts'

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const SCHEDULE = { schedule_type: 'interval', interval_minutes: 600 }

let shell: Shell
let automation: AutomationSimulator
let query: string
beforeAll(async () => {
  const script = scriptOf({ pendingMs: 10, waitingMs: 10, runMs: 20 })
  automation = await startAutomation({ templates: [{ id: 7, name: 'Quick', script, allowSimultaneous: true }] })
  shell = await startShell({ env: { AUTOMATION_POLL_SECONDS: '1' } })
  query = await shell.runs.save({ ...TENANTS, name: 'tenants' })
})
afterAll(async () => {
  await shell.stop()
  await automation.close()
})

const heddle: Shell['heddle'] = (words, given) => shell.heddle(words, given)
const jsonOf = async (...words: readonly string[]) => {
  const { code, stdout, stderr } = await heddle([...words, '--json'])
  expect([code, stderr.replaceAll(/^(\d+ rows|Reading \w+…|Run \S+|Check \S+)\n/gm, '')]).toEqual([0, ''])
  return JSON.parse(stdout)
}
async function created(client: Client, path: string, body: object): Promise<any> {
  const answer = await client.post(path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('signing in on a terminal', () => {
  it('asks for what is missing, and shows no password', async () => {
    const { code, stdout, stderr } = await heddle(['login', shell.runs.app.url, '--name', 'asked'], {
      answers: [
        ['Username', ADMIN.username],
        ['Password', ADMIN.password],
      ],
    })

    expect([code, stdout]).toEqual([
      0,
      `Signed in to ${shell.runs.app.url} as ${ADMIN.username}; this is the context "asked".\n`,
    ])
    expect(stderr).not.toContain(ADMIN.password)
  })

  it('says whose context it replaces', async () => {
    const { username } = (await (await shell.runs.app.userOf('viewer')).get('/api/auth/profile/')).body
    const login = (name: string) =>
      heddle(['login', shell.runs.app.url, '--name', 'shared', '-u', name], { input: `${ADMIN.password}\n` })

    const said = [await login(ADMIN.username), await login(ADMIN.username), await login(username)]
    await heddle(['context', 'use', 'lab'])

    expect(said.map(({ stderr }) => stderr.includes(`It was that of ${ADMIN.username}`))).toEqual([false, false, true])
  })

  it('asks for the code of a second factor, or takes it from the command line', async () => {
    const user = await shell.runs.app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const { secret } = (await user.post('/api/auth/mfa/setup/')).body
    const { body } = await user.post('/api/auth/mfa/verify/', { code: new TOTP({ secret }).generate() })
    const [backup, other] = body.backup_codes as string[]
    const login = ['login', shell.runs.app.url, '--name', 'factor', '-u', username]

    const asked = await heddle(login, {
      answers: [
        ['Password', ADMIN.password],
        ['Code of your second factor', '000000'],
        ['Code of your second factor', backup!],
      ],
    })
    const given = await heddle([...login, '--code', other!], { input: `${ADMIN.password}\n` })
    const missing = await heddle(login, { input: `${ADMIN.password}\n` })
    const wrong = await heddle([...login, '--code', '000000'], { input: `${ADMIN.password}\n` })

    expect([asked.code, given.code]).toEqual([0, 0])
    expect(asked.stderr.match(/Password: /g)).toHaveLength(1)
    expect((await heddle(['whoami', '--context', 'factor'])).stdout).toBe(`${username} at ${shell.runs.app.url}/\n`)
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --code') })
    expect([wrong.code >= 2, wrong.stdout]).toEqual([true, ''])
    expect(wrong.stderr).not.toContain('heddle login')
  })

  it('leaves everything as it was when a question is interrupted', async () => {
    const before = await readFile(shell.config, 'utf8')

    const interrupted = await heddle(['login', shell.runs.app.url, '--name', 'never'], {
      answers: [['Username', '\u0003']],
    })

    expect(interrupted).toMatchObject({ code: 130, stdout: '', stderr: expect.stringMatching(/Interrupted\.\n$/) })
    expect(await readFile(shell.config, 'utf8')).toBe(before)
  })
})

describe('contexts', () => {
  const other = 'http://127.0.0.1:1'

  it('keep several servers apart, by name', async () => {
    const contexts = JSON.parse(await readFile(shell.config, 'utf8'))
    contexts.contexts.down = { url: other, token: 'hdl_none' }
    await writeFile(shell.config, JSON.stringify({ ...contexts, current: 'lab' }))

    expect((await heddle(['whoami'])).code).toBe(0)
    expect(await heddle(['whoami', '--context', 'down'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`No answer from ${other}`),
    })
    expect((await heddle(['whoami'], { env: { HEDDLE_CONTEXT: 'down' } })).code).toBe(3)
    expect(await heddle(['context', 'use', 'down'])).toMatchObject({ code: 0, stdout: 'The context is "down" now.\n' })
    expect((await heddle(['whoami'])).code).toBe(3)
    expect((await jsonOf('context', 'list')).filter(({ current }: { current: boolean }) => current)).toEqual([
      { name: 'down', url: other, current: true },
    ])
    expect((await stat(shell.config)).mode & 0o777).toBe(0o600)
  })

  it('are forgotten one by one, and unknown ones are named', async () => {
    expect((await heddle(['context', 'remove', 'down'])).stdout).toBe('The context "down" is forgotten.\n')
    for (const action of ['use', 'remove'])
      expect(await heddle(['context', action, 'down'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('you have lab'),
      })
    expect(await heddle(['whoami'])).toMatchObject({ code: 2, stderr: expect.stringContaining('heddle login <url>') })
    await heddle(['context', 'use', 'lab'])
  })

  it('that are damaged say what to do', async () => {
    const config = join(shell.folder, 'damaged.json')
    await writeFile(config, '{')

    expect(await heddle(['whoami'], { env: { HEDDLE_CONFIG: config } })).toMatchObject({
      code: 2,
      stderr: `${config} is not valid JSON: correct or delete it, then sign in again.\n`,
    })
  })

  it('say how to go on when a session or token is good no more', async () => {
    const env = { HEDDLE_URL: shell.runs.app.url, HEDDLE_TOKEN: 'hdl_wrong' }

    expect(await heddle(['query', 'list'], { env })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('heddle login'),
    })
  })
})

describe('schedules', () => {
  it('are listed, run, disabled and enabled, and tell what they did', async () => {
    const admin = shell.runs.app.admin
    const connections = { saved_query: query, controller_connections: [shell.runs.connection] }
    const { id } = await created(admin, '/api/queries/scheduled-tasks/', {
      name: 'nightly',
      ...connections,
      ...SCHEDULE,
    })
    const running = async () => (await admin.get(`/api/queries/scheduled-tasks/${id}/`)).body.running

    expect((await heddle(['schedule', 'list'])).stdout).toMatch(
      /^NAME +WHEN +NEXT +LAST +STATE +ID\nnightly +every 600 min /,
    )
    expect(await heddle(['schedule', 'run', 'nightly'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^"nightly" is running: \S+\n$/),
    })
    await expect.poll(running).toBe(false)
    expect((await heddle(['schedule', 'history', 'nightly'])).stdout).toMatch(
      /^DUE +STATUS +ROWS +CHANGES +ERROR\n20\S+ \S+ +success +2\n$/,
    )
    expect((await heddle(['schedule', 'disable', 'nightly'])).stdout).toBe('"nightly" is disabled.\n')
    expect((await jsonOf('schedule', 'list'))[0]).toMatchObject({ id, enabled: false })
    expect((await jsonOf('schedule', 'enable', id)).enabled).toBe(true)
    expect((await jsonOf('schedule', 'history', 'nightly'))[0]).toMatchObject({ scheduled_task: id, status: 'success' })
    expect(await heddle(['schedule', 'run', 'night'])).toMatchObject({
      code: 2,
      stderr: 'There is no scheduled task "night". Names that contain it: "nightly".\n',
    })
  })
})

describe('classes', () => {
  it('are found by words, and shown', async () => {
    const model = generateModel({ classes: 40 })
    await installModel(
      shell.runs.app.app,
      model.classNames.map((name) => model.document(name)),
    )

    expect((await heddle(['class', 'search', 'fvTenant'])).stdout).toMatch(/^NAME +LABEL +DESCRIPTION\nfvTenant /)
    expect(await jsonOf('class', 'search', 'tenant', '--limit', '1')).toHaveLength(1)
    expect((await jsonOf('class', 'show', 'fvTenant')).name).toBe('fvTenant')
    expect(await heddle(['class', 'show', 'fvNothing'])).toMatchObject({ code: 3, stdout: '' })
  })
})

describe('automation', () => {
  const rows = async (name: string, content: string) => {
    await writeFile(join(shell.folder, name), content)
    return join(shell.folder, name)
  }

  it('is launched with the rows of a file and followed to its end', async () => {
    const { admin } = shell.runs.app
    const connection = { name: 'awx', base_url: automation.url, oauth_token: automation.token }
    const { id } = await created(admin, '/api/automation/connections/', connection)
    const schema = [{ name: 'tenant', field_type: 'text', required: true }]
    await created(admin, '/api/automation/templates/', {
      name: 'Deploy',
      automation_connection: id,
      automation_job_template_id: 7,
      schema,
    })
    const csv = await rows('rows.csv', 'tenant\r\nA\r\nB\r\n')

    const launched = await heddle(['automation', 'launch', 'deploy', '--rows', csv, '--follow'])

    expect(launched).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^"Deploy" was launched as request \S+\.\nThe request ended: succeeded\n$/),
    })
    expect(launched.stderr).toContain('1 of 1 jobs ended\n')
    expect((await heddle(['automation', 'templates'])).stdout).toMatch(/^NAME +ID\nDeploy +\S{36}\n$/)
    const request = /request (\S+)\./.exec(launched.stdout)![1]!
    expect(await heddle(['automation', 'follow', request])).toMatchObject({
      code: 0,
      stdout: 'The request ended: succeeded\n',
    })
    const { stdout } = await heddle(['automation', 'launch', 'Deploy', '--rows', csv, '--follow', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ status: 'succeeded', row_count: 2 })
  })

  it('lists every fault of the rows with its field, and launches nothing', async () => {
    const json = await rows('wrong.json', '[{"tenant": "A"}, {}, {"tenant": 5, "other": 1}]')

    const { code, stdout, stderr } = await heddle(['automation', 'launch', 'Deploy', '--rows', json])

    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^rows\.1\.tenant: .+\n/m)
    expect(
      await heddle(['automation', 'launch', 'Deploy', '--rows', '-', '--dry-run'], { input: '[{"tenant":"A"}]' }),
    ).toMatchObject({
      code: 0,
      stdout: 'The rows are fine; nothing was launched.\n',
    })
    expect(await heddle(['automation', 'launch', 'Deploy', '--rows', '-'], { input: '{' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('- is not valid JSON'),
    })
    expect(await heddle(['automation', 'launch', 'Deploy', '--rows', 'none.csv'])).toMatchObject({
      code: 2,
      stderr: 'none.csv cannot be read.\n',
    })
  })
})

/** The execution of a new background run. */
async function start(): Promise<string> {
  const answer = await shell.runs.app.admin.post(`/api/queries/saved-queries/${query}/execute_background/`)
  expect(answer.status, answer.text).toBe(202)
  return answer.body.execution_id
}

describe('runs', () => {
  it('are followed: steps as lines, and a bar on a terminal', async () => {
    const piped = await heddle(['run', 'follow', await start()])
    const shown = await heddle(['run', 'follow', await start()], { answers: [] })

    expect(piped).toEqual({ code: 0, stdout: '', stderr: 'Reading fvTenant…\n2 rows\n' })
    expect(shown.stderr).toContain('\r\u001b[2KReading fvTenant…')
    expect(shown.stderr).toMatch(/\r\u001b\[2K2 rows\n$/)
    expect(await jsonOf('run', 'follow', await start())).toMatchObject({ status: 'success', row_count: 2 })
    expect(await heddle(['run', 'follow', query])).toMatchObject({
      code: 3,
      stderr: 'There is nothing to follow here.\n',
    })
  })

  it('are cancelled', async () => {
    shell.runs.controller.faults.add({ kind: 'hang' })
    const execution = await start()
    const following = heddle(['run', 'follow', execution])

    expect(await heddle(['run', 'cancel', execution])).toMatchObject({ code: 0, stdout: 'The run will stop.\n' })

    expect(await following).toMatchObject({ code: 1, stderr: expect.stringMatching(/The run failed: cancelled\n$/) })
    shell.runs.controller.faults.clear()
  })

  it('are left alone by Ctrl-C, which ends only the following', async () => {
    shell.runs.controller.faults.add({ kind: 'hang' })
    const execution = await start()
    const stop = new AbortController()
    const onWritten = (text: string) => (text.includes('Reading') ? stop.abort(new Error('Interrupted.')) : undefined)

    const followed = await heddle(['run', 'follow', execution], { signal: stop.signal, onWritten })

    const { status } = await shell.runs.log(execution, shell.runs.app.admin)
    shell.runs.controller.faults.clear()

    expect(followed).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.stringMatching(
        /^Reading fvTenant…\nThe run goes on: `heddle run follow .* ends it\.\nInterrupted\.\n$/,
      ),
    })
    expect(status).toBe('running')
  })
})

describe('--json', () => {
  it.each([
    ['whoami', { username: ADMIN.username }],
    ['query list', [{ name: 'tenants' }]],
    ['query show tenants', { name: 'tenants' }],
    ['query validate tenants', { valid: true }],
    ['query explain tenants', { source: 'rules' }],
    ['query run tenants', [{ name: 'A' }, { name: 'B' }]],
    ['run list --limit 1', [{ status: expect.any(String) }]],
    ['run list --limit 1 --status success', [{ status: 'success' }]],
    ['run list --status timeout', []],
    ['capture tenants', { row_count: 2 }],
    ['snapshots tenants', [{ row_count: 2 }]],
    ['compare tenants --live', { summary: { added: 0, removed: 0 } }],
    ['timeline tenants uni/tn-A', { points: [{ present: true }] }],
    ['check tenants', { passed: 1, results: [{ name: 'tenants' }] }],
    ['automation templates', [{ name: 'Deploy' }]],
  ])('makes `%s` print one JSON document', async (words, expected) => {
    expect(await jsonOf(...words.split(' '))).toMatchObject(expected)
  })
})

describe('an error', () => {
  it.each<[string, number, string]>([
    ['run rows no-uuid', 3, ''],
    ['run list --limit many', 2, 'Expected a whole number.'],
    ['run list --status none', 2, 'Allowed choices are running, success, failure, timeout.'],
    ['query list --category none', 2, 'There is no category "none".'],
    ['query run tenants --var x', 2, 'Expected name=value.'],
    ['query run tenants --format pdf', 2, 'Allowed choices are table, csv, ndjson, json, parquet, xlsx.'],
    ['query run tenants -c nowhere', 2, 'There is no controller connection "nowhere".'],
    ['query run tenants --as-of yesterday', 2, 'as_of: '],
    ['check --category none', 2, 'There is no category "none".'],
    ['timeline tenants', 2, "missing required argument 'dn'"],
    ['compare nothing', 2, '"nothing" is no saved query'],
  ])('of `%s` ends with %i and says what to do', async (words, code, message) => {
    const found = await heddle(words.split(' '))

    expect([found.code, found.stdout]).toEqual([code, ''])
    expect(found.stderr).toContain(message)
  })

  it('that is a missing permission says whom to ask', async () => {
    const viewer = await shell.runs.app.userOf('viewer')
    const { token } = (await viewer.post('/api/auth/tokens/', { name: 'v' })).body
    const env = { HEDDLE_URL: shell.runs.app.url, HEDDLE_TOKEN: token }

    expect(await heddle(['automation', 'launch', 'Deploy'], { env })).toMatchObject({
      code: expect.any(Number),
      stdout: '',
    })
    expect(await heddle(['capture', 'tenants'], { env })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Ask an administrator'),
    })
  })
})

describe('what the API does for a person', () => {
  it('connects a controller, tests it, and forgets it', async () => {
    const { controller } = shell.runs
    const add = ['connection', 'add', 'second', controller.url, '-u', 'admin', '--no-verify']

    const added = await heddle(add, { input: `${DEFAULT_PASSWORD}\n` })
    const wrong = await heddle(['connection', 'add', 'third', controller.url, '-u', 'admin'], { input: 'wrong\n' })

    expect([added.code, added.stdout]).toEqual([0, expect.stringMatching(/^"second" was stored as .*\n.+\n/)])
    expect(wrong.code).toBe(1)
    expect((await heddle(['connection', 'list'])).stdout).toMatch(/^second +/m)
    expect((await heddle(['connection', 'test', 'second'])).code).toBe(0)
    expect((await heddle(['connection', 'remove', 'third'])).stdout).toBe('"third" was deleted.\n')
  })

  it('runs the query of a file, copies and deletes one, and schedules it', async () => {
    const file = join(shell.folder, 'draft.yaml')
    await writeFile(file, 'nodes: [{id: t, class_name: fvTenant, properties: [name], scope_dn: "uni/tn-{{name=A}}"}]\n')

    expect((await heddle(['query', 'try', file, '-c', 'lab', '-f', 'csv'])).stdout).toBe(
      'dn,className,name\r\nuni/tn-A,fvTenant,A\r\n',
    )
    expect((await heddle(['query', 'try', file])).stderr).toContain('names no connection: pass --connection')
    expect((await heddle(['query', 'copy', 'tenants', 'copied'])).code).toBe(0)
    const schedule = ['schedule', 'create', 'copies', '-q', 'copied', '-c', 'lab', '--every', '600']
    expect((await heddle(schedule)).stdout).toMatch(/^"copies" runs next at \d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\.\n$/)
    expect((await heddle([...schedule, '--cron', '0 3 * * *'])).stderr).toBe('Pass either --cron or --every.\n')
    expect((await heddle(['query', 'delete', 'copied', '--yes'])).code).toBe(0)
  })

  it('refuses a value for a variable that the query does not have', async () => {
    for (const words of [['query', 'run'], ['capture'], ['query', 'validate']])
      expect(await heddle([...words, 'tenants', '--var', 'tenat=x'])).toMatchObject({
        code: 2,
        stderr: 'There is no variable tenat; it has none.\n',
      })
  })

  it('manages tokens, and shows notices, the audit log and the class model', async () => {
    const token = (await heddle(['token', 'create', 'ci', '-p', 'queries.view_savedquery', '--days', '1'])).stdout

    expect(token).toMatch(/^hdl_[\w-]+\n$/)
    expect((await heddle(['token', 'list'])).stdout).toMatch(/^ci +hdl_[\w-]+ +queries\.view_savedquery/m)
    expect((await heddle(['token', 'delete', 'ci'])).stdout).toBe('The token "ci" was deleted.\n')
    expect((await heddle(['audit', '--action', 'api_token_delete', '--limit', '1'])).stdout).toContain('admin')
    expect((await heddle(['notice', 'list', '--unread'])).code).toBe(0)
    expect((await heddle(['model', 'status'])).stdout).toMatch(/class model is installed|^Installed/)
  })
})

describe('the examples of the client', () => {
  const example = async (name: string, words: readonly string[], onLine: (text: string) => void = () => {}) => {
    const file = fileURLToPath(new URL(`../../../client/examples/${name}.mjs`, import.meta.url))
    const { body } = await shell.runs.app.admin.post('/api/auth/tokens/', { name })
    const env = { PATH: process.env.PATH, HEDDLE_URL: shell.runs.app.url, HEDDLE_TOKEN: body.token }
    // One that never ends would keep the tests from ending, too.
    const child = spawn(process.execPath, [file, ...words], {
      ...{ env, timeout: 60_000 },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    child.stdout.on('data', (chunk) => onLine((stdout += String(chunk))))
    const [code] = await once(child, 'exit')
    return { code, stdout }
  }

  it('capture every night, and tell what changed', async () => {
    await shell.runs.save({ ...TENANTS, name: 'nightly' })
    const first = await example('nightly-capture', ['nightly'])
    const second = await example('nightly-capture', ['nightly'])

    expect(first).toEqual({ code: 0, stdout: expect.stringMatching(/^Captured \d+ rows of nightly\.\n$/) })
    expect(second).toEqual(first)
  })

  it('find and fix, and say when it is not fixed', async () => {
    const { code, stdout } = await example('find-and-fix', ['tenants', 'Deploy', 'tenant=name'])

    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('The request succeeded; whether its rows are gone: differs'),
    ])
  })

  it('show a dashboard that follows the runs of all', async () => {
    const query = await shell.runs.save({ ...TENANTS, name: 'watched' })
    const heddleOf = await shell.runs.app.heddle(shell.runs.app.admin)
    const start = () => heddleOf.queries.savedQueries.executeBackground(query, {}).catch(() => undefined)
    let starting: NodeJS.Timeout | undefined

    const { code, stdout } = await example('live-dashboard', ['1'], (text) => {
      // Open, it may not listen yet.
      if (text.includes('Connected')) starting ??= setInterval(() => void start(), 300)
    })
    clearInterval(starting)

    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/Connecting\n[^]*Connected\n[^]*success +\d+ rows +watched\n/),
    ])
  })
})
