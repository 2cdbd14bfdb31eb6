import type { createCaptureJudge } from './judge-captures.ts'
import type { createRowCheck } from './check-rows.ts'
import type { createRowChoice } from './choose-rows.ts'
import type { createRowJudge } from './judge-rows.ts'

type Tool<Make extends (start: never) => unknown> = { start: Parameters<Make>[0]; tool: ReturnType<Make> }

/** What a thread can be opened with, and the methods it then has. Another one is a line here and one in the program. */
export type RowTools = {
  check: Tool<typeof createRowCheck>
  choice: Tool<typeof createRowChoice>
  judge: Tool<typeof createRowJudge>
  captures: Tool<typeof createCaptureJudge>
}
export type RowToolName = keyof RowTools

/** One tool at a time; `RowWork.use` gives its calls their types. */
export type RowWorkCalls = {
  open: (order: { readonly tool: RowToolName; readonly start: unknown }) => void
  call: (order: { readonly method: string; readonly input: unknown }) => unknown
  close: (order: undefined) => void
}
