import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Heddle } from '@heddle/client'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What its operator looks at: the requests that the controller had to answer, and a backup of the running server. */
export async function showOperations(
  { controller }: Heddle,
  { connection, folder }: { connection: string; folder: string },
): Promise<void> {
  const {
    max_parallel_requests: most,
    max_requests_per_minute: rate,
    requests_last_minute: asked,
    refusals,
  } = await controller.connections.budget(connection)
  console.log(
    `\nRequests to the controller (/api/controller/connections/${connection}/budget/): ${asked} in the last minute, at most ${most} at a time and ${rate ?? 'any number'} a minute; ` +
      `${refusals.last_hour} refused.`,
  )
  const file = join(folder, 'backup.zip')
  // A backup never replaces another one.
  rmSync(file, { force: true })
  console.log(`\nA backup while the server runs (npm run admin -- backup ${file}):\n`)
  for (const line of (await admin(folder, ['backup', file])).trimEnd().split('\n')) console.log(`  ${line}`)
}

/** Runs a command of `npm run admin` beside the server. */
async function admin(folder: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['server/src/cli/admin.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (child.exitCode !== 0) throw new Error(`npm run admin -- ${args.join(' ')} ended with status ${child.exitCode}`)
  return printed
}
