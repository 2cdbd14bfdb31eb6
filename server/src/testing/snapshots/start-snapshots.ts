import { expect } from 'vitest'
import { addSmallFabric } from '../small-fabric.ts'
import type { Answer, Client } from '../start-test-app.ts'
import { type Runs, startRuns } from '../start-runs.ts'

export const HISTORY = '/api/history/'
export const SNAPSHOTS = `${HISTORY}snapshots/`
export const SETTINGS = `${HISTORY}settings/`

/** The five bridge domains of the small fabric. */
export const BRIDGE_DOMAINS = { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name', 'mtu', 'arpFlood'] }] }

export type Snapshots = Awaited<ReturnType<typeof startSnapshots>>

/** The whole server, a simulated controller with a small fabric, and short calls to capture as an editor. */
export async function startSnapshots(options: Parameters<typeof startRuns>[0] = {}) {
  const runs = await startRuns(options)
  addSmallFabric(runs.controller.store)
  return { ...runs, ...capturesOf(runs) }
}

function capturesOf(runs: Runs) {
  const capture = (body: object, client: Client = runs.editor): Promise<Answer> =>
    client.post(`${HISTORY}capture/`, body)
  const detail = async (id: string, client: Client = runs.editor): Promise<Answer['body']> => {
    const { status, body, text } = await client.get(`${SNAPSHOTS}${id}/`)
    expect(status, text).toBe(200)
    return body
  }
  return {
    capture,
    /** Captures a snapshot of the query, which must succeed. */
    captured: async (savedQuery: string, body: object = {}, client: Client = runs.editor): Promise<Answer['body']> => {
      const answer = await capture({ saved_query: savedQuery, ...body }, client)
      expect(answer.status, answer.text).toBe(201)
      return answer.body
    },
    detail,
    idsOf: async (savedQuery: string): Promise<string[]> => {
      const { body } = await runs.editor.get(`${SNAPSHOTS}?saved_query=${savedQuery}`)
      return body.results.map(({ id }: { id: string }) => id)
    },
    sql: async (text: string, values: unknown[] = []): Promise<any[]> =>
      (await runs.app.app.platform.database.pool.query(text, values)).rows,
  }
}
