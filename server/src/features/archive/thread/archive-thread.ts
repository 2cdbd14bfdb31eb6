import { serveThread } from '../../../platform/threads/serve-thread.ts'
import type { ArchiveCalls, ToolName, Tools } from './archive-calls.ts'
import { Cutter } from './cutter.ts'
import { createDiffer } from './differ.ts'
import { createDnLister } from './dn-lister.ts'
import { createFinder } from './finder.ts'
import { createUnneededChunks } from './unneeded-chunks.ts'

type Methods = Readonly<Record<string, (input: unknown) => unknown>>

const MAKERS: { readonly [Name in ToolName]: (start: Tools[Name]['start']) => Tools[Name]['tool'] } = {
  cutter: (start) => new Cutter(start),
  differ: createDiffer,
  dnLister: createDnLister,
  finder: createFinder,
  unneededChunks: createUnneededChunks,
}
const sessions = new Map<number, Methods>()

serveThread<ArchiveCalls>({
  open: ({ session, tool, start }) => void sessions.set(session, make(tool, start)),
  call: ({ session, method, input }) => sessions.get(session)![method]!(input),
  close: (session) => void sessions.delete(session),
})

/** The caller's side, `Threads.open`, is where the types are checked. */
function make(tool: ToolName, start: unknown): Methods {
  return (MAKERS[tool] as unknown as (start: unknown) => Methods)(start)
}
