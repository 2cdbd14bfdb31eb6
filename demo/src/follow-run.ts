import type { ApiClient } from './api-client.ts'
import { describeFrame, framesOf } from './frames-of.ts'

type Started = { channel: string; execution_id: string }

/** Runs a query in the background and prints the frames of its channel until it closes. */
export async function followRun(api: ApiClient, url: string, query: string): Promise<void> {
  const { channel, execution_id } = await api.post<Started>(`/api/queries/saved-queries/${query}/execute_background/`)
  console.log(`\nThe same query in the background, followed live (${channel.replace(execution_id, '<id>')}):\n`)
  for await (const frame of framesOf(api, url, channel))
    if (frame.type !== 'ping') console.log(`  ${describeFrame(frame)}`)
}
