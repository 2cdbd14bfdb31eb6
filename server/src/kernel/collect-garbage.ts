import { Session } from 'node:inspector/promises'

/**
 * Collects the garbage of this thread, which stops for it. As developer tools do: unlike the collection that a program
 * can ask for, it gives free pages back to the system.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
