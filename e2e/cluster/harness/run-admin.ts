import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { killAtExit } from '@heddle/server/testing/daemon.ts'

const ADMIN = fileURLToPath(new URL('../../../server/src/cli/admin.ts', import.meta.url))

/** Runs a command as an operator does, next to whatever is running; throws what it says when it fails. */
export async function runAdmin(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killAtExit(child)
  const [[status], output, errors] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  if (status !== 0) throw new Error(`${args.join(' ')} ended with status ${String(status)}: ${output}${errors}`)
  return output
}
