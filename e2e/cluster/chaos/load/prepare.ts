import type { AutomationSimulator } from '@heddle/simulators/automation/start-automation.ts'
import type { ControllerSimulator } from '@heddle/simulators/controller/start-controller.ts'
import { scriptOf } from '@heddle/simulators/automation/model/job-script.ts'
import { type Api, succeeded, saveQuery } from '../../harness/api.ts'
import { type Cluster, connect } from '../../harness/start-cluster.ts'

export type Prepared = Awaited<ReturnType<typeof prepare>>

export const TASKS = '/api/queries/scheduled-tasks/'
export const CHANGING_OBJECTS = 300
const STEADY_OBJECTS = 400
/** Keeps some runs in progress when their process dies. */
const SLOW_MS = 3_000
const JOB_MS = 2_000
const TASK_COUNT = 8
const WRITERS = 3

/** Asks for all objects but one, so that the name of that one marks every request of a run. */
const allBut = (class_name: string) => [
  {
    id: 'n',
    class_name,
    properties: ['name', 'descr'],
    filters: [{ property: 'name', operator: 'ne', value: '{{marker}}' }],
  },
]

/** Objects, queries and tasks that the load works with. */
export async function prepare(cluster: Cluster, automation: AutomationSimulator, api: Api) {
  const { controller } = cluster
  addObjects(controller)
  const connection = await connect(cluster, api)
  const save = (name: string, nodes: readonly object[]): Promise<string> => saveQuery(api, connection, { name, nodes })
  const quick = await save('quick', allBut('fvBD'))
  const slow = await save('slow', allBut('fvCtx'))
  const changing = await save('changing', [{ id: 'n', class_name: 'fvAp', properties: ['name', 'descr'] }])
  const steady = await save('steady', [{ id: 'n', class_name: 'vzBrCP', properties: ['name', 'descr'] }])
  const written: string[] = []
  for (let number = 0; number < WRITERS; number += 1) written.push(await save(`written ${number}`, allBut('fvBD')))
  const tasks: string[] = []
  for (let number = 0; number < TASK_COUNT; number += 1)
    tasks.push(await createTask(api, connection, number, { quick, steady }))
  succeeded(await api.patch('/api/queries/task-settings/', { max_concurrent_background: 20 }))
  const template = await createTemplate(api, automation)
  return { connection, quick, slow, changing, steady, written, tasks, template }
}

/** Every other task captures what it has read. */
async function createTask(
  api: Api,
  connection: string,
  number: number,
  queries: { readonly quick: string; readonly steady: string },
) {
  const captures = number % 2 === 0
  const task = {
    name: `task ${number}`,
    saved_query: captures ? queries.steady : queries.quick,
    controller_connections: [connection],
    schedule_type: 'interval',
    interval_minutes: 1,
    capture_snapshot: captures,
    variables: captures ? {} : { marker: `task-${number}` },
  }
  return succeeded(await api.post(TASKS, task)).id as string
}

/** Starts a job for each row. */
async function createTemplate(api: Api, automation: AutomationSimulator): Promise<string> {
  const connection = { name: 'tower', base_url: automation.url, oauth_token: automation.token }
  const template = {
    name: 'rows',
    automation_connection: succeeded(await api.post('/api/automation/connections/', connection)).id as string,
    automation_job_template_id: automation.addTemplate({
      name: 'rows',
      script: scriptOf({ runMs: JOB_MS }),
      allowSimultaneous: true,
    }),
    execution_mode: 'per_row',
    schema: [{ name: 'marker', field_type: 'text', required: true }],
  }
  return succeeded(await api.post('/api/automation/templates/', template)).id as string
}

function addObjects({ store, faults }: ControllerSimulator): void {
  for (let number = 0; number < CHANGING_OBJECTS; number += 1)
    store.add('fvAp', `uni/tn-A/ap-${number}`, { name: `${number}`, descr: 'v0' })
  for (let number = 0; number < STEADY_OBJECTS; number += 1)
    store.add('vzBrCP', `uni/tn-A/brc-${number}`, { name: `${number}` })
  faults.add({ kind: 'delay', ms: SLOW_MS, path: 'fvCtx' })
}
