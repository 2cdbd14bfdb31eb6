import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CATEGORIES, QUERIES } from '../../testing/query-files/files.ts'
import {
  hasGit,
  REPOSITORIES,
  type Repositories,
  startRepositories,
} from '../../testing/repositories/start-repositories.ts'
import type { Client } from '../../testing/start-test-app.ts'

describe.skipIf(!hasGit)('a folder whose saves go to Git', () => {
  let all: Repositories
  let editor: Client
  beforeAll(async () => {
    all = await startRepositories()
    editor = await all.app.userOf('editor')
  })
  afterAll(() => all.stop())
  afterEach(() => all.unbindAll())

  /** A folder with one saved query, which is in the repository. */
  async function boundFolder() {
    const folder = await all.newFolder()
    const name = `first of ${folder.id}`
    const query = (await all.save(editor, folder.id, name, { description: 'one' })).body.id as string
    const path = `of ${folder.id}`
    const { id } = await all.bind(folder.id, { mode: 'here', path })
    await all.sync()
    return { id: id as string, folder, name, query, path, file: `${path}/${name}.yaml` }
  }
  const change = (id: string, patch: object, client = editor) => client.patch(`${QUERIES}${id}/`, patch)
  const conflictsOf = async (id: string): Promise<any[]> =>
    (await all.app.admin.get(`${REPOSITORIES}${id}/conflicts/`)).body

  it('begins with all that is in it, in files that say it as an export does', async () => {
    const { id, folder, name, file } = await boundFolder()

    expect(await all.read(id)).toMatchObject({ state: 'ok', last_commit: all.git.head(), waiting_changes: 0 })
    expect(all.git.log()[0]).toMatch(new RegExp(`^admin <.*>: Add folder "${folder.name}"$`))
    expect(all.git.show(file)).toContain(`version: 1\nsaved_queries:\n  - name: ${name}\n    description: one\n`)
    expect(all.git.show(file)).toContain(`controller_connection: lab`)
    all.git.check()
  })

  it('commits each save, in order, by the person who saved', async () => {
    const { id, query, name, file, path, folder } = await boundFolder()
    const { body: me } = await editor.get('/api/auth/profile/')
    const head = all.git.head()
    await change(query, { description: 'two' })
    await change(query, { description: 'three' }, all.app.admin)
    await change(query, { name: `${name}?` })
    const second = (await all.save(editor, folder.id, `second of ${id}`)).body.id
    await editor.delete(`${QUERIES}${second}/`)
    const waiting = await all.read(id)

    await all.sync()

    expect(waiting.waiting_changes).toBe(5)
    expect(all.git.git('log', '--reverse', '--format=%an: %s', `${head}..main`).split('\n')).toEqual([
      `${me.username}: Change saved query "${name}"`,
      `admin: Change saved query "${name}"`,
      `${me.username}: Rename saved query "${name}" to "${name}?"`,
      `${me.username}: Create saved query "second of ${id}"`,
      `${me.username}: Delete saved query "second of ${id}"`,
    ])
    expect(all.git.show(file, 'main~4')).toContain('description: two')
    expect(all.git.show(`${path}/${name}%3F.yaml`)).toContain('description: three')
    expect(all.git.paths().filter((one) => one.startsWith(`${path}/`))).toEqual([`${path}/${name}%3F.yaml`])
    expect(await all.read(id)).toMatchObject({ state: 'ok', waiting_changes: 0 })
  })

  it('moves files with the folders that they are of', async () => {
    const { id, folder, path, query, name } = await boundFolder()
    const sub = (await all.app.admin.post(CATEGORIES, { name: 'Sub', parent: folder.id })).body.id
    await change(query, { category: sub })
    await all.sync()
    const moved = all.git.paths().filter((one) => one.startsWith(`${path}/`))
    await all.app.admin.patch(`${CATEGORIES}${sub}/`, { name: 'A/B' })
    await all.sync()

    expect(moved).toEqual([`${path}/Sub/${name}.yaml`])
    expect(all.git.show(all.git.paths().find((one) => one.startsWith(`${path}/`))!)).toContain(
      `category: ${folder.name}/A~1B`,
    )
    expect(await all.read(id)).toMatchObject({ state: 'ok' })
  })

  it('forgets what is moved out of it, in both repositories', async () => {
    const one = await boundFolder()
    const other = await boundFolder()
    await change(one.query, { category: other.folder.id })
    await all.sync()

    expect(all.git.paths()).not.toContain(one.file)
    expect(all.git.paths()).toContain(`${other.path}/${one.name}.yaml`)
  })

  it('leaves what others wrote in the repository, and is put on top of that', async () => {
    const { query, file, path } = await boundFolder()
    const theirs = all.git.show(file).replace('saved_queries:', '# why it is there\nsaved_queries:')
    all.git.commit({ files: { [`${path}/notes.md`]: 'notes', 'src/x.c': 'x' } })
    await change(query, { description: 'two' })
    all.git.beforeNextPush(() => all.git.commit({ files: { [`${path}/more.md`]: 'in between' } }))
    await all.sync()

    expect(theirs).toContain('# why')
    expect(all.git.show(file)).toContain('description: two')
    expect(all.git.paths()).toEqual(expect.arrayContaining([`${path}/notes.md`, `${path}/more.md`, 'src/x.c']))
  })

  it('does not overwrite a file that somebody changed there: both sides wait for a decision', async () => {
    const { id, query, file, name, folder } = await boundFolder()
    all.git.commit({ files: { [file]: all.git.show(file).replace('one', 'theirs') } })
    await change(query, { description: 'ours' })
    await change(query, { description: 'ours, again' })
    const other = `other of ${id}`
    await all.save(editor, folder.id, other)
    await all.sync()
    const found = await conflictsOf(id)

    expect(await all.read(id)).toMatchObject({ state: 'conflict', conflicts: 1, waiting_changes: 2 })
    expect(found).toMatchObject([
      { name, saved_query: query, file, here: { description: 'ours, again' }, git: { description: 'theirs' } },
    ])
    expect(all.git.show(file)).toContain('theirs')
    // The others go on.
    expect(all.git.log()[0]).toContain(`Create saved query "${other}"`)
  })

  it.each([
    ['here', 'ours', 'ours'],
    ['git', 'theirs', 'theirs'],
  ])('keeps what somebody decides on: %s', async (keep, inQuery, inFile) => {
    const { id, query, file, name } = await boundFolder()
    all.git.commit({ files: { [file]: all.git.show(file).replace('one', 'theirs') } })
    await change(query, { description: 'ours' })
    await all.sync()
    const [conflict] = await conflictsOf(id)

    const decided = await editor.post(`${REPOSITORIES}${id}/conflicts/${conflict.id}/`, { keep })
    await all.sync()

    expect(decided.status, decided.text).toBe(200)
    expect((await all.named(name)).description).toBe(inQuery)
    expect(all.git.show(file)).toContain(`description: ${inFile}`)
    expect(await all.read(id)).toMatchObject({ state: 'ok', conflicts: 0, waiting_changes: 0 })
    await change(query, { description: 'later' })
    await all.sync()
    expect(all.git.show(file)).toContain('description: later')
  })

  it('lets only whom the saved query belongs to decide', async () => {
    const { id, query, file } = await boundFolder()
    all.git.commit({ files: { [file]: null } })
    await change(query, { description: 'ours' })
    await all.sync()
    const [conflict] = await conflictsOf(id)
    const another = await all.app.userOf('editor')

    const refused = await another.post(`${REPOSITORIES}${id}/conflicts/${conflict.id}/`, { keep: 'git' })
    const deleted = await editor.post(`${REPOSITORIES}${id}/conflicts/${conflict.id}/`, { keep: 'git' })

    expect(conflict).toMatchObject({ git: null, here: { description: 'ours' } })
    expect(refused.status).toBe(403)
    expect(deleted.status, deleted.text).toBe(200)
    expect((await editor.get(`${QUERIES}${query}/`)).status).toBe(404)
    expect(await all.read(id)).toMatchObject({ waiting_changes: 0 })
  })

  it('commits nothing twice that was pushed before the process died', async () => {
    const { id, query, file } = await boundFolder()
    await change(query, { description: 'two' })
    await change(query, { description: 'three' })
    const { pool } = all.app.app.platform.database
    await pool.query('create table lost as select * from query_repository_changes')
    const known = await pool.query('select known from query_repositories where id = $1', [id])
    await all.sync()
    const head = all.git.head()
    // As if it had not come to note what it pushed.
    await pool.query('insert into query_repository_changes overriding system value select * from lost')
    await pool.query('drop table lost')
    await pool.query('update query_repositories set known = $2, next_attempt_at = checked_at where id = $1', [
      id,
      JSON.stringify(known.rows[0].known),
    ])

    await all.sync()

    expect(await all.read(id)).toMatchObject({ state: 'ok', waiting_changes: 0, conflicts: 0 })
    expect(all.git.show(file)).toContain('three')
    expect(all.git.git('log', '--format=%s', `${head}..main`)).toBe('')
  })

  it('keeps what was saved while the server is away, and pushes it later', async () => {
    const { id, query, file } = await boundFolder()
    all.git.misbehaves((request) => request.socket.destroy())
    await change(query, { description: 'two' })
    await all.sync()
    const failing = await all.read(id)
    all.git.misbehaves(undefined)
    await all.clock.leap(11_000)
    await all.sync()

    expect(failing).toMatchObject({ state: 'failing', waiting_changes: 1, last_error: expect.stringMatching(/broke/) })
    expect(all.git.show(file)).toContain('two')
  })

  it('must have nothing waiting before it follows Git instead', async () => {
    const { id, query } = await boundFolder()
    all.git.misbehaves((request) => request.socket.destroy())
    await change(query, { description: 'two' })

    const answer = await all.app.admin.patch(`${REPOSITORIES}${id}/`, { mode: 'git' })
    all.git.misbehaves(undefined)
    await all.sync()
    const later = await all.app.admin.patch(`${REPOSITORIES}${id}/`, { mode: 'git' })
    await all.sync()

    expect(answer).toMatchObject({ status: 409, body: { code: 'changes_wait' } })
    expect(later.status, later.text).toBe(200)
    expect(await all.read(id)).toMatchObject({ mode: 'git', state: 'ok', last_commit: all.git.head() })
  })
})
