import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFile, packFiles } from '@heddle/server/testing/packs/pack-files.ts'
import { type Shell, startShell } from '../testing/start-shell.ts'

const PACKS = '/api/packs/'

let shell: Shell
let viewerToken: string
beforeAll(async () => {
  shell = await startShell()
  const { store } = shell.runs.controller
  for (const [id, fabricSt] of [
    ['101', 'active'],
    ['102', 'inactive'],
  ] as const)
    store.add('fabricNode', `topology/pod-1/node-${id}`, { id, name: `leaf-${id}`, role: 'leaf', fabricSt })
  const viewer = await shell.runs.app.userOf('viewer')
  viewerToken = (await viewer.post('/api/auth/tokens/', { name: 'cli' })).body.token
})
afterAll(() => shell.stop())

const heddle: Shell['heddle'] = (words, given) => shell.heddle(words, given)
const asViewer = () => ({ env: { HEDDLE_TOKEN: viewerToken } })
const installed = async (name: string) => (await shell.runs.app.admin.get(`${PACKS}${name}/`)).body

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(shell.folder, 'pack-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}
const added = async (files: Readonly<Record<string, string>>) => {
  const answer = await heddle(['pack', 'add', await folderOf(files)])
  expect([answer.code, answer.stderr]).toEqual([0, ''])
  return answer.stdout
}

describe('heddle pack add', () => {
  it('shows what a folder would change, then installs it without a question', async () => {
    const folder = await folderOf(packFiles('first'))

    const dry = await heddle(['pack', 'add', folder, '--dry-run'])
    const before = await heddle(['pack', 'list', '--json'])
    const done = await heddle(['pack', 'add', folder])

    expect(dry).toEqual({
      ...{ code: 0, stderr: '' },
      stdout:
        '+ node-active  Check node-active\n+ node-named  Check node-named\n\n2 new\nfirst 1.0.0 would be installed.\n',
    })
    expect(JSON.parse(before.stdout)).toEqual([])
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n2 new\nfirst 1\.0\.0 is installed\.\n$/) })
    expect(await installed('first')).toMatchObject({ version: '1.0.0', checks: [{}, {}] })
  })

  it('says which checks become stricter, with the values before and after', async () => {
    await added(packFiles('stricter'))

    const text = await added(
      packFiles('stricter', '1.1.0', {
        'checks/node-named.yaml': checkFile('node-named', 'critical'),
        'checks/node-new.yaml': checkFile('node-new'),
      }),
    )

    expect(text).toBe(
      [
        '~ node-named  Check node-named (stricter)',
        '    severity: "low" → "critical"',
        '+ node-new  Check node-new',
        '',
        '1 new, 1 stricter, 1 unchanged',
        'stricter 1.1.0 is installed.\n',
      ].join('\n'),
    )
  })

  it('sends a zip as it is', async () => {
    const zip = new ZipFile()
    for (const [path, text] of Object.entries(packFiles('zipped'))) zip.addBuffer(Buffer.from(text), path)
    zip.end()
    const file = join(shell.folder, 'zipped.zip')
    await writeFile(file, await buffer(zip.outputStream))

    const { code, stdout } = await heddle(['pack', 'add', file, '--json'])

    expect([code, JSON.parse(stdout)]).toMatchObject([0, { name: 'zipped', applied: true }])
  })

  it('installs a pack that comes with Heddle by its name', async () => {
    const { code, stdout } = await heddle(['pack', 'add', 'aci-capacity'])

    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n\d+ new\naci-capacity [\d.]+ is installed\.\n$/)])
  })

  it('replaces a newer version only with --force', async () => {
    await added(packFiles('older', '2.0.0'))
    const folder = await folderOf(packFiles('older', '1.0.0'))

    const refused = await heddle(['pack', 'add', folder])
    const forced = await heddle(['pack', 'add', folder, '--force'])

    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('Use --force to replace it anyway.')])
    expect([forced.code, (await installed('older')).version]).toEqual([0, '1.0.0'])
  })

  it('lists every fault of a pack at its file, and changes nothing', async () => {
    const text = checkFile('node-active').replace('rows: 1', 'rows: 2')
    const folder = await folderOf(packFiles('faulty', '1.0.0', { 'checks/node-active.yaml': `${text}colour: red\n` }))

    const { code, stderr } = await heddle(['pack', 'add', folder])

    expect([code, stderr]).toEqual([2, expect.stringMatching(/^checks\/node-active\.yaml\.colour: /m)])
    expect((await shell.runs.app.admin.get(`${PACKS}faulty/`)).status).toBe(404)
  })

  it('refuses what is no pack, and who may not install one', async () => {
    const folder = await folderOf(packFiles('theirs'))
    const text = join(folder, 'heddle-pack.yaml')

    expect(await heddle(['pack', 'add', text])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected a folder, a .zip or a .tar.gz'),
    })
    expect(await heddle(['pack', 'add', '/nowhere'])).toMatchObject({ code: 2, stdout: '' })
    expect(await heddle(['pack', 'add', folder], asViewer())).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Ask an administrator'),
    })
  })
})

describe('heddle pack list', () => {
  it('is a table for everybody who may see packs', async () => {
    await added(packFiles('listed'))

    const { code, stdout } = await heddle(['pack', 'list'], asViewer())

    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^NAME +VERSION +CHECKS +INSTALLED +BY +TITLE\n[^]*\nlisted +1\.0\.0 +2 +[\d-]+ /),
    ])
  })
})

describe('heddle pack remove', () => {
  it('says what goes with the pack, and removes it when its name is typed', async () => {
    await added(packFiles('going'))
    const [check] = (await installed('going')).checks
    const { admin } = shell.runs.app
    await admin.post('/api/queries/waivers/', {
      ...{ saved_query: check.saved_query, resource: '*', reason: 'known' },
      until: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const task = await admin.post('/api/queries/scheduled-tasks/', {
      ...{ name: 'every night', saved_query: check.saved_query, controller_connections: [shell.runs.connection] },
      ...{ schedule_type: 'interval', interval_minutes: 600 },
    })
    expect(task.status).toBe(201)

    const kept = await heddle(['pack', 'remove', 'going'], { answers: [['Type "going" to remove it', 'no']] })
    const gone = await heddle(['pack', 'remove', 'going'], { answers: [['Type "going" to remove it', 'going']] })

    expect([kept.code, kept.stdout, kept.stderr]).toEqual([
      1,
      'going 1.0.0 goes with:\n  2 checks\n  1 waiver\n  1 scheduled task: every night\nRuns of its checks stay.\n',
      expect.stringContaining('Nothing was removed.'),
    ])
    expect([gone.code, gone.stdout]).toEqual([0, expect.stringMatching(/\ngoing was removed\.\n$/)])
    expect((await admin.get(`${PACKS}going/`)).status).toBe(404)
  })

  it('needs --yes without a terminal, the permission, and a pack of that name', async () => {
    await added(packFiles('safe'))

    expect(await heddle(['pack', 'remove', 'safe'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pass --yes'),
    })
    expect((await heddle(['pack', 'remove', 'safe', '--yes'], asViewer())).code).toBe(3)
    expect((await heddle(['pack', 'remove', 'nothing', '--yes'])).code).toBe(3)
    expect((await installed('safe')).version).toBe('1.0.0')
    expect((await heddle(['pack', 'remove', 'safe', '--yes'])).code).toBe(0)
  })
})

describe('heddle pack run', () => {
  beforeAll(async () => {
    const groups = "groups: [{ title: Worst, checks: ['node-active'] }, { title: Others, checks: ['node-low'] }]\n"
    const manifest = packFiles('run')['heddle-pack.yaml'].replace(/groups: .*\n/, groups)
    await added({
      'heddle-pack.yaml': manifest,
      'checks/node-active.yaml': checkFile('node-active'),
      'checks/node-low.yaml': checkFile('node-low', 'low'),
    })
  })
  const runIt = (...words: readonly string[]) => heddle(['pack', 'run', 'run', '-c', 'lab', ...words])

  it('fails when a check of the severity fails that it is asked to fail on', async () => {
    const high = await runIt()
    const low = await runIt('--group', 'Others')
    const any = await runIt('--group', 'Others', '--fail-on', 'low')

    expect([high.code, high.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^STATUS [^]*\nfailed +high +Check node-active [^]*\n0 passed, 2 failed, 0 could not run\n$/,
      ),
    ])
    expect([low.code, low.stdout]).toEqual([0, expect.stringContaining('\n0 passed, 1 failed, 0 could not run\n')])
    expect(any.code).toBe(1)
    const id = /^Check (\S+)$/m.exec(low.stderr)?.[1] ?? ''
    expect((await heddle(['check', '--resume', id, '--fail-on', 'high'])).code).toBe(0)
    expect((await heddle(['check', '--resume', id])).code).toBe(1)
  })

  it('gives values to parameters, and refuses one that no check has', async () => {
    const usual = await runIt('--group', 'Worst')
    const other = await runIt('--group', 'Worst', '--param', 'state=inactive')
    const unknown = await runIt('--param', 'stat=inactive')

    expect(usual.stdout).toContain('topology/pod-1/node-102')
    expect(other.stdout).toContain('topology/pod-1/node-101')
    expect(other.stdout).not.toContain('topology/pod-1/node-102')
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('no parameter stat; it has: state') })
  })

  it.each([
    ['junit', /^<\?xml[^]*node-102[^]*<\/testsuites>\n$/],
    ['sarif', /^\{"\$schema"[^]*node-102/],
    ['markdown', /^# 2 checks\n[^]*\n## Failed\n/],
    ['html', /^<!doctype html>[^]*<\/html>\n$/],
    ['json', /^\{\n[^]*"failed": 2/],
  ])('prints the report as %s and the totals beside it', async (format, expected) => {
    const { code, stdout, stderr } = await runIt('--format', format)

    expect([code, stdout]).toEqual([1, expect.stringMatching(expected)])
    if (format !== 'json') expect(stderr).toContain('0 passed, 2 failed, 0 could not run\n')
  })

  it('takes the default connection, and ends with 3 where the fabric cannot be asked', async () => {
    const none = await heddle(['pack', 'run', 'run'])
    await shell.runs.connect({ name: 'nobody', host: '127.0.0.1:1', is_default: true })

    const usual = await heddle(['pack', 'run', 'run'])

    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --connection') })
    expect([usual.code, usual.stdout]).toEqual([3, expect.stringContaining('0 failed, 2 could not run')])
    expect((await heddle(['pack', 'run', 'unknown', '-c', 'lab'])).stderr).toContain(
      'The pack unknown is not installed',
    )
  })
})
