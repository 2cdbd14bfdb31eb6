import type { Cutter, CutterStart } from './cutter.ts'
import type { createDiffer, Differ } from './differ.ts'
import type { createDnLister, DnLister } from './dn-lister.ts'
import type { createFinder, Finder } from './finder.ts'
import type { createUnneededChunks, UnneededChunks } from './unneeded-chunks.ts'

/** The tools that a thread can create: what each is started with, and the methods it has. */
export type Tools = {
  cutter: { start: CutterStart; tool: Cutter }
  differ: { start: Parameters<typeof createDiffer>[0]; tool: Differ }
  dnLister: { start: Parameters<typeof createDnLister>[0]; tool: DnLister }
  finder: { start: Parameters<typeof createFinder>[0]; tool: Finder }
  unneededChunks: { start: Parameters<typeof createUnneededChunks>[0]; tool: UnneededChunks }
}
export type ToolName = keyof Tools

/** A session is a tool that keeps its state in the thread; `Threads.open` gives its calls their types. */
export type ArchiveCalls = {
  open: (order: { readonly session: number; readonly tool: ToolName; readonly start: unknown }) => void
  call: (order: { readonly session: number; readonly method: string; readonly input: unknown }) => unknown
  close: (session: number) => void
}
