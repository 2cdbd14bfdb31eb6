import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { addSmallFabric } from '@heddle/server/testing/small-fabric.ts'
import { startRuns } from '@heddle/server/testing/start-runs.ts'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { run } from '../run.ts'

export type Given = {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** What is typed when a question shows up; given answers make it a terminal, 80 columns wide. */
  readonly answers?: readonly (readonly [question: string, answer: string | (() => Promise<string>)])[]
  /** Called with all that was written so far. */
  readonly onWritten?: (text: string) => void
  /** Called with what was printed, as bytes. */
  readonly onBytes?: (bytes: Uint8Array) => void
}

export type Shell = Awaited<ReturnType<typeof startShell>>

/** The whole server, a simulated controller, and command lines as a user runs them, signed in as the administrator. */
export async function startShell(options: Parameters<typeof startRuns>[0] = {}) {
  const runs = await startRuns(options)
  addSmallFabric(runs.controller.store)
  const folder = await mkdtemp(join(tmpdir(), 'heddle-cli-'))
  const config = join(folder, 'config.json')

  async function heddle(
    words: readonly string[],
    { input = '', env = {}, signal, answers, onWritten, onBytes }: Given = {},
  ) {
    const isTerminal = answers !== undefined ? { isTTY: true, columns: 80 } : {}
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()].map((stream) =>
      Object.assign(stream, isTerminal),
    ) as [PassThrough, PassThrough, PassThrough]
    const written = { stdout: '', stderr: '' }
    const waiting = [...(answers ?? [])]
    /** How much was written when the last answer was typed. */
    let answered = 0
    const type = async (answer: string | (() => Promise<string>)) =>
      stdin.write(`${typeof answer === 'string' ? answer : await answer()}\n`)
    const keep = (name: keyof typeof written) => (chunk: unknown) => {
      written[name] += String(chunk)
      onWritten?.(written.stdout + written.stderr)
      if (!waiting[0] || !written.stderr.includes(`${waiting[0][0]}: `, answered)) return
      answered = written.stderr.length
      void type(waiting.shift()![1])
    }
    stdout.on('data', keep('stdout'))
    stdout.on('data', (chunk: Uint8Array) => onBytes?.(chunk))
    stderr.on('data', keep('stderr'))
    if (answers === undefined) stdin.end(input)
    const terminal = {
      stdin,
      stdout,
      stderr,
      signal: signal ?? new AbortController().signal,
      env: { HEDDLE_CONFIG: config, ...env },
    }
    const code = await run(words, terminal)
    return { code, ...written }
  }

  await heddle(['login', runs.app.url, '--name', 'lab', '--username', ADMIN.username], { input: `${ADMIN.password}\n` })
  return {
    runs,
    folder,
    config,
    heddle,
    stop: async () => {
      await runs.stop()
      await rm(folder, { recursive: true })
    },
  }
}
