import type { Heddle } from '@heddle/client'
import { readUntil } from './read-until.ts'
import { change as changeFabric } from './show-snapshots.ts'

const NAME = 'Take a bridge domain out of routing'

type Parts = {
  readonly control: string
  readonly connection: string
  /** Of checks, such as a folder of queries that expect something. */
  readonly folder: string
  /** Of bridge domains. */
  readonly query: string
}

/** Opens a change window, changes the fabric as two people would, and closes it. */
export async function showChanges({ history, queries }: Heddle, parts: Parts): Promise<void> {
  const { control, connection, folder, query } = parts
  const category = (await queries.categories.list({ search: folder })).results.find(({ name }) => name === folder)
  const { id } = await history.changes.create({
    ...{ name: NAME, note: 'CHG-4711', controller_connection: connection, saved_queries: [query] },
    ...(category && { category: category.id }),
  })
  const settled = (status: string) =>
    readUntil(
      `the change to be ${status}`,
      () => history.changes.get(id),
      (now) => now.status === status,
    )
  await settled('open')
  const [snapshot] = (await history.snapshots.list({ saved_query: query, page_size: 1 })).results
  const { rows } = await history.snapshots.get(snapshot!.id)
  const routed = rows.find(({ unicastRoute }) => unicastRoute === 'yes')
  const other = rows.find(({ dn }) => dn !== routed?.dn)
  const turned = { arpFlood: other?.arpFlood === 'yes' ? 'no' : 'yes' }
  await changeFabric(control, 'PATCH', { dn: routed?.dn, attributes: { unicastRoute: 'no' }, user: 'maria' })
  await changeFabric(control, 'PATCH', { dn: other?.dn, attributes: turned, user: 'jonas' })
  await history.changes.close(id)
  const { sha256 } = await settled('closed')
  const { queries: compared, checks } = await (await history.changes.report(id)).json()
  const differing = compared.filter(({ summary }) => summary && summary.added + summary.removed + summary.changed > 0)
  console.log(
    `\nChange "${NAME}" (/history/changes/${id}/): ${differing.length} of ${compared.length} queries differ, ` +
      `${checks.length} checks compared, SHA-256 ${sha256 ?? ''}`,
  )
}
