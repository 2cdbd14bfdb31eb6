import type { Api } from '../../harness/api.ts'
import type { Cluster } from '../../harness/start-cluster.ts'
import type { Ledger, PromisedCapture } from '../ledger.ts'
import { changedBetween, descriptionAfter } from '../load/load-captures.ts'
import { fault, type Findings } from './findings.ts'

const SNAPSHOTS = '/api/history/snapshots/'
const DANGLING = {
  'chunks lack their base': `
    select d.id::text from all_chunks d left join all_chunks b on b.lineage_id = d.lineage_id and b.id = d.base_id
    where d.base_id is not null and b.id is null`,
  'snapshots lack their manifest': `
    select s.id::text from snapshots s left join all_chunks m on m.lineage_id = s.lineage_id and m.id = s.manifest_id
    where m.id is null`,
  'runs were captured more than once': `
    select execution_id::text as id from snapshots where execution_id is not null group by execution_id having count(*) > 1`,
}

export async function judgeCaptures(cluster: Cluster, api: Api, { captures }: Ledger): Promise<Findings> {
  const problems: string[] = []
  for (const [what, text] of Object.entries(DANGLING)) {
    const found = await cluster.sql<{ id: string }>(text)
    problems.push(...fault(what, found.map(({ id }) => id))) // prettier-ignore
  }
  const all = [...captures]
  const wrong: string[] = []
  for (const [id, promise] of all) wrong.push(...(await faultsOf(api, id, promise)))
  const changing = all.filter(
    (one): one is [string, PromisedCapture & { changes: number }] => one[1].changes !== undefined,
  )
  const newest = changing.at(-1)
  const miscounted: string[] = []
  for (const [id, { changes }] of changing.slice(0, -1)) {
    const { status, body } = await api.post('/api/history/compare/', { snapshot_a: id, snapshot_b: newest![0] })
    const expected = changedBetween(changes, newest![1].changes)
    if (status !== 200 || body.summary.changed !== expected || body.summary.added + body.summary.removed !== 0)
      miscounted.push(`${id} (${status}, ${JSON.stringify(body.summary)}, ${expected} expected)`)
  }
  const steady = new Set(all.flatMap(([, { changes, hash }]) => (changes === undefined ? hash : [])))
  if (steady.size > 1) problems.push(`Captures of the same rows have ${steady.size} hashes.`)
  return {
    problems: [
      ...problems,
      ...fault('captures are not as they were confirmed', wrong),
      ...fault('comparisons are wrong', miscounted),
    ],
    facts: [`${all.length} captures read again, ${changing.length} of them compared with the newest`],
  }
}

/** Reads all rows of a capture. */
async function faultsOf(
  api: Api,
  id: string,
  { rowCount, hash, changes }: PromisedCapture,
): Promise<readonly string[]> {
  const rows: any[] = []
  for (let page = 1; rows.length < rowCount; page += 1) {
    const { status, body } = await api.get(`${SNAPSHOTS}${id}/?page=${page}&page_size=200`)
    if (status !== 200 || body.version_hash !== hash || body.row_count !== rowCount) return [`${id} (${status})`]
    if (body.rows.length === 0) return [`${id} (${rows.length} of ${rowCount} rows)`]
    rows.push(...body.rows)
  }
  const differing =
    changes === undefined ? [] : rows.filter(({ name, descr }) => descr !== descriptionAfter(changes, Number(name)))
  return differing.length > 0 ? [`${id} (${differing.length} rows differ)`] : []
}
