import type { Cutter, createCutter } from './cutter.ts'
import type { createDiffer, Differ } from './differ.ts'
import type { createDnLister, DnLister } from './dn-lister.ts'
import type { createFinder, Finder } from './finder.ts'
import type { createUnneededChunks, UnneededChunks } from './unneeded-chunks.ts'

/** The tools that a thread can create: what each is started with, and the methods it has. */
export type Tools = {
  cutter: { start: Parameters<typeof createCutter>[0]; tool: Cutter }
  differ: { start: Parameters<typeof createDiffer>[0]; tool: Differ }
  dnLister: { start: Parameters<typeof createDnLister>[0]; tool: DnLister }
  finder: { start: Parameters<typeof createFinder>[0]; tool: Finder }
  unneededChunks: { start: Parameters<typeof createUnneededChunks>[0]; tool: UnneededChunks }
}
export type ToolName = keyof Tools

export type ToThread = { readonly id: number; readonly session: number } & (
  | { readonly type: 'open'; readonly tool: ToolName; readonly start: unknown }
  | { readonly type: 'call'; readonly method: string; readonly input: unknown }
  | { readonly type: 'close' }
)
export type FromThread = { readonly id: number } & ({ readonly value: unknown } | { readonly error: unknown })
