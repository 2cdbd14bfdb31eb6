import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CATEGORIES, QUERIES, stepsOf } from '../../testing/query-files/files.ts'
import {
  fileText,
  hasGit,
  REPOSITORIES,
  type Repositories,
  startRepositories,
  TOKEN,
} from '../../testing/repositories/start-repositories.ts'

describe.skipIf(!hasGit)('a folder that lives in Git', () => {
  let all: Repositories
  beforeAll(async () => {
    all = await startRepositories()
  })
  afterAll(() => all.stop())
  afterEach(() => all.unbindAll())

  const apply = (id: string, commit: string, client = all.app.admin) =>
    client.post(`${REPOSITORIES}${id}/apply/`, { commit })

  /** Everything in the repository is of this test. */
  async function boundFolder(more: object = {}) {
    const folder = await all.newFolder()
    const path = `of ${folder.id}`
    const first = `first of ${folder.id}`
    all.git.commit({ files: { [`${path}/a.yaml`]: fileText(first, folder.name) } })
    const { id } = await all.bind(folder.id, { path, ...more })
    await all.sync()
    return { id: id as string, folder, path, first }
  }

  it('shows what the repository says as a plan, and is changed once somebody applies it', async () => {
    const { id, folder, first } = await boundFolder()
    const before = await all.read(id)
    const plan = await all.plan(id)

    const applied = await apply(id, plan.commit)

    expect(before).toMatchObject({ state: 'plan', last_commit: null, waiting_commit: all.git.head() })
    expect(plan).toMatchObject({ commit: all.git.head(), is_rewritten: false, faults: [] })
    expect(stepsOf(plan)).toEqual([`create saved_query ${first}`])
    expect(applied.status, applied.text).toBe(200)
    expect(await all.read(id)).toMatchObject({ state: 'ok', last_commit: plan.commit, waiting_commit: null })
    expect(await all.named(first)).toMatchObject({ category: folder.id })
    expect(await all.plan(id)).toMatchObject({ commit: null, plan: [] })
  })

  it('follows a change, a new folder, a rename and a deletion, with what that loses', async () => {
    const { id, folder, path, first } = await boundFolder()
    await apply(id, all.git.head())
    const query = await all.named(first)
    all.git.commit({
      files: {
        [`${path}/a.yaml`]: fileText(`${first}, renamed`, folder.name, { renamed_from: first }),
        [`${path}/sub/b.yaml`]: fileText(`second of ${id}`, `${folder.name}/Sub`),
      },
    })
    await all.nextPoll()
    const renaming = await all.plan(id)
    await apply(id, renaming.commit)
    all.git.commit({ files: { [`${path}/sub/b.yaml`]: null } })
    await all.nextPoll()
    const deleting = await all.plan(id)

    expect(stepsOf(renaming)).toEqual([
      `create category ${folder.name}/Sub`,
      `change saved_query ${first}, renamed`,
      `create saved_query second of ${id}`,
    ])
    expect(renaming.plan[1]).toMatchObject({ renamed_from: first })
    expect((await all.named(`${first}, renamed`)).id).toBe(query.id)
    expect(stepsOf(deleting)).toEqual([
      `delete category ${folder.name}/Sub`,
      `unchanged saved_query ${first}, renamed`,
      `delete saved_query second of ${id}`,
    ])
    expect(deleting.plan[2].loses).toEqual({ executions: 0, snapshots: 0, schedules: 0 })
  })

  it('refuses every save, and says where to go with it', async () => {
    const { id, folder, first } = await boundFolder()
    await apply(id, all.git.head())
    const { id: query } = await all.named(first)
    const elsewhere = await all.save(all.app.admin, null, `outside ${id}`)
    const sub = await all.app.admin.post(CATEGORIES, { name: 'Sub', parent: folder.id })
    const { admin } = all.app

    const answers = [
      sub,
      await all.save(admin, folder.id, 'new'),
      await admin.patch(`${QUERIES}${query}/`, { description: 'x' }),
      await admin.patch(`${QUERIES}${query}/`, { category: null }),
      await admin.patch(`${QUERIES}${elsewhere.body.id}/`, { category: folder.id }),
      await admin.post(`${QUERIES}${query}/duplicate/`, {}),
      await admin.delete(`${QUERIES}${query}/`),
      await admin.patch(`${CATEGORIES}${folder.id}/`, { name: 'Other' }),
    ]

    for (const { status, body } of answers) {
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'in_git', repository: id })
    }
    expect((await admin.delete(`${CATEGORIES}${folder.id}/`)).body.code).toBe('bound_folder')
    expect((await admin.patch(`${QUERIES}${elsewhere.body.id}/`, { description: 'x' })).status).toBe(200)
  })

  it('takes a save as a branch, which the folder does not follow', async () => {
    const { id, folder, path, first } = await boundFolder()
    await apply(id, all.git.head())
    const query = await all.named(first)
    const { admin } = all.app
    const branch = (body: object) => admin.post(`${REPOSITORIES}${id}/branch/`, body)

    const changed = await branch({ name: `change-${folder.id}`, message: 'Say more', saved_query: query.id, query: { description: 'more' } }) // prettier-ignore
    const created = await branch({
      ...{ name: `new-${folder.id}`, message: 'A new one' },
      query: { name: `new of ${id}`, controller_connection: all.connection, nodes: [], edges: [] },
    })
    const again = await branch({ name: `new-${folder.id}`, message: 'Again', saved_query: query.id, query: null })
    const same = await branch({ name: 'main', message: 'x', saved_query: query.id, query: null })
    const faulty = await branch({ name: 'faulty', message: 'x', query: { name: 'x', category: null } })

    expect(changed.status, changed.text).toBe(201)
    expect(all.git.head(`change-${folder.id}`)).toBe(changed.body.commit)
    const text = all.git.show(`${path}/a.yaml`, `change-${folder.id}`)
    expect(text).toContain('# ours')
    expect(text).toContain('more')
    expect(all.git.log(`change-${folder.id}`)[0]).toMatch(/^admin <.*>: Say more$/)
    expect(created.status, created.text).toBe(201)
    expect(all.git.paths(`new-${folder.id}`)).toContain(`${path}/new of ${id}.yaml`)
    expect(again).toMatchObject({ status: 502, body: { detail: `The repository has a branch "new-${folder.id}" already.` } }) // prettier-ignore
    expect(same.body.name).toEqual(['"main" is what the folder follows: name another.'])
    expect(Object.keys(faulty.body).sort()).toEqual(['query.category', 'query.controller_connection', 'query.edges', 'query.nodes']) // prettier-ignore
    expect((await all.named(first)).description).toBe('')
  })

  it('says that a history was rewritten, and applies it as a plan all the same', async () => {
    const { id, path, folder, first } = await boundFolder()
    await apply(id, all.git.head())
    all.git.commit({
      files: { [`${path}/a.yaml`]: fileText(first, folder.name, { description: 'x' }) },
      rewrites: true,
    })
    await all.nextPoll()
    const plan = await all.plan(id)

    const applied = await apply(id, plan.commit)

    expect(await all.read(id)).toMatchObject({ state: 'ok', is_rewritten: false })
    expect(plan).toMatchObject({ is_rewritten: true, faults: [] })
    expect(stepsOf(applied.body)).toEqual([`change saved_query ${first}`])
  })

  it('is in step without a plan when a commit changes nothing of it', async () => {
    const { id } = await boundFolder()
    await apply(id, all.git.head())
    const commit = all.git.commit({ files: { 'README.md': `for ${id}` } })

    await all.nextPoll()

    expect(await all.read(id)).toMatchObject({ state: 'ok', last_commit: commit, waiting_commit: null })
  })

  it('is changed without anybody where that was chosen, in the name of who did', async () => {
    const { id, first } = await boundFolder({ apply: 'auto' })

    const entries = await all.app.admin.get('/api/audit/logs/?category=query_management&page_size=10')

    expect(await all.read(id)).toMatchObject({ state: 'ok', last_commit: all.git.head() })
    expect(await all.named(first)).toBeDefined()
    expect(entries.body.results).toContainEqual(
      expect.objectContaining({ action: 'repository_apply', username: 'admin', target_id: id }),
    )
  })

  it('says what is wrong in which file, and changes nothing', async () => {
    const { id, folder, path } = await boundFolder({ apply: 'auto' })
    all.git.commit({
      files: {
        [`${path}/broken.yaml`]: 'version: 1\nsaved_queries: [\n',
        [`${path}/other.yml`]: 'services: {}\n',
        [`${path}/twice.yaml`]: fileText(`first of ${folder.id}`, folder.name),
      },
    })
    await all.nextPoll()
    const unreadable = await all.plan(id)
    all.git.commit({
      files: {
        [`${path}/broken.yaml`]: fileText(`x of ${id}`, 'Elsewhere'),
        [`${path}/other.yml`]: fileText(`y of ${id}`, folder.name, { controller_connection: 'nowhere', nodes: 1 }),
        [`${path}/twice.yaml`]: null,
      },
    })
    await all.clock.leap(20_000)
    await all.sync()
    const { faults } = await all.plan(id)

    expect(unreadable.faults.map(({ file }: { file: string }) => file)).toEqual([
      `${path}/broken.yaml`,
      `${path}/other.yml`,
      `${path}/twice.yaml`,
    ])
    expect(faults).toContainEqual({
      file: `${path}/broken.yaml`,
      message: `category: It is outside of ${folder.name}.`,
    })
    expect(faults).toContainEqual({ file: `${path}/other.yml`, message: 'controller_connection: There is no controller connection "nowhere".' }) // prettier-ignore
    expect(await all.read(id)).toMatchObject({ state: 'failing', last_error: expect.stringContaining(`${path}/`) })
    expect(await all.named(`y of ${id}`)).toBeUndefined()
  })

  it('does not reach a saved query of another folder by its name', async () => {
    const { id, folder, path } = await boundFolder()
    const other = await all.newFolder()
    await all.save(all.app.admin, other.id, `foreign to ${id}`)
    all.git.commit({ files: { [`${path}/b.yaml`]: fileText(`foreign to ${id}`, folder.name) } })
    await all.nextPoll()

    const { commit, faults } = await all.plan(id)
    const applied = await apply(id, commit)

    expect(faults).toEqual([
      { file: `${path}/b.yaml`, message: `There is a saved query of this name outside of ${folder.name}: rename one of them.` }, // prettier-ignore
    ])
    expect(applied.status).toBe(400)
    expect(await all.named(`foreign to ${id}`)).toMatchObject({ category: other.id })
  })

  it('refuses to apply another commit than the one that was looked at', async () => {
    const { id, path, folder, first } = await boundFolder()
    const { commit } = await all.plan(id)
    all.git.commit({ files: { [`${path}/a.yaml`]: fileText(first, folder.name, { description: 'newer' }) } })
    await all.nextPoll()

    const answer = await apply(id, commit)

    expect(answer).toMatchObject({ status: 409, body: { code: 'commit_changed' } })
    expect(await all.named(first)).toBeUndefined()
  })

  it('is applied only with the permission for each change', async () => {
    const { id } = await boundFolder()
    const viewer = await all.app.userOf('viewer')
    const editor = await all.app.userOf('editor')

    const refused = await apply(id, all.git.head(), viewer)
    const applied = await apply(id, all.git.head(), editor)

    expect(refused.status).toBe(403)
    expect(applied.status, applied.text).toBe(200)
  })

  it('is read soon after its hook was called, whatever that was sent', async () => {
    const { id, path, folder, first } = await boundFolder()
    await apply(id, all.git.head())
    await all.clock.leap(11_000)
    all.git.commit({ files: { [`${path}/a.yaml`]: fileText(first, folder.name, { description: 'pushed' }) } })
    await all.sync()
    const before = (await all.read(id)).state

    const hooked = await all.app.anonymous.post(`${REPOSITORIES}${id}/hook/`, { ref: 'refs/heads/main' })
    await all.sync()

    expect([before, hooked.status, (await all.read(id)).state]).toEqual(['ok', 204, 'plan'])
  })

  it('says in words why a repository cannot be read, tries again, and never says its token', async () => {
    const { id } = await boundFolder()
    all.git.misbehaves((_request, response) => response.writeHead(401).end(TOKEN))
    await all.nextPoll()
    const failing = await all.read(id)
    all.git.misbehaves(undefined)
    await all.clock.leap(11_000)
    await all.sync()

    expect(failing).toMatchObject({
      state: 'failing',
      last_error: 'The server refuses the token, or what it was asked for with it (401).',
    })
    expect(await all.read(id)).toMatchObject({ state: 'plan', last_error: null })
    expect(all.app.log()).not.toContain(TOKEN)
  })

  it('is asked only once a minute, and only for the name of its newest commit', async () => {
    const { id } = await boundFolder()
    await apply(id, all.git.head())
    await all.nextPoll()
    const before = all.git.requests.length

    await all.sync()
    await all.sync()

    expect(all.git.requests.length).toBe(before)
  })

  it('reads two thousand files within seconds, and refuses more', async () => {
    const folder = await all.newFolder()
    const nameOf = (index: number) => `many/f${index % 40}/${index}.yaml`
    const files = Array.from({ length: 2_000 }, (_, index) => [
      nameOf(index),
      fileText(`query ${index} of many`, folder.name, { nodes: [{ id: 'bd', class_name: 'fvBD' }] }),
    ])
    all.git.commit({ files: Object.fromEntries(files) })
    const started = performance.now()
    const { id } = await all.bind(folder.id, { path: 'many' })
    await all.sync()
    const read = await all.read(id)
    const seconds = (performance.now() - started) / 1_000
    all.git.commit({ files: { 'many/one-more.yaml': fileText('one more of many', folder.name) } })
    await all.nextPoll()

    expect(read).toMatchObject({ state: 'plan', last_error: null })
    expect(seconds).toBeLessThan(60)
    expect((await all.read(id)).last_error).toBe('The folder of the repository has too many files: more than 2000.')
  }, 120_000)
})
