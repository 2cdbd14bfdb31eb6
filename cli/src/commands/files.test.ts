import { mkdir, mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Heddle } from '@heddle/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Shell, startShell } from '../testing/start-shell.ts'

const CANVAS = { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }], edges: [] }

let shell: Shell
let api: Heddle
let folder: string
beforeAll(async () => {
  shell = await startShell()
  api = await shell.runs.app.heddle(shell.runs.app.admin)
})
afterAll(() => shell.stop())
beforeEach(async () => {
  await removeAll()
  folder = await mkdtemp(join(shell.folder, 'files-'))
  const rules = (await api.queries.categories.create({ name: 'Rules' })).id
  const inner = (await api.queries.categories.create({ name: 'A/B', parent: rules })).id
  const { id } = await save('Bridge domains', { category: inner })
  await save('plain')
  const schedule = { schedule_type: 'interval', interval_minutes: 600 } as const
  await api.queries.scheduledTasks.create({
    name: 'nightly',
    saved_query: id,
    controller_connections: [shell.runs.connection],
    ...schedule,
  })
})

async function removeAll(): Promise<void> {
  const { savedQueries, scheduledTasks, categories } = api.queries
  for (const { id } of (await scheduledTasks.list()).results) await scheduledTasks.remove(id)
  for (const { id } of (await savedQueries.list()).results) await savedQueries.remove(id)
  for (const { id } of (await categories.list()).results.toReversed()) await categories.remove(id, { force: true })
}

const save = (name: string, more: object = {}) =>
  api.queries.savedQueries.create({ name, controller_connection: shell.runs.connection, ...CANVAS, ...more })
const heddle = (...words: readonly string[]) => shell.heddle(words)
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'heddle.lock.json')
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
const BRIDGE_DOMAINS = 'Rules/A~1B/Bridge domains.yaml'
const textOf = (path: string) => readFile(join(folder, path), 'utf8')
const edit = async (path: string, from: string, to: string) => {
  const text = await textOf(path)
  expect(text).toContain(from)
  await writeFile(join(folder, path), text.replace(from, to))
}
const pulled = async (...options: readonly string[]) => {
  const found = await heddle('pull', folder, ...options)
  expect([found.code, found.stderr]).toEqual([0, ''])
  return found.stdout
}

describe('heddle pull', () => {
  it('writes a file for each query with its tasks, and changes nothing the second time', async () => {
    const text = await pulled()

    expect(text).toBe(`+ ${BRIDGE_DOMAINS}\n+ heddle.yaml\n+ plain.yaml\n3 written, 0 removed, 0 unchanged.\n`)
    expect(await files()).toEqual([BRIDGE_DOMAINS, 'heddle.yaml', 'plain.yaml'])
    expect(await textOf(BRIDGE_DOMAINS)).toMatch(
      /saved_queries:\n {2}- name: Bridge domains\n[^]*scheduled_tasks:\n {2}- name: nightly\n/,
    )
    const written = (await stat(join(folder, 'plain.yaml'))).mtimeMs
    expect(await pulled()).toBe('0 written, 0 removed, 3 unchanged.\n')
    expect((await stat(join(folder, 'plain.yaml'))).mtimeMs).toBe(written)
  })

  it('applied elsewhere and pulled again gives the same files', async () => {
    await pulled()
    const before = await Promise.all((await files()).map(textOf))
    await removeAll()

    expect(await heddle('apply', folder, '--yes')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Applied.'),
    })

    expect(await pulled()).toBe('0 written, 0 removed, 3 unchanged.\n')
    expect(await Promise.all((await files()).map(textOf))).toEqual(before)
    expect((await heddle('plan', folder)).code).toBe(0)
  })

  it('removes files of what is gone only when asked to, and never one that it did not write', async () => {
    await pulled()
    await writeFile(join(folder, 'mine.yaml'), 'version: 1\nsaved_queries: []\n')
    await writeFile(join(folder, 'notes.txt'), 'x')
    const { results } = await api.queries.savedQueries.list({ search: 'Bridge' })
    await api.queries.savedQueries.remove(results[0]!.id)

    expect(await pulled()).toContain(`${BRIDGE_DOMAINS} is of a query that is gone: --prune removes it.\n`)
    expect(await files()).toContain(BRIDGE_DOMAINS)
    expect(await pulled('--prune')).toContain(`- ${BRIDGE_DOMAINS}\n`)

    expect(await files()).toEqual(['heddle.yaml', 'mine.yaml', 'notes.txt', 'plain.yaml'])
    await expect(stat(join(folder, 'Rules'))).rejects.toThrow('ENOENT')
  })

  it('of a category stays with it', async () => {
    await pulled('--category', 'Rules')

    expect(await files()).toEqual([BRIDGE_DOMAINS, 'heddle.yaml'])
    expect(await textOf('heddle.yaml')).toContain('scope:\n  category: Rules\n')
    expect(await pulled()).toBe('0 written, 0 removed, 2 unchanged.\n')
    expect(await heddle('pull', folder, '--category', 'Other')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('This folder holds "Rules"'),
    })
    expect((await heddle('pull', join(folder, 'new'), '--category', 'Nothing')).code).toBeGreaterThan(1)
  })

  it('writes nothing where a file of somebody else is in the way', async () => {
    await writeFile(join(folder, 'plain.yaml'), 'services: {}\n')

    expect(await heddle('pull', folder)).toMatchObject({
      code: 2,
      stderr: 'plain.yaml was not written by `heddle pull`: move it away.\n',
    })
    expect(await files()).toEqual(['plain.yaml'])
  })
})

describe('waivers', () => {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const waive = async (resource: string) => {
    const [query] = (await api.queries.savedQueries.list({ search: 'plain' })).results
    return api.queries.waivers.create({ saved_query: query!.id, resource, until: later(30), reason: 'known' })
  }
  const resources = async () => (await api.queries.waivers.list()).results.map(({ resource }) => resource).toSorted()

  it('are pulled with their query, planned and applied', async () => {
    await waive('uni/tn-a')
    await pulled()
    await edit('plain.yaml', 'uni/tn-a', 'uni/tn-b')

    const planned = await heddle('plan', folder)
    const applied = await heddle('apply', folder, '--yes')

    expect([planned.code, planned.stdout]).toEqual([4, expect.stringContaining('"uni/tn-a" → "uni/tn-b"')])
    expect([applied.code, await resources()]).toEqual([0, ['uni/tn-b']])
    expect((await heddle('plan', folder)).code).toBe(0)
  })

  it('that somebody made on the server since are not ended unnoticed', async () => {
    await waive('uni/tn-a')
    await pulled()
    await waive('uni/tn-theirs')

    const planned = await heddle('plan', folder)
    const applied = await heddle('apply', folder, '--yes')
    const overwritten = await heddle('apply', folder, '--yes', '--overwrite')

    expect(planned.stdout).toContain('^ changed on the server since you pulled')
    expect([applied.code, applied.stderr]).toEqual([1, expect.stringContaining('in "plain"')])
    expect([overwritten.code, await resources()]).toEqual([0, ['uni/tn-a']])
  })
})

describe('heddle plan', () => {
  it('shows what would change, value by value, and applies nothing', async () => {
    await pulled()
    await edit(BRIDGE_DOMAINS, 'class_name: fvBD', 'class_name: fvCtx')
    await writeFile(
      join(folder, 'new.yaml'),
      'version: 1\nsaved_queries:\n- {name: new one, controller_connection: lab, nodes: [{id: a, class_name: fvTenant}], edges: []}\n',
    )

    const { code, stdout } = await heddle('plan', folder)
    const json = await heddle('plan', folder, '--json')

    expect(code).toBe(4)
    expect(stdout).toBe(
      '~ saved query "Bridge domains"\n    nodes.0.class_name: "fvBD" → "fvCtx"\n+ saved query "new one"\n\n' +
        '1 to create, 1 to change, 0 to delete, 4 unchanged.\n',
    )
    expect([json.code, JSON.parse(json.stdout).applied]).toEqual([4, false])
    expect((await api.queries.savedQueries.list({ search: 'new one' })).count).toBe(0)
  })

  it('shows every fault with its file, line and field', async () => {
    await pulled()
    await edit(BRIDGE_DOMAINS, 'controller_connection: lab', 'controller_connection: nowhere')
    await edit('plain.yaml', 'edges: []', 'edges: []\n    colour: red')

    const { code, stdout, stderr } = await heddle('plan', folder)

    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^Rules\/A~1B\/Bridge domains\.yaml:8: controller_connection: .+$/m)
    expect(stderr).toMatch(/^plain\.yaml:\d+: colour: .+$/m)
    await writeFile(join(folder, 'broken.yaml'), 'version: 1\nsaved_queries: [\n')
    expect((await heddle('plan', folder)).stderr).toMatch(/^broken\.yaml:3: .+\n$/)
  })

  it('lists a key that is there twice with all else that is wrong', async () => {
    await pulled()
    await edit('plain.yaml', 'edges: []', 'edges: []\n    edges: []\n    colour: red')

    const { code, stderr } = await heddle('plan', folder)

    expect(code).toBe(2)
    expect(stderr).toMatch(/^plain\.yaml:\d+: The key edges is here twice\.$/m)
    expect(stderr).toMatch(/^plain\.yaml:\d+: colour: /m)
    await edit('plain.yaml', '\n    colour: red', '')
    expect(await heddle('apply', folder, '--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('twice') })
  })

  it('refuses what is no UTF-8, and a second document, at their lines', async () => {
    await pulled()
    await writeFile(join(folder, 'latin.yaml'), Buffer.from('version: 1\n# Stra\xdfe\n', 'latin1'))
    await writeFile(join(folder, 'two.yaml'), 'version: 1\n---\nversion: 1\n')

    expect((await heddle('plan', folder)).stderr).toBe(
      'latin.yaml:2: This is no UTF-8: save the file in that encoding.\n' +
        'two.yaml:2: A file holds one document: remove this line.\n',
    )
  })

  it('says what to do without files, or with one query twice', async () => {
    expect(await heddle('plan', join(folder, 'none'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('run `heddle pull` first'),
    })
    await pulled()
    await mkdir(join(folder, 'copies'))
    await writeFile(join(folder, 'copies/plain.yaml'), await textOf('plain.yaml'))

    expect((await heddle('plan', folder)).stderr).toBe(
      'plain.yaml:5: saved_queries.plain: It is in copies/plain.yaml already: remove one.\n',
    )
  })
})

describe('heddle apply', () => {
  it('needs --yes without a terminal, and asks on one', async () => {
    await pulled()
    await edit('plain.yaml', 'description: ""', 'description: new')
    const description = async () => (await api.queries.savedQueries.list({ search: 'plain' })).results[0]!.description

    expect(await heddle('apply', folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') })
    const no = await shell.heddle(['apply', folder], { answers: [['Apply this? Only "yes" does', 'no']] })
    expect([no.code, await description()]).toEqual([1, ''])
    expect(no.stdout).toContain('\u001b[33m~ saved query "plain"')
    const yes = await shell.heddle(['apply', folder], { answers: [['Apply this? Only "yes" does', 'yes']] })

    expect([yes.code, await description()]).toEqual([0, 'new'])
    expect(await heddle('apply', folder)).toMatchObject({ code: 0, stdout: 'Nothing to do: 5 unchanged.\n' })
  })

  it('refuses when the plan has changed since it was shown', async () => {
    await pulled()
    await edit('plain.yaml', 'description: ""', 'description: new')
    let changed: Promise<unknown> | undefined
    const id = (await api.queries.savedQueries.list({ search: 'plain' })).results[0]!.id
    const onWritten = (text: string) => {
      if (text.includes('to change'))
        changed ??= api.queries.savedQueries.update(id, { description: 'by somebody else' })
    }

    const found = await shell.heddle(['apply', folder], {
      answers: [['Apply this? Only "yes" does', async () => (await changed, 'yes')]],
      onWritten,
    })

    expect(found).toMatchObject({ code: 3, stderr: expect.stringContaining('The plan has changed since it was shown') })
    expect((await api.queries.savedQueries.get(id)).description).toBe('by somebody else')
  })

  it('deletes what a folder lacks only when asked to, and only what it was pulled for', async () => {
    await pulled('--category', 'Rules')
    await rename(join(folder, BRIDGE_DOMAINS), join(folder, 'gone.txt'))

    expect(await heddle('apply', folder, '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing to do'),
    })
    const { code, stdout } = await heddle('apply', folder, '--yes', '--delete-missing', '--json')

    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      applied: true,
      plan: expect.arrayContaining([expect.objectContaining({ action: 'delete', name: 'Bridge domains' })]),
    })
    const left = (await api.queries.savedQueries.list()).results.map(({ name }) => name)
    expect(left).toEqual(['plain'])
    const whole = await mkdtemp(join(shell.folder, 'whole-'))
    await heddle('pull', whole)
    expect(await heddle('plan', whole, '--delete-missing')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--category'),
    })
  })
})

describe('a pull request of a stranger', () => {
  const onServer = async (name: string) =>
    (await api.queries.savedQueries.list({ search: name })).results.find((query) => query.name === name)

  it('is judged by whether its queries could run, with file and line', async () => {
    await pulled()
    await edit('plain.yaml', 'class_name: fvBD', 'class_name: fvTenantt')
    await edit(BRIDGE_DOMAINS, 'edges: []', 'edges: [{id: e, source: bd, target: nowhere}]')

    const { code, stdout, stderr } = await heddle('plan', folder)
    const refused = await heddle('apply', folder, '--yes')
    const validated = await heddle('validate', folder)
    const drafts = await heddle('plan', folder, '--allow-drafts')

    expect([code, drafts.code, validated.code, refused.code]).toEqual([2, 4, 2, 2])
    expect(stdout).toContain('~ saved query "plain"')
    expect(stderr).toMatch(/^Rules\/A~1B\/Bridge domains\.yaml:\d+: edges\.0\S*: .*nowhere/m)
    expect(refused.stderr).toContain('Nothing was applied: fix these, or pass --allow-drafts.')
    expect((await onServer('plain'))?.nodes[0]).toMatchObject({ class_name: 'fvBD' })
  })

  it('does not take back what a colleague changed meanwhile, unless it says so', async () => {
    await pulled()
    const { id } = (await onServer('plain'))!
    await api.queries.savedQueries.update(id, { description: 'by a colleague' })
    await edit('plain.yaml', 'class_name: fvBD', 'class_name: fvCtx')

    const { stdout } = await heddle('plan', folder)
    const refused = await heddle('apply', folder, '--yes')
    const pull = await heddle('pull', folder)

    expect(stdout).toContain('"by a colleague" → ""\n      ^ changed on the server since you pulled\n')
    expect(stdout).toContain('nodes.0.class_name: "fvBD" → "fvCtx"\n\n')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('in "plain". Run `heddle pull`')])
    expect([pull.code, pull.stderr]).toEqual([1, expect.stringContaining('plain.yaml was edited here and changed')])
    expect(await textOf('plain.yaml')).toContain('fvCtx')

    expect((await heddle('apply', folder, '--yes', '--overwrite')).code).toBe(0)
    await edit('plain.yaml', 'class_name: fvCtx', 'class_name: fvTenant')
    expect((await heddle('apply', folder, '--yes')).code).toBe(0)
    expect((await onServer('plain'))?.nodes[0]).toMatchObject({ class_name: 'fvTenant' })
  })

  it('keeps the history of what it renames, and deletes history only by name', async () => {
    const before = (await onServer('Bridge domains'))!
    await api.queries.savedQueries.execute(before.id)
    await pulled('--category', 'Rules')
    await edit(BRIDGE_DOMAINS, '- name: Bridge domains', '- name: Domains\n    renamed_from: Bridge domains')
    await edit(BRIDGE_DOMAINS, 'saved_query: Bridge domains', 'saved_query: Domains')

    const plan = await heddle('plan', folder, '--delete-missing')
    expect(plan.stdout).toContain('~ saved query "Domains"\n    renamed from "Bridge domains": its history stays\n')
    expect((await heddle('apply', folder, '--yes', '--delete-missing')).code).toBe(0)
    expect((await onServer('Domains'))?.id).toBe(before.id)

    await rename(join(folder, BRIDGE_DOMAINS), join(folder, 'gone.txt'))
    const deletion = ['apply', folder, '--yes', '--delete-missing']
    const refused = await heddle(...deletion)
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('- saved query "Domains"\n    with 1 run'),
    ])
    expect((await heddle(...deletion, '--delete-history', 'Domains')).code).toBe(0)
    expect(await onServer('Domains')).toBeUndefined()
  })

  it('does not double the schedules of those who wrote them', async () => {
    await pulled()
    const { username, password } = await newOperator()
    await shell.heddle(['login', shell.runs.app.url, '--name', 'ci', '-u', username], { input: `${password}\n` })

    const doubled = await heddle('apply', folder, '--yes')
    const without = await heddle('plan', folder, '--no-tasks')
    await heddle('context', 'use', 'lab')

    expect([doubled.code, doubled.stderr]).toEqual([1, expect.stringContaining('another user has "nightly"')])
    expect([without.code, without.stdout]).toEqual([0, expect.stringContaining('Nothing to do')])
  })
})

describe('tasks that say whose they are', () => {
  it('stay with their owner, also when others apply or pull the folder', async () => {
    await pulled('--owners')
    expect(await textOf(BRIDGE_DOMAINS)).toContain('- name: nightly\n    owner: admin\n')
    await edit(BRIDGE_DOMAINS, 'interval_minutes: 600', 'interval_minutes: 300')
    const { username, password } = await newOperator()
    await shell.heddle(['login', shell.runs.app.url, '--name', 'ci', '-u', username], { input: `${password}\n` })

    const applied = await heddle('apply', folder, '--yes')
    const pull = await heddle('pull', folder)
    await heddle('context', 'use', 'lab')

    expect([applied.code, applied.stdout]).toEqual([
      0,
      expect.stringContaining('scheduled task "nightly" is of admin: it stays as it is'),
    ])
    expect([pull.code, pull.stdout]).toEqual([0, '0 written, 0 removed, 3 unchanged.\n'])
    expect((await heddle('plan', folder)).stdout).toContain('interval_minutes: 600 → 300')
    expect((await heddle('apply', folder, '--yes')).code).toBe(0)
    expect(await pulled()).toBe('0 written, 0 removed, 3 unchanged.\n')
  })

  it('are created by administrators for others', async () => {
    await pulled('--owners')
    const { username } = await newOperator()
    await edit(BRIDGE_DOMAINS, 'owner: admin', `owner: ${username}`)
    await edit(BRIDGE_DOMAINS, '- name: nightly', '- name: of CI')

    expect((await heddle('apply', folder, '--yes')).stdout).toContain('+ scheduled task "of CI"')
    expect((await heddle('plan', folder)).code).toBe(0)
    await edit(BRIDGE_DOMAINS, `owner: ${username}`, 'owner: nobody')
    expect((await heddle('plan', folder)).stderr).toMatch(
      /Bridge domains\.yaml:\d+: owner: There is no user "nobody"\.$/m,
    )
  })
})

async function newOperator() {
  const account = { username: `ci-${Date.now()}`, password: 'a long password for tests' }
  const { results } = await api.auth.groups.list()
  const groups = results.filter(({ name }) => name === 'Operators').map(({ id }) => id)
  await api.auth.management.create({ ...account, email: `${account.username}@example.org`, groups })
  return account
}

describe('what an installation is made of besides queries', () => {
  const GROUPS = 'heddle.groups.yaml'
  const CONNECTIONS = 'heddle.controller-connections.yaml'
  const change = async (to: number) => {
    const { results } = await api.controller.connections.list()
    await api.controller.connections.update(results[0]!.id, { max_parallel_requests: to })
  }

  it('is pulled for the asking, without secrets, into a file for each list, and remembered', async () => {
    const text = await pulled('--include', 'groups,controller-connections', '--include', 'settings')
    const again = await pulled()

    expect(text).toContain(`+ ${CONNECTIONS}\n+ ${GROUPS}\n+ heddle.settings.yaml\n`)
    expect(again).toBe('0 written, 0 removed, 6 unchanged.\n')
    expect(await textOf('heddle.yaml')).toContain(
      'kinds:\n    - groups\n    - controller_connections\n    - settings\n',
    )
    expect(await textOf(CONNECTIONS)).not.toContain('password')
    expect((await heddle('plan', folder)).code).toBe(0)
    expect((await heddle('pull', folder, '--include', 'users')).code).toBe(2)
  })

  it('is planned with what it needs, at its file and line, and applied with its queries', async () => {
    await pulled('--include', 'all')
    const more = '  - name: second\n    host: 127.0.0.1:1\n    username: u\n'
    await writeFile(join(folder, CONNECTIONS), (await textOf(CONNECTIONS)) + more)
    await edit('plain.yaml', 'controller_connection: lab', 'controller_connection: second')

    const { stdout } = await heddle('plan', folder)
    expect(stdout).toContain('+ controller connection "second"\n    needs a password, which no file holds')
    expect((await heddle('apply', folder, '--yes')).code).toBe(0)
    expect((await heddle('plan', folder)).stdout).toContain('Nothing to do')

    await edit(CONNECTIONS, '127.0.0.1:1', 'not an address')
    await edit(GROUPS, '- name: Viewers', '- name: Viewers\n    permisions: []')
    const { code, stderr } = await heddle('plan', folder)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^heddle\.controller-connections\.yaml:\d+: host: /m)
    expect(stderr).toMatch(/^heddle\.groups\.yaml:\d+: permisions: /m)
  })

  it('does not take back what a colleague changed meanwhile, unless it says so', async () => {
    await change(4)
    await pulled('--include', 'controller_connections')
    await change(7)

    const planned = await heddle('plan', folder)
    const refused = await heddle('apply', folder, '--yes')

    expect(planned.stdout).toContain('max_parallel_requests: 7 → 4\n      ^ changed on the server since you pulled')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('since you pulled')])
    expect((await heddle('apply', folder, '--yes', '--overwrite')).code).toBe(0)
    await edit(CONNECTIONS, 'max_parallel_requests: 4', 'max_parallel_requests: 5')
    expect((await heddle('apply', folder, '--yes')).code).toBe(0)
    expect(await pulled()).toBe('0 written, 0 removed, 4 unchanged.\n')
    await change(4)
  })

  it('keeps edits that were not applied, and what was renamed', async () => {
    await pulled('--include', 'groups')
    await api.auth.groups.create({ name: 'NOC' })
    await pulled()
    await edit(GROUPS, '- name: NOC', '- name: Night shift\n    renamed_from: NOC')

    expect(await pulled()).toContain(`${GROUPS} keeps your edits.`)
    const { stdout } = await heddle('apply', folder, '--yes')
    expect(stdout).toContain('~ group "Night shift"\n    renamed from "NOC"\n')
    expect(await pulled()).toBe('0 written, 0 removed, 4 unchanged.\n')
  })

  it('is deleted with --delete-missing only where nothing uses it', async () => {
    await pulled('--include', 'controller_connections')
    await api.controller.connections.create({ name: 'unused', host: '127.0.0.1:1', username: 'u', password: 'p' })
    const { stdout } = await heddle('apply', folder, '--yes', '--delete-missing')
    expect(stdout).toContain('- controller connection "unused"')

    await edit(CONNECTIONS, '- name: lab', '- name: other')
    const { code, stderr } = await heddle('plan', folder, '--delete-missing')
    expect([code, stderr]).toEqual([2, expect.stringContaining('controller_connections.lab: It is in use by 2 saved queries')]) // prettier-ignore
  })
})

it('a folder that was pulled for everything deletes everything that it lacks', async () => {
  await pulled('--category', '/')
  await rename(join(folder, 'plain.yaml'), join(folder, 'gone.txt'))

  const { stdout } = await heddle('apply', folder, '--yes', '--delete-missing')

  expect(stdout).toContain('- saved query "plain"')
  expect((await api.queries.savedQueries.list()).results.map(({ name }) => name)).toEqual(['Bridge domains'])
  expect(await pulled()).toBe('0 written, 0 removed, 2 unchanged.\n')
})
