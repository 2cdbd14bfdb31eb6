import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromChild, Options, Programs, Remote } from './programs.ts'

export type Running<Name extends keyof Programs> = { readonly call: Remote<Name>; readonly stop: () => Promise<void> }

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }

const ENTRY = fileURLToPath(new URL('./run-program.ts', import.meta.url))

/** Starts a program in its own process; its methods are called as if they were local. */
export async function startProgram<Name extends keyof Programs>(
  name: Name,
  options: Options<Name>,
  env: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<Running<Name>> {
  const child = fork(ENTRY, [name, JSON.stringify(options ?? {})], {
    env: { ...process.env, ...env },
    execArgv: [...process.execArgv, ...nodeOptions],
    serialization: 'advanced',
  })
  const waiting = new Map<number, Waiting>()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilReady(child, name)
  child.on('message', (message: FromChild) => settle(message, waiting))
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with status ${String(code)}`))
  })
  return {
    call: callsOf(child, waiting) as Remote<Name>,
    stop: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

function untilReady(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`${name} ended with status ${String(code)} before it was ready`)))
  })
}

function settle(message: FromChild, waiting: Map<number, Waiting>): void {
  if (message.type === 'ready') return
  const one = waiting.get(message.call)
  waiting.delete(message.call)
  if (message.type === 'result') one?.resolve(message.result)
  else one?.reject(new Error(message.error))
}

/** Any method name becomes a message; the types come from the program itself. */
function callsOf(child: ChildProcess, waiting: Map<number, Waiting>): object {
  let calls = 0
  return new Proxy(
    {},
    {
      // Every method but `then`, or `await` would take the object for a promise.
      get: (_, method) =>
        method === 'then'
          ? undefined
          : (argument: unknown) =>
              new Promise((resolve, reject) => {
                const call = calls++
                waiting.set(call, { resolve, reject })
                child.send({ call, method: String(method), argument })
              }),
    },
  )
}
