import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { killAtExit } from './daemon.ts'
import { copyEmbeddedTemplate } from './embedded-template.ts'
import { ADMIN, NO_THROTTLES } from './start-test-app.ts'
import { MIGRATIONS } from './test-database.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export type Body = Record<string, any>
export type RealProgram = Awaited<ReturnType<typeof openRealProgram>>

/**
 * The real program, started again and again on one data folder, for tests that kill it. Settings are added to those of
 * all tests.
 */
export async function openRealProgram(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await copyEmbeddedTemplate(MIGRATIONS)
  const children: ChildProcess[] = []
  return {
    dataDir,
    /** `PORT` takes the place of the one before. */
    start: (more: Readonly<Record<string, string>> = {}) =>
      startProgram({ DATA_DIR: dataDir, ...settings, ...more }, (child) => children.push(child)),
    /** Kills what runs, and removes the folder. */
    close: async (): Promise<void> => {
      for (const child of children) child.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** With the administrator signed in. */
async function startProgram(settings: Readonly<Record<string, string>>, onStart: (child: ChildProcess) => void) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...NO_THROTTLES,
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  killAtExit(child)
  onStart(child)
  const url = await readyUrl(child.stdout)
  const send = async (method: string, path: string, body?: object, access?: string): Promise<Body> => {
    const headers = {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await answer.json()) as Body
  }
  const { access } = await send('POST', '/api/auth/login/', ADMIN)
  return {
    url,
    get: (path: string) => send('GET', path, undefined, access),
    post: (path: string, body: object = {}) => send('POST', path, body, access),
    patch: (path: string, body: object) => send('PATCH', path, body, access),
    /** Resolves once it is gone. */
    end: async (signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string }
    if (entry.msg !== 'ready' || entry.url === undefined) continue
    output.resume()
    return entry.url
  }
  throw new Error('the server ended before it was ready')
}
