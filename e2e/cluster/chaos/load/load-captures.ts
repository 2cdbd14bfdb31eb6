import type { Act, LoadContext } from './load.ts'
import { CHANGING_OBJECTS } from './prepare.ts'

export const CAPTURE = '/api/history/capture/'

/** Changes one object and captures them all; nobody else changes or captures these. */
export const captureChanging: Act = async (context, round) => {
  context.controller.store.update(`uni/tn-A/ap-${round % CHANGING_OBJECTS}`, { descr: `v${round}` })
  await capture(context, context.prepared.changing, round)
}

/** Several do this at once, so that captures of one lineage meet. */
export const captureSteady: Act = (context) => capture(context, context.prepared.steady)

async function capture({ gateway, ledger }: LoadContext, query: string, changes?: number): Promise<void> {
  const { status, body } = await gateway.post(CAPTURE, { saved_query: query, retention_policy: 'forever' })
  if (status !== 201) return
  const facts = { query, rowCount: body.row_count, hash: body.version_hash }
  ledger.captures.set(body.id, { ...facts, ...(changes !== undefined && { changes }) })
}

/** What `descr` of an object is after so many changes. */
export function descriptionAfter(changes: number, object: number): string {
  const last = changes - ((changes - object) % CHANGING_OBJECTS)
  return last > 0 && changes >= object ? `v${last}` : 'v0'
}

/** How many objects differ between two captures. */
export const changedBetween = (before: number, after: number): number => Math.min(CHANGING_OBJECTS, after - before)
