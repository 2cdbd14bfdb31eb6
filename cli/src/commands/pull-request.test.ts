import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Heddle } from '@heddle/client'
import { installModel } from '@heddle/server/testing/mim/install-model.ts'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Shell, startShell } from '../testing/start-shell.ts'

let shell: Shell
let api: Heddle
let folder: string
beforeAll(async () => {
  shell = await startShell()
  api = await shell.runs.app.heddle(shell.runs.app.admin)
  const model = generateModel({ classes: 40 })
  await installModel(shell.runs.app.app, model.classNames.map((name) => model.document(name))) // prettier-ignore
  folder = await mkdtemp(join(shell.folder, 'files-'))
  await api.queries.categories.create({ name: 'Rules' })
  for (const name of ['renamed', 'wrong', 'theirs', 'mine']) await save(name)
  await api.queries.savedQueries.execute((await named('renamed'))!.id)
})
afterAll(() => shell.stop())

const save = async (name: string) => {
  const [category] = (await api.queries.categories.list()).results
  const nodes = [{ id: name, class_name: 'fvTenant', properties: ['name'] }]
  const query = { name, category: category!.id, controller_connection: shell.runs.connection, nodes, edges: [] }
  await api.queries.savedQueries.create(query)
}
const named = async (name: string) =>
  (await api.queries.savedQueries.list({ search: name })).results.find((query) => query.name === name)
const edit = async (path: string, from: string, to: string) => {
  const text = await readFile(join(folder, path), 'utf8')
  expect(text).toContain(from)
  await writeFile(join(folder, path), text.replace(from, to))
}
const parallel = (to: number) => api.controller.connections.update(shell.runs.connection, { max_parallel_requests: to })

it('a pull request of a stranger is judged thing by thing, at its files and lines', async () => {
  const CONNECTIONS = 'heddle.controller-connections.yaml'
  const plan = ['plan', folder, '--delete-missing']
  await shell.heddle(['pull', folder, '--category', 'Rules', '--include', 'groups,controller_connections'])
  const before = (await named('renamed'))!
  // A colleague, meanwhile.
  await api.queries.savedQueries.update((await named('theirs'))!.id, { description: 'by a colleague' })
  await parallel(9)
  // The stranger: a rename that does not say so, wrong words, a change of their own, and a new connection.
  await edit('Rules/renamed.yaml', '- name: renamed', '- name: new name')
  await edit('Rules/wrong.yaml', '- name\n', '- nmae\n')
  await edit('Rules/theirs.yaml', 'edges: []', 'edges: [{source: theirs, target: c}]')
  await edit(
    'Rules/wrong.yaml',
    'post_processors: []',
    'post_processors: [{id: s, type: sort, config: {by: [], dir: up}}]',
  )
  await edit('Rules/mine.yaml', 'class_name: fvTenant', 'class_name: fvTenantt')
  await edit(CONNECTIONS, 'controller_connections:\n', 'controller_connections:\n  - {name: new, host: 127.0.0.1:1, username: u}\n') // prettier-ignore

  const first = await shell.heddle(plan)

  expect(first.code).toBe(2)
  expect(first.stderr).toMatch(/^Rules\/wrong\.yaml:\d+: nodes\.0\.properties: .*nmae.*did you mean name/m)
  expect(first.stderr).toMatch(/^Rules\/wrong\.yaml:\d+: post_processors\.0\S*: /m)
  expect(first.stderr).toMatch(/^Rules\/theirs\.yaml:\d+: edges\.0\.target: /m)
  expect(first.stderr).toMatch(/^Rules\/mine\.yaml:\d+: nodes\.0\.class_name: .*did you mean fvTenant/m)
  expect(first.stdout).toContain('~ saved query "new name"\n    renamed from "renamed": its history stays\n')
  expect(first.stdout).not.toContain('- saved query')
  const theirs = '      ^ changed on the server since you pulled\n'
  expect(first.stdout).toContain(`description: "by a colleague" → ""\n${theirs}`)
  expect(first.stdout).toContain(`max_parallel_requests: 9 → 4\n${theirs}`)
  expect(first.stdout).toContain('+ controller connection "new"\n    needs a password')

  await edit('Rules/wrong.yaml', '- nmae\n', '- name\n')
  await edit('Rules/theirs.yaml', 'edges: [{source: theirs, target: c}]', 'edges: []')
  await edit(
    'Rules/wrong.yaml',
    'post_processors: [{id: s, type: sort, config: {by: [], dir: up}}]',
    'post_processors: []',
  )
  await edit('Rules/mine.yaml', 'class_name: fvTenantt', 'class_name: fvTenant')
  await edit('Rules/mine.yaml', 'description: ""', 'description: by the stranger')
  await edit('heddle.groups.yaml', '- name: Viewers', '- name: Viewers\n    permission: []')
  const second = await shell.heddle(plan)
  expect([second.code, second.stdout]).toEqual([2, ''])
  expect(second.stderr).toMatch(/^heddle\.groups\.yaml:\d+: permission: /m)

  await edit('heddle.groups.yaml', '\n    permission: []', '')
  const refused = await shell.heddle(['apply', folder, '--yes', '--delete-missing'])
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /would take back .* in "controller_connection\.lab", "theirs"|"theirs", "controller_connection\.lab"/,
    ),
  ])
  expect((await named('mine'))!.description).toBe('')
  await edit('Rules/theirs.yaml', 'description: ""', 'description: by a colleague')
  await parallel(4)
  expect((await shell.heddle(['apply', folder, '--yes', '--delete-missing'])).code).toBe(0)
  expect((await named('new name'))!.id).toBe(before.id)
})
