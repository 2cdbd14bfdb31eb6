import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const OXFMT = new URL('../bin/oxfmt', import.meta.resolve('oxfmt'))
const PRETTIER = new URL('bin/prettier.cjs', import.meta.resolve('prettier'))

/**
 * `npm run check:format`. oxfmt reads the tree in a second, Prettier in most of a minute. They differ in where some
 * unions break, so Prettier has the last word about the files that oxfmt would change.
 */
function checkFormat(): boolean {
  const fast = run(OXFMT, '--list-different', '.')
  const doubted = fast.stdout.split('\n').filter((line) => line !== '')
  if (fast.status === 0) return true
  process.stderr.write(fast.stderr)
  if (doubted.length === 0) return false
  const slow = run(PRETTIER, '--check', '--log-level', 'warn', ...doubted)
  process.stderr.write(slow.stdout + slow.stderr)
  return slow.status === 0 && fast.stderr === ''
}

const run = (program: URL, ...args: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(program), ...args], { encoding: 'utf8' })

process.exitCode = checkFormat() ? 0 : 1
