import { type Api, succeeded, QUERIES } from './api.ts'

export type Acknowledged = {
  /** The names that a saved query had, the last one last. Its description is always the same as its name. */
  readonly queries: ReadonlyMap<string, readonly string[]>
  readonly runs: readonly string[]
  readonly snapshots: readonly string[]
}

const NODES = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]

/** Creates and changes saved queries, captures and starts runs without a pause, until it is stopped. */
export function startWriters(api: Api, connection: string, { writers = 4 } = {}) {
  const written = new Map<string, string[]>()
  const runs: string[] = []
  const snapshots: string[] = []
  let isStopped = false
  let next = 0

  const write = async (): Promise<void> => {
    while (!isStopped) {
      const name = `query ${(next += 1)}`
      const body = { name, description: name, controller_connection: connection, nodes: NODES, edges: [] }
      const { id } = succeeded(await api.post(QUERIES, body))
      written.set(id, [name])
      const changed = `${name}, changed`
      succeeded(await api.patch(`${QUERIES}${id}/`, { name: changed, description: changed }))
      written.get(id)!.push(changed)
      if (next % 5 === 0) snapshots.push(succeeded(await api.post('/api/history/capture/', { saved_query: id })).id)
      if (next % 3 === 0) runs.push(succeeded(await api.post(`${QUERIES}${id}/execute_background/`)).execution_id)
    }
  }
  const all = Promise.all(Array.from({ length: writers }, write))
  // A writer that fails is reported by `stop`.
  all.catch(() => undefined)
  return {
    /** What has been acknowledged by now. */
    acknowledged: (): Acknowledged => ({
      queries: new Map([...written].map(([id, names]) => [id, [...names]])),
      runs: [...runs],
      snapshots: [...snapshots],
    }),
    stop: async (): Promise<void> => {
      isStopped = true
      await all
    },
  }
}
