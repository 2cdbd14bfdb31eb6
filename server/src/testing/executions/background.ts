import { expect } from 'vitest'
import type { Answer, Client } from '../start-test-app.ts'
import { QUERIES, type Runs } from '../start-runs.ts'

export const PIPELINES = '/api/queries/pipeline-executions/'
export const TASK_SETTINGS = '/api/queries/task-settings/'
export const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }

type Asked = { readonly job_id: string; readonly execution_id: string; readonly channel: string }
export type ReceivedFrame = { readonly type: string; readonly data: Record<string, unknown> }

/** A generous time-out, because the machine may be busy. */
export const soon = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 20_000, interval: 20 })

/** Helpers to start background runs, read their state and listen to their channels. */
export function backgroundOf(runs: Runs) {
  const ask = (query: string, body: object = {}, client: Client = runs.editor) =>
    client.post(`${QUERIES}${query}/execute_background/`, body)
  const pipelineOf = async (execution: string, client: Client = runs.editor): Promise<Answer['body']> => {
    const { pipeline_execution: id } = await runs.log(execution, client)
    return (await client.get(`${PIPELINES}${id}/`)).body
  }
  const until = async (execution: string, statuses: readonly string[]): Promise<Answer['body']> => {
    await soon(async () => (await pipelineOf(execution)).status).toBeOneOf([...statuses])
    return pipelineOf(execution)
  }
  return {
    ask,
    /** Starts a run that must be accepted; returns its execution id. */
    start: async (query: string, body: object = {}, client: Client = runs.editor): Promise<string> => {
      const { status, body: asked, text } = await ask(query, body, client)
      if (status !== 202) throw new Error(`not accepted: ${status} ${text}`)
      return (asked as Asked).execution_id
    },
    pipelineOf,
    until,
    ended: (execution: string) => until(execution, ['success', 'failure', 'timeout', 'cancelled']),
    isStarted: async (execution: string): Promise<boolean> => (await runs.log(execution)).started_at !== null,
    cancel: async (execution: string, client: Client = runs.editor): Promise<Answer> =>
      client.post(`${PIPELINES}${(await pipelineOf(execution)).id}/cancel/`),
    listen: async (execution: string, client: Client = runs.editor) =>
      listen(runs, `/ws/chain-execution/${execution}/`, client),
    /** To the runs of all. */
    listenToAll: async (client: Client) => listen(runs, '/ws/runs/', client),
  }
}

/** A socket on a channel, with all frames it received. */
async function listen(runs: Runs, path: string, client: Client) {
  const { ticket } = (await client.post('/api/ws-ticket/')).body
  const socket = runs.app.socket(`${path}?ticket=${ticket}`)
  const frames: ReceivedFrame[] = []
  const timestamps: string[] = []
  socket.raw.on('message', (data: Buffer) => {
    const { type, data: content, timestamp } = JSON.parse(data.toString()) as ReceivedFrame & { timestamp: string }
    if (type === 'ping') return
    frames.push({ type, data: content })
    timestamps.push(timestamp)
  })
  return { frames, timestamps, closed: socket.closed, close: socket.close, types: () => frames.map(({ type }) => type) }
}
