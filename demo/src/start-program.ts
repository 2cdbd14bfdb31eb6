import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Program = {
  readonly pid: number
  readonly stop: () => Promise<void>
  readonly exited: Promise<number | null>
  /** How many milliseconds its clock is behind; 0 is the real time, for good. */
  readonly setClock: (behindMs: number) => Promise<void>
}

type Options<T> = {
  /** Relative to the root of the project. */
  readonly script: string
  readonly args?: readonly string[]
  /** Its clock can be set, see `earlier-clock.ts`. */
  readonly hasClock?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly logFile: string
  /** Recognizes the line that says the program is ready, and returns what that line announces. */
  readonly ready: (line: string) => T | undefined
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a program of the project in its own process, logs its output to a file, and waits until it is ready. */
export async function startProgram<T>({
  script,
  args = [],
  hasClock = false,
  env = {},
  logFile,
  ready,
}: Options<T>): Promise<Program & { readonly announced: T }> {
  const preload = hasClock ? ['--import', './demo/src/earlier-clock.ts'] : []
  const child = spawn(process.execPath, [...preload, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasClock ? (['ipc'] as const) : [])],
  })
  const log = createWriteStream(logFile, { flags: 'a' })
  child.stdout!.pipe(log, { end: false })
  child.stderr!.pipe(log, { end: false })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const announced = await Promise.race([readyLine(child, ready), exited.then((code) => failed(script, code, logFile))])
  return {
    pid: child.pid!,
    announced,
    exited,
    stop: () => stop(child, exited),
    setClock: (behindMs) => setClock(child, behindMs),
  }
}

function readyLine<T>(child: ChildProcess, ready: Options<T>['ready']): Promise<T> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: child.stdout! })
    lines.on('line', (line) => {
      const announced = ready(line)
      if (announced !== undefined) resolve(announced)
    })
  })
}

async function setClock(child: ChildProcess, behindMs: number): Promise<void> {
  const answered = once(child, 'message')
  child.send(behindMs)
  await answered
  if (behindMs === 0) child.disconnect()
}

function failed(script: string, code: number | null, logFile: string): never {
  throw new Error(`${script} ended with status ${code}; see ${logFile}`)
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode === null) child.kill('SIGTERM')
  await exited
}
