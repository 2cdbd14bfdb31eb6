import { serveThread } from '../../../platform/threads/serve-thread.ts'
import { createCaptureJudge } from './judge-captures.ts'
import { createRowCheck } from './check-rows.ts'
import { createRowChoice } from './choose-rows.ts'
import { createRowJudge } from './judge-rows.ts'
import type { RowWorkCalls, RowToolName, RowTools } from './tools.ts'

type Methods = Readonly<Record<string, (input: unknown) => unknown>>

const MAKERS: { readonly [Name in RowToolName]: (start: RowTools[Name]['start']) => RowTools[Name]['tool'] } = {
  check: createRowCheck,
  choice: createRowChoice,
  judge: createRowJudge,
  captures: createCaptureJudge,
}
let opened: Methods | undefined

serveThread<RowWorkCalls>({
  open: ({ tool, start }) => {
    // The caller's side, `RowWork.use`, is where the types are checked.
    opened = (MAKERS[tool] as unknown as (start: unknown) => Methods)(start)
  },
  call: ({ method, input }) => opened![method]!(input),
  close: () => void (opened = undefined),
})
