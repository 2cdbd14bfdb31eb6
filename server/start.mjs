// Starts the server. Plain JavaScript, because Node's reader of TypeScript takes 20 MB that are never given back, and a
// bundled server needs it for nothing else.
import { readFileSync } from 'node:fs'
import * as process from 'node:process'

/**
 * V8 14 keeps the memory of a thread that has ended for the next one instead of giving it back to the system, whatever
 * its size and for as long as the process lives. It reads this before the first line of a program; older ones give the
 * memory back by themselves and do not know the option.
 */
const GIVE_BACK = '--no-memory-pool-share-memory-on-teardown'

giveBackMemory()
await import(bundledMain() ?? './src/main.ts')

/** Replaces this process by itself with the option; the identity of the process and all of its streams stay. */
function giveBackMemory() {
  const { argv, env, execArgv, execPath, execve, send, versions } = process
  // A channel to a parent does not survive it; the demo sets the clock through one.
  if (send !== undefined) return
  if (!versions.v8.startsWith('14.') || execArgv.includes(GIVE_BACK) || execve === undefined) return
  execve(execPath, [execPath, GIVE_BACK, ...execArgv, ...argv.slice(1)], env)
}

/** If it is built, and in this folder: what it runs, which may have changed since, it looks at itself. */
function bundledMain() {
  try {
    const dist = new URL('dist/', import.meta.url)
    const { root, folder, programs } = JSON.parse(readFileSync(new URL('bundles.json', dist), 'utf8'))
    const main = programs['server/src/main.ts']
    if (main === undefined || root !== new URL('..', import.meta.url).href) return undefined
    return new URL(`${folder}/${main}`, dist).href
  } catch {
    return undefined
  }
}
