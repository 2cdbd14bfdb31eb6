import type { LightColor } from '../../components/light.tsx'
import type { Wire } from '../../lib/api/wire.ts'
import { words as runWords } from './page-words.ts'
import { words } from './words.ts'

type State = { readonly color: LightColor; readonly text: string }

export function stateOfSchedule({ enabled, paused, running }: Wire.ScheduledTask): State {
  if (running) return { color: 'busy', text: words.states.running }
  if (paused) return { color: 'warn', text: words.states.paused }
  return enabled ? { color: 'ok', text: words.states.on } : { color: 'off', text: words.states.off }
}

const COLORS = { running: 'busy', success: 'ok', failure: 'bad', timeout: 'bad', cancelled: 'off' } as const

export const stateOfRun = ({ status }: Pick<Wire.ScheduledExecution, 'status'>): State => ({
  color: COLORS[status],
  text: runWords.statuses[status],
})

const VERDICTS = { passed: 'ok', failed: 'bad', look: 'warn', waived: 'off', not_applicable: 'off' } as const

export const verdictOf = ({ status }: NonNullable<Wire.ScheduledExecution['expectation']>): State => ({
  color: VERDICTS[status],
  text: runWords.expectations[status],
})

const A_MINUTE = 60_000

/** Whole minutes between when a run was due and when it began. */
export const minutesLate = ({
  scheduled_for: due,
  started_at: began,
}: Pick<Wire.ScheduledExecution, 'scheduled_for' | 'started_at'>): number =>
  Math.max(0, Math.floor((Date.parse(began) - Date.parse(due)) / A_MINUTE))
