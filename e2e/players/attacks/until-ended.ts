import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../../cluster/harness/api.ts'

const LOOK_MS = 500
const PATIENCE_MS = 300_000

/** Waits until no background run of a user is open. */
export async function untilEnded(api: Api): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS
  while (performance.now() < endsAt) {
    const { status, body } = await api
      .get('/api/queries/pipeline-executions/?page_size=100')
      .catch(() => ({ status: 0, body: {} }))
    const running = (body.results ?? []) as readonly { readonly status: string }[]
    if (status === 200 && running.every(({ status: one }) => one !== 'running' && one !== 'pending')) return
    await pause(LOOK_MS)
  }
  throw new Error('background runs did not end in five minutes')
}
