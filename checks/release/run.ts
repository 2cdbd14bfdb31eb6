import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What a program prints; rejects with what it says when it fails. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}
