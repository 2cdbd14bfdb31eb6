import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'
import { insertTemplate } from '../../testing/automation/insert-template.ts'
import { EXPORT, fileOf, IMPORT, stepsOf, YAML } from '../../testing/query-files/files.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { schedulesFeature } from '../schedules/index.ts'

/** Each has some ten queries and tasks, and takes seconds. */
const WORLDS = 6
const CONNECTIONS = ['lab', 'Lab', 'a: b', 'ÄÖ/~1', '5']
const NAMES = [
  'a',
  'A',
  ' a ',
  'a/b',
  'a~b',
  '~1',
  '#',
  'null',
  '0x1',
  '- x',
  'x: y',
  "it's",
  '"q"',
  'ü',
  '😀',
  'constructor',
  '__proto__',
  'a\nb',
  '{{v}}',
  '*x',
]
const TEXTS = [
  '',
  'word',
  'two\nlines\n',
  '\n',
  ' indented\n  more',
  'tab\there',
  '1.10',
  'yes',
  '{{now-24h}}',
  'x'.repeat(200),
  '\u2028',
  '\\',
]

let here: TestApp
let there: TestApp
let template: string
beforeAll(async () => {
  ;[here, there] = await Promise.all([startTestApp(), startTestApp()])
  for (const app of [here, there]) {
    await app.app.features.of(schedulesFeature).scheduler.close()
    for (const name of CONNECTIONS) await newConnection(app.admin, name)
    template = (await app.admin.get(`/api/automation/templates/${await insertTemplate(app.app.platform.database)}/`))
      .body.name
  }
}, 120_000)
afterAll(async () => {
  await here.stop()
  await there.stop()
})

const newConnection = (client: Client, name: string) =>
  client.post('/api/controller/connections/', { name, host: '127.0.0.1:1', username: 'u', password: 'p' })

const some = <Item>(random: Random, items: readonly Item[]): Item[] => items.filter(() => random.chance(0.5))
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

function randomFolders(random: Random): string[] {
  const paths = [...new Set(some(random, NAMES).map(escaped))]
  for (const path of [...paths]) if (random.chance(0.4)) paths.push(`${path}/${escaped(random.pick(NAMES))}`)
  return paths
}

function randomJson(random: Random, depth = 0): unknown {
  if (depth > 2 || random.chance(0.6)) return random.pick([...TEXTS, 0, -1.5, 1e21, true, false, null])
  const items = Array.from({ length: random.below(3) }, () => randomJson(random, depth + 1))
  return random.chance(0.5)
    ? items
    : Object.fromEntries(items.map((item) => [random.pick(['k', 'x y', 'é', '1']), item]))
}

function randomQuery(random: Random, name: string, names: readonly string[], folders: readonly string[]) {
  const lookups = some(random, names).map((query, index) => ({
    id: `p${index}`,
    type: 'lookup',
    config: { saved_query: query, on: { dn: 'dn' } },
  }))
  const parameters = some(random, ['n', 'm']).map((parameter) => ({
    name: parameter,
    ...(random.chance(0.5) && { type: 'text', default: random.pick(TEXTS), label: 'a label' }),
    ...(random.chance(0.5) && {
      choices_from: { saved_query: random.pick(names.filter((other) => other !== name)), column: 'c' },
    }),
  }))
  return {
    name,
    description: random.pick(TEXTS),
    category: random.chance(0.3) ? null : random.pick(folders),
    controller_connection: random.pick(CONNECTIONS),
    nodes: [{ id: 'a', class_name: 'fvBD', data: randomJson(random), position: { x: random.below(900) / 7, y: -3 } }],
    edges: some(random, [{ id: 'e', source: 'a', target: 'a', label: random.pick(TEXTS) }]),
    post_processors: [
      ...lookups,
      ...some(random, [{ id: 'f', type: 'fill', config: { columns: ['c'], value: randomJson(random) } }]),
    ],
    ...(random.chance(0.3) && { severity: 'high', why: 'a\n*b*', links: [{ title: 'x', url: 'https://x.example/' }] }),
    ...(random.chance(0.3) && { remedy: 'Fix it.', look: true }),
    ...(random.chance(0.3) && { expect: { rows: { min: 1, max: 5 }, every: 'name != "\\n"' } }),
    ...(parameters.length > 0 && { parameters }),
  }
}

function randomTask(random: Random, name: string, names: readonly string[]) {
  const merge = random.chance(0.3)
  return {
    name,
    saved_query: random.pick(names),
    controller_connections: [random.pick(CONNECTIONS)],
    ...(random.chance(0.5)
      ? { schedule_type: 'cron', cron_expression: '*/7 3 * * mon' }
      : { schedule_type: 'interval', interval_minutes: 1 + random.below(99) }),
    timezone: random.pick(['UTC', 'Europe/Warsaw']),
    enabled: random.chance(0.5),
    notify_on_changes: random.chance(0.5),
    merge,
    ...(merge && { allow_partial: random.chance(0.5) }),
    granted_groups: some(random, ['Editors', 'Viewers', 'Operators']),
    capture_snapshot: random.pick([null, true, false]),
    retention_policy: random.pick([null, '30d']),
    ...(random.chance(0.5) && { variables: { free: randomJson(random) ?? 'x' } }),
    ...(random.chance(0.3) && { metric: { name: 'rows_here', value: 'rows', labels: some(random, ['dn', 'name']) } }),
    ...(random.chance(0.3) && {
      on_changes: { template, mapping: { bd: 'bd.name' }, filter: random.pick([null, 'change == "added"']) },
    }),
  }
}

function randomFile(random: Random) {
  const folders = ['Top', ...randomFolders(random)]
  const names = ['one', 'two', ...some(random, NAMES)]
  const tasks = some(random, NAMES.filter((name) => name.trim() !== '')) // prettier-ignore
  return fileOf({
    categories: folders,
    saved_queries: names.map((name) => randomQuery(random, name, names, folders)),
    scheduled_tasks: tasks.map((name) => randomTask(random, name, names)),
  })
}

it.each(Array.from({ length: WORLDS }, (_, seed) => seed))(
  'what is exported, imported elsewhere and exported there is the same, byte by byte: %i',
  async (seed) => {
    const [owner, importer] = [await here.userOf('operator'), await there.userOf('operator')]
    const file = randomFile(seededRandom(seed))
    const made = await owner.post(IMPORT, file)
    expect(made.status, made.text).toBe(200)

    const first = await owner.get(EXPORT)
    const imported = await importer.post(IMPORT, first.text, YAML)
    const second = await importer.get(EXPORT)
    const again = await importer.post(`${IMPORT}?dry_run=true`, second.text, YAML)

    expect(first.status, first.text).toBe(200)
    expect(imported.status, imported.text).toBe(200)
    expect(second.text).toBe(first.text)
    expect(stepsOf(again.body).filter((step) => !step.startsWith('unchanged'))).toEqual([])
    for (const client of [owner, importer]) await clear(client)
  },
)

/** Deletes everything, so that the next world begins with nothing. */
async function clear(client: Client): Promise<void> {
  for (const path of ['/api/queries/saved-queries/', '/api/queries/categories/']) {
    for (;;) {
      const { results } = (await client.get(`${path}?page_size=200`)).body
      if (results.length === 0) break
      for (const { id } of results) await client.delete(`${path}${id}/?force=true`)
    }
  }
}
