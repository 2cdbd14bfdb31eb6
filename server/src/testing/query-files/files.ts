import { expect } from 'vitest'
import type { Client } from '../start-test-app.ts'

export const EXPORT = '/api/queries/export/'
export const IMPORT = '/api/queries/import/'
export const QUERIES = '/api/queries/saved-queries/'
export const CATEGORIES = '/api/queries/categories/'
export const TASKS = '/api/queries/scheduled-tasks/'
export const YAML = { 'content-type': 'application/yaml' }

export const node = (id: string, className = 'fvBD') => ({ id, class_name: className })
export const lookup = (query: string) => ({
  id: `of ${query}`,
  type: 'lookup',
  config: { on: { dn: 'dn' }, saved_query: query },
})

/** A saved query as a file has it. */
export const fileQuery = (name: string, rest: object = {}) => ({
  ...{ name, description: '', category: null as string | null, controller_connection: 'lab' },
  ...{ nodes: [node('a')], edges: [], post_processors: [] },
  ...rest,
})

/** A scheduled task as a file has it. */
export const fileTask = (name: string, query: string, rest: object = {}) => ({
  ...{
    name,
    saved_query: query,
    controller_connections: ['lab'],
    schedule_type: 'interval',
    interval_minutes: 60,
    timezone: 'UTC',
  },
  ...{ enabled: true, notify_on_failure: true, notify_on_changes: false, notify_on_expectation: true },
  ...rest,
})

type File = { categories?: unknown; saved_queries?: unknown; scheduled_tasks?: unknown; [key: string]: unknown }

export const fileOf = (rest: File) => ({ version: 1, categories: [], saved_queries: [], scheduled_tasks: [], ...rest })

/** Imports a file, and checks that a dry run plans the same. Gives each step as `create saved_query a`. */
export async function importFile(client: Client, file: File): Promise<readonly string[]> {
  const dry = await client.post(`${IMPORT}?dry_run=true`, fileOf(file))
  const real = await client.post(IMPORT, fileOf(file))
  expect(real.status, real.text).toBe(200)
  expect(dry.body).toEqual({ ...real.body, applied: false })
  expect(real.body.applied).toBe(true)
  return stepsOf(real.body)
}

export const stepsOf = ({ plan }: { plan: { action: string; kind: string; name: string }[] }) =>
  plan.map(({ action, kind, name }) => `${action} ${kind} ${name}`)

/** What a dry run and the real import both answer to a file that cannot be applied. */
export async function refusal(
  client: Client,
  file: File,
): Promise<{ readonly status: number; readonly body: Record<string, string[]> }> {
  const [dry, real] = [
    await client.post(`${IMPORT}?dry_run=true`, fileOf(file)),
    await client.post(IMPORT, fileOf(file)),
  ]
  expect({ status: dry.status, body: dry.body }).toEqual({ status: real.status, body: real.body })
  return { status: real.status, body: real.body }
}

export async function exported(client: Client, query: string) {
  const answer = await client.get(`${EXPORT}?format=json&${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
