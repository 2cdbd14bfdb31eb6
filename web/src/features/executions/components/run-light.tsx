import { Light } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'

const COLORS = { success: 'ok', running: 'busy', failure: 'bad', timeout: 'bad' } as const

/** How a run ended, or that it goes on. */
export function RunLight({ run }: { readonly run: Pick<Wire.ExecutionLogItem, 'status' | 'reason' | 'started_at'> }) {
  if (run.reason === 'cancelled') return <Light color="off" text="cancelled" />
  if (run.status === 'running' && run.started_at === null) return <Light color="off" text="queued" />
  return <Light color={COLORS[run.status]} text={run.status} />
}
