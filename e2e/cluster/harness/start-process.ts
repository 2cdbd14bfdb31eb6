import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { killAtExit } from '@heddle/server/testing/daemon.ts'

/** A process of the program, as an operator starts it. */
export type HeddleProcess = {
  readonly name: string
  readonly role: Role
  readonly pid: number
  /** Of the HTTP server, without a slash at its end; empty for a worker. */
  readonly url: string
  /** What it has logged so far, one JSON object a line, and what it said on standard error. */
  readonly log: () => readonly string[]
  /** Resolves once a line, earlier or later, contains this. */
  readonly logged: (text: string | RegExp) => Promise<string>
  readonly signal: (signal: NodeJS.Signals) => void
  /** SIGSTOP: it holds its connections and does nothing. */
  readonly pause: () => void
  readonly resume: () => void
  /** SIGKILL; resolves once it is gone. */
  readonly kill: () => Promise<void>
  /** SIGTERM; resolves to its exit status. */
  readonly stop: () => Promise<number | null>
  readonly exited: Promise<number | null>
  readonly isRunning: () => boolean
}

export type Role = 'all' | 'api' | 'worker'
export type ProcessOptions = {
  readonly name: string
  readonly role: Role
  readonly env: Readonly<Record<string, string>>
  /** Moves its clock, such as `+180s`. */
  readonly clockOffset?: string
  /** Options of Node, such as `--max-old-space-size=512`. */
  readonly nodeOptions?: readonly string[]
}

const MAIN = fileURLToPath(new URL('../../../server/start.mjs', import.meta.url))
const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
)

/** The library that moves a process's clock; experiments with clocks are skipped without it. */
export const faketimePath: string | undefined = FAKETIME.find(existsSync)
if (faketimePath === undefined)
  console.warn(
    'SKIPPED: experiments with clocks that differ, there is no libfaketime (Debian: apt install libfaketime)',
  )

/** Starts it and waits until it is ready. */
export async function startProcess({
  name,
  role,
  env,
  clockOffset,
  nodeOptions = [],
}: ProcessOptions): Promise<HeddleProcess> {
  const child = spawn(process.execPath, [...nodeOptions, MAIN], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      // As `npm start` and the image set it: glibc would keep freed memory for each thread otherwise.
      MALLOC_ARENA_MAX: '2',
      HOST: '127.0.0.1',
      PORT: '0',
      ROLE: role,
      ...env,
      ...(clockOffset !== undefined && {
        LD_PRELOAD: faketimePath,
        FAKETIME: clockOffset,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killAtExit(child)
  const lines: string[] = []
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const tell of waiting) tell(line)
    })
  }
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const logged = (text: string | RegExp): Promise<string> =>
    new Promise((resolve) => {
      const tell = (line: string): void => {
        if (!(typeof text === 'string' ? line.includes(text) : text.test(line))) return
        waiting.delete(tell)
        resolve(line)
      }
      waiting.add(tell)
      for (const line of lines) tell(line)
    })
  const ended = exited.then((code) => {
    throw new Error(`${name} ended with status ${code} before it was ready:\n${lines.slice(-20).join('\n')}`)
  })
  const ready = await Promise.race([logged('"msg":"ready"'), ended])
  ended.catch(() => undefined)
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const signal = (which: NodeJS.Signals): void => void child.kill(which)
  return {
    name,
    role,
    pid: child.pid!,
    url: (JSON.parse(ready) as { url?: string }).url ?? '',
    log: () => lines,
    logged,
    signal,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    kill: async () => {
      signal('SIGKILL')
      await exited
    },
    stop: () => {
      signal('SIGTERM')
      return exited
    },
    exited,
    isRunning,
  }
}
