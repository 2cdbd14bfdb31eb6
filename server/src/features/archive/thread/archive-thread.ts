import { parentPort } from 'node:worker_threads'
import { createCutter } from './cutter.ts'
import { createDiffer } from './differ.ts'
import { createDnLister } from './dn-lister.ts'
import { createFinder } from './finder.ts'
import { createUnneededChunks } from './unneeded-chunks.ts'
import type { FromThread, ToolName, ToThread, Tools } from './thread-messages.ts'

type Methods = Readonly<Record<string, (input: unknown) => unknown>>

const MAKERS: { readonly [Name in ToolName]: (start: Tools[Name]['start']) => Tools[Name]['tool'] } = {
  cutter: createCutter,
  differ: createDiffer,
  dnLister: createDnLister,
  finder: createFinder,
  unneededChunks: createUnneededChunks,
}
const sessions = new Map<number, Methods>()

parentPort!.on('message', (message: ToThread) => parentPort!.postMessage(answer(message)))

function answer(message: ToThread): FromThread {
  try {
    return { id: message.id, value: perform(message) }
  } catch (error) {
    return { id: message.id, error }
  }
}

function perform(message: ToThread): unknown {
  if (message.type === 'call') return sessions.get(message.session)![message.method]!(message.input)
  if (message.type === 'close') sessions.delete(message.session)
  else sessions.set(message.session, make(message.tool, message.start))
  return undefined
}

/** The caller's side, `Threads.open`, is where the types are checked. */
function make(tool: ToolName, start: unknown): Methods {
  return (MAKERS[tool] as unknown as (start: unknown) => Methods)(start)
}
