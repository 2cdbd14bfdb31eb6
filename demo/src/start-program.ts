import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Program = { readonly stop: () => Promise<void>; readonly exited: Promise<number | null> }

type Options<T> = {
  /** Relative to the root of the project. */
  readonly script: string
  readonly args?: readonly string[]
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
  env = {},
  logFile,
  ready,
}: Options<T>): Promise<Program & { readonly announced: T }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(logFile, { flags: 'a' })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const announced = await Promise.race([readyLine(child, ready), exited.then((code) => failed(script, code, logFile))])
  return { announced, exited, stop: () => stop(child, exited) }
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

function failed(script: string, code: number | null, logFile: string): never {
  throw new Error(`${script} ended with status ${code}; see ${logFile}`)
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode === null) child.kill('SIGTERM')
  await exited
}
