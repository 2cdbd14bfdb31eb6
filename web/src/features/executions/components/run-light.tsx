import { Light } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'

type Shown = Pick<Wire.ExecutionLogItem, 'status' | 'reason' | 'started_at' | 'expectation'>

const COLORS = { success: 'ok', running: 'busy', failure: 'bad', timeout: 'bad' } as const

/** How a run ended, or that it goes on. */
export function RunLight({ run }: { readonly run: Shown }) {
  if (run.reason === 'cancelled') return <Light color="off" text="cancelled" />
  if (run.status === 'running' && run.started_at === null) return <Light color="off" text="queued" />
  // It ended well, and still somebody has to look.
  if (run.status === 'success' && run.expectation?.status === 'failed')
    return <Light color="bad" text={words.unexpected} />
  if (run.status === 'success' && run.expectation?.status === 'look') return <Light color="warn" text={words.look} />
  if (run.status === 'success' && run.expectation?.status === 'waived') return <Light color="off" text={words.waived} />
  if (run.status === 'success' && run.expectation?.status === 'not_applicable')
    return <Light color="off" text={words.notApplicable} />
  return <Light color={COLORS[run.status]} text={run.status} />
}
