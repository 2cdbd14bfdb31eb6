import { QUERIES } from '../../harness/api.ts'
import type { Act } from './load.ts'

/** The only writer of one query counts up in it. */
export const writerOf =
  (number: number): Act =>
  async ({ gateway, ledger, prepared }, round) => {
    const id = prepared.written[number]!
    const written = ledger.saves.get(id) ?? { confirmed: 0, sent: 0 }
    ledger.saves.set(id, written)
    written.sent = round
    const { status } = await gateway.patch(`${QUERIES}${id}/`, { description: String(round) })
    if (status === 200) written.confirmed = round
  }

export const create: Act = async ({ gateway, ledger, prepared }, round) => {
  const name = `created ${round}`
  const nodes = [{ id: 'n', class_name: 'fvTenant', properties: ['name'] }]
  const { status, body } = await gateway.post(QUERIES, {
    name,
    controller_connection: prepared.connection,
    nodes,
    edges: [],
  })
  if (status === 201) ledger.created.set(body.id, name)
}
