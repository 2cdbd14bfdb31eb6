import type { Cluster } from '../../harness/start-cluster.ts'
import type { Ledger } from '../ledger.ts'
import { fault, type Findings } from './findings.ts'

const TERMINAL = ['execution_complete', 'execution_failed']

/** What the channels of runs said, against how the runs ended. */
export async function judgeSockets(cluster: Cluster, { followed }: Ledger): Promise<Findings> {
  const rows = await cluster.sql<{ id: string; status: string }>(
    'select id, status from executions where id = any($1)',
    [[...followed.keys()]],
  )
  const stored = new Map(rows.map(({ id, status }) => [id, status]))
  const wrong = [...followed].filter(([id, types]) => {
    const ends = types.filter((type) => TERMINAL.includes(type))
    return ends.length !== 1 || (ends[0] === 'execution_complete') !== (stored.get(id) === 'success')
  })
  return {
    problems: fault(
      'channels did not tell the end of their run',
      wrong.map(([id, types]) => `${id} (${stored.get(id)}: ${types.join(' ')})`),
    ),
    facts: [`${followed.size} runs followed to their end`],
  }
}
