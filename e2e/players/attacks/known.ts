import { KILLERS } from '@heddle/domain/testing/killers/killers.ts'
import { type Attack, post, send, times } from './attack.ts'
import type { World } from '../start-world.ts'
import { type Answer, executionOf } from '../send-move.ts'
import { untilEnded } from './until-ended.ts'

const RUN = '/api/queries/execute/'
const RUN_IN_BACKGROUND = '/api/queries/execute_background/'
const NODES = [{ id: 'e', class_name: 'fvCEp' }]
const STEPS_PER_DRAFT = 60

const fill = (columns: number, length: number) => ({
  type: 'fill',
  config: { columns: times(columns, (at) => `c${at}`), value: 'x'.repeat(length) },
})
const sort = { type: 'sort', config: { by: [{ column: 'dn' }] } }
const draft = (connection: string, ...steps: readonly object[]) => ({
  controller_connection: connection,
  draft: { nodes: NODES, edges: [], post_processors: steps.map((step, at) => ({ id: `s${at}`, ...step })) },
})
/** Twenty rows, each of eight megabytes, shown at sixty steps. */
const largeSamples = (connection: string) =>
  draft(connection, { type: 'limit', config: { count: 20 } }, fill(40, 200_000), ...times(STEPS_PER_DRAFT, () => sort))
/** Rows that are parts of one text, then sorted again and again. */
const heavy = (connection: string) =>
  draft(
    connection,
    fill(1, 1),
    { type: 'fill', config: { columns: ['parts'], value: 'x,'.repeat(400) } },
    { type: 'explode', config: { column: 'parts', separator: ',' } },
    ...times(STEPS_PER_DRAFT, () => sort),
  )

const ENDLESS_FILTER = `"${'a'.repeat(200)}".replace("a", "${'a'.repeat(250)}").matches("(a?){900}[bc]$")`

const NOBODY = '00000000-0000-4000-8000-000000000000'
const launchOf = ({ things }: World): string => `/api/automation/templates/${things.template}/launch/`

export const ATTACKS: readonly Attack[] = [
  {
    name: 'samples of large rows',
    run: async (world) => [await post(world, 'viewer', RUN, largeSamples(world.things.connection))],
  },
  {
    name: 'samples of large rows in the background',
    run: async (world) => {
      const begun = await post(world, 'viewer', RUN_IN_BACKGROUND, largeSamples(world.things.connection))
      await untilEnded(world.players.viewer.api)
      return [begun]
    },
  },
  {
    name: 'six downloads of a large result',
    prepare: async (world) => {
      const rows = draft(world.things.connection, fill(40, 5_000))
      const execution = executionOf(await post(world, 'viewer', RUN, rows))
      if (execution === undefined) throw new Error('there is no result to download')
      return execution
    },
    run: (world, execution) =>
      Promise.all(
        times(6, (at) => {
          const format = ['csv', 'xlsx', 'ndjson'][at % 3]!
          const path = `/api/queries/execution-logs/${execution}/results/?format=${format}`
          return send(world, 'viewer', { method: 'GET', path })
        }),
      ),
  },
  {
    name: 'an endless pattern over the rows of a launch',
    run: async (world) => {
      const rows = { rows_from: { saved_query: world.things.large }, mapping: { dn: 'dn' }, filter: ENDLESS_FILTER }
      return [await post(world, 'editor', `${launchOf(world)}?dry_run=true`, rows)]
    },
  },
  {
    name: 'a check of 10,000 rows by a constant column',
    run: async (world) => {
      const rows_from = { saved_query: world.things.large }
      const verify_after = { expect: 'present', by: ['className'], wait_seconds: 0 }
      return [await post(world, 'editor', launchOf(world), { rows_from, mapping: { dn: 'dn' }, verify_after })]
    },
  },
  {
    name: 'twenty heavy drafts of one user in the background',
    run: async (world) => {
      const { connection } = world.things
      const begun = await Promise.all(times(20, () => post(world, 'viewer', RUN_IN_BACKGROUND, heavy(connection))))
      const other = await post(world, 'editor', RUN_IN_BACKGROUND, draft(connection))
      await untilEnded(world.players.editor.api)
      await untilEnded(world.players.viewer.api)
      return [...begun, other]
    },
  },
  {
    name: 'an import of 2,000 queries',
    run: async (world) => {
      const one = { controller_connection: 'lab', nodes: NODES, edges: [] }
      const saved_queries = times(2_000, (at) => ({ name: `q${at}`, ...one }))
      return [await post(world, 'editor', '/api/queries/import/?dry_run=true', { version: 1, saved_queries })]
    },
  },
  {
    name: '95,000 fields of a key',
    run: async (world) => {
      const sides = { snapshot_a: NOBODY, snapshot_b: NOBODY }
      const key_fields = times(95_000, (at) => `k${at}`)
      return [await post(world, 'editor', '/api/history/compare/', { ...sides, key_fields })]
    },
  },
  {
    name: 'canvases made to take time',
    run: async (world) => {
      const answers: Answer[] = []
      for (const { canvas, variables = () => ({}) } of KILLERS) {
        const body = {
          controller_connection: world.things.connection,
          draft: canvas(480_000),
          variables: variables(60_000),
        }
        answers.push(await post(world, 'viewer', '/api/queries/validate/', body))
      }
      return answers
    },
  },
  {
    name: 'sixty runs of one user at once',
    run: (world) => Promise.all(times(60, () => post(world, 'viewer', RUN, heavy(world.things.connection)))),
  },
]
