import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export type ChildProgram = {
  readonly pid: number
  /** The next line it prints; undefined once it has ended. */
  readonly nextLine: () => Promise<string | undefined>
  /** Kills it as a power cut would, and returns the remaining lines. */
  readonly kill: () => Promise<string[]>
  /** Its exit status once it has ended on its own. */
  readonly ended: Promise<number | null>
}

/** Runs a program from this folder in its own process. */
export function startProgram(file: string, ...args: string[]): ChildProgram {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [path, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit').then(([status]) => status as number | null)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string | undefined> => {
    const line = await lines.next()
    return line.done ? undefined : line.value
  }
  return {
    pid: child.pid!,
    nextLine,
    kill: async () => {
      child.kill('SIGKILL')
      const rest: string[] = []
      for (let line = await nextLine(); line !== undefined; line = await nextLine()) rest.push(line)
      await ended
      return rest
    },
    ended,
  }
}
