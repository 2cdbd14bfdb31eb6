import type { Cluster } from '../../harness/start-cluster.ts'
import type { Ledger } from '../ledger.ts'
import { fault, type Findings } from './findings.ts'

type StoredQuery = { readonly id: string; readonly name: string; readonly description: string }

export async function judgeWrites(cluster: Cluster, { saves, created }: Ledger): Promise<Findings> {
  const stored = new Map(
    (await cluster.sql<StoredQuery>('select id, name, description from saved_queries')).map((one) => [one.id, one]),
  )
  const lost = [...saves].filter(([id, { confirmed, sent }]) => {
    const value = Number(stored.get(id)?.description)
    return !(value >= confirmed && value <= sent)
  })
  return {
    problems: [
      ...fault(
        'queries do not have what was saved last',
        lost.map(([id, { confirmed }]) => `${id} (${stored.get(id)?.description} instead of ${confirmed})`),
      ),
      ...fault(
        'created queries are gone',
        [...created].flatMap(([id, name]) => (stored.get(id)?.name === name ? [] : name)),
      ),
    ],
    facts: [
      `${created.size} queries created, ${[...saves.values()].map(({ confirmed }) => confirmed).join(' + ')} saves at least`,
    ],
  }
}
