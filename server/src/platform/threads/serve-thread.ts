import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { collectAtRest } from '../../kernel/collect-at-rest.ts'
import { pointStacksAtSources } from '../../kernel/mapped-stacks.ts'
import type { Functions, Host, Implemented } from './calls.ts'
import { giveWay } from './give-way.ts'
import {
  answer,
  type AnswerMessage,
  type CallMessage,
  PendingCalls,
  type Port,
  post,
  type ThreadUsage,
} from './messages.ts'

type AnyFunction = (input: unknown, host: unknown) => unknown

/** The program of a worker thread: performs the calls that its host makes through `openThread`. */
export function serveThread<Calls extends Functions>(functions: Implemented<Calls>): void {
  giveWay()
  pointStacksAtSources()
  collectAtRest()
  const parent = parentPort!
  // A thread's port takes a list that it may change, a host's one that it may not.
  const port: Port = { postMessage: (message, transfer = []) => parent.postMessage(message, [...transfer]) }
  const asked = new PendingCalls()

  const hostOf = (of: number): Host<Functions> => ({
    ask: async (name, input) =>
      await asked.add((id) => post(port, input, (value) => ({ of, id, name, input: value })), undefined).answered,
    send: (name, input) => post(port, input, (value) => ({ of, name, input: value })),
  })

  parent.on('message', (message: CallMessage | AnswerMessage) => {
    if ('answer' in message) asked.settle(message)
    // The caller's side, `openThread`, is where the types are checked.
    else
      void answer(
        port,
        message.id,
        () => (functions[message.name] as AnyFunction)(message.input, hostOf(message.id)),
        ownUsage,
      )
  })
}

function ownUsage(): ThreadUsage {
  const { user, system } = process.threadCpuUsage()
  return { cpuMs: (user + system) / 1_000, heapBytes: getHeapStatistics().total_heap_size }
}
