import type { LightColor } from '../../components/light.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { words } from './words.ts'

type Shown = Pick<Wire.AutomationRequest, 'status' | 'approval' | 'cancel_requested'>
type State = { readonly color: LightColor; readonly text: string }

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled'])
export const hasEnded = (status: Wire.AutomationRequest['status']): boolean => ENDED.has(status)

export const isWaiting = ({ status, approval }: Pick<Shown, 'status' | 'approval'>): boolean =>
  approval?.status === 'waiting' && !hasEnded(status)

const REQUEST_COLORS = { pending: 'off', running: 'busy', succeeded: 'ok', failed: 'bad', cancelled: 'off' } as const

/** How a request is, in a word; one that waits for a person says so. */
export function stateOfRequest(request: Shown): State {
  if (isWaiting(request)) return { color: 'warn', text: words.waiting }
  if (request.status === 'cancelled' && request.approval?.status === 'declined')
    return { color: 'off', text: words.declined }
  if (request.cancel_requested && !hasEnded(request.status)) return { color: 'busy', text: words.stopping }
  return { color: REQUEST_COLORS[request.status], text: words.statuses[request.status] }
}

const EXECUTION_COLORS = {
  pending: 'off',
  running: 'busy',
  successful: 'ok',
  failed: 'bad',
  error: 'bad',
  cancelled: 'off',
} as const

export const stateOfExecution = ({
  status,
  launch_uncertain: isUncertain,
}: Pick<Wire.AutomationExecution, 'status' | 'launch_uncertain'>): State =>
  isUncertain
    ? { color: 'warn', text: words.uncertain }
    : { color: EXECUTION_COLORS[status], text: words.jobStatuses[status] }

const CHECK_COLORS = { pending: 'busy', holds: 'ok', differs: 'bad', failed: 'warn' } as const

/** What the source says now, in numbers where there are any. */
export function stateOfCheck({ status, expect, rows }: Wire.Verification): State {
  const good = rows.filter(({ holds }) => holds).length
  return {
    color: CHECK_COLORS[status],
    text:
      status === 'holds' || status === 'differs' ? words.checked[expect](good, rows.length) : words.checkStates[status],
  }
}
