import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../start-test-app.ts'

/** Without a pause, asking would be most of what the processor does. */
const PAUSE_MS = 10

/** Does the work while health is asked again and again. */
export async function whileHealthy<T>(client: Client, work: () => Promise<T>): Promise<T> {
  let isOver = false
  const asking = (async () => {
    let statuses: readonly number[] = []
    while (!isOver) {
      statuses = [...statuses, (await client.get('/api/auth/health/')).status]
      await pause(PAUSE_MS)
    }
    return statuses
  })()
  const result = await work().finally(() => (isOver = true))
  const bad = (await asking).filter((status) => status !== 200)
  if (bad.length > 0) throw new Error(`health answered ${bad.join(', ')}`)
  return result
}
