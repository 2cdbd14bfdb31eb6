import type { Heddle } from '@heddle/client'
import { describeFrame } from './describe-frame.ts'

/** Runs a query in the background and prints the frames of its channel until it closes. */
export async function followRun(heddle: Heddle, query: string): Promise<void> {
  const { channel, execution_id } = await heddle.queries.savedQueries.executeBackground(query)
  console.log(`\nThe same query in the background, followed live (${channel.replace(execution_id, '<id>')}):\n`)
  for await (const frame of heddle.follow.run(execution_id)) console.log(`  ${describeFrame(frame)}`)
}
