import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Light, type LightColor } from '../../../components/light.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { budgetOf } from '../api.ts'
import { words } from '../words.ts'
import styles from './budget-dialog.module.css'

type Props = { readonly connection: Wire.ControllerConnection; readonly onClose: () => void }

/** What all processes together ask of a controller now, and what waits. */
export function BudgetDialog({ connection: { id, name }, onClose }: Props) {
  const found = useQuery(budgetOf(useHeddle(), id))
  return (
    <Dialog title={words.budgetTitle(name)} isOpen onClose={onClose}>
      {found.error && (
        <ErrorState what={words.budgetFailure} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && <BudgetFacts budget={found.data} />}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {words.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function BudgetFacts({ budget }: { readonly budget: Wire.ConnectionBudget }) {
  const { effective, in_flight, requests_last_minute, waiting, refusals, shared_with, counted_over } = budget
  const [color, verdict] = verdictOf(budget)
  return (
    <>
      <p role="status">
        <Light color={color} text={verdict} />
      </p>
      <dl className={styles.facts}>
        <Fact name={words.inFlight} value={words.ofLimit(in_flight, effective.max_parallel_requests)} />
        <Fact
          name={words.lastMinute}
          value={
            effective.max_requests_per_minute === null
              ? formatNumber(requests_last_minute)
              : words.ofLimit(requests_last_minute, effective.max_requests_per_minute)
          }
        />
        <Fact name={words.waitingRequests} value={words.waitingOf(waiting.requests, waiting.runs)} />
        <Fact name={words.longestWait} value={waiting.requests === 0 ? '–' : formatDuration(waiting.longest_wait_ms)} />
        <Fact name={words.refused} value={formatNumber(refusals.last_hour)} />
        <Fact name={words.lastRefusal} value={<TimeText at={refusals.last_at} />} />
      </dl>
      {shared_with.length > 0 && <p className={styles.note}>{words.sharedWith(shared_with.length)}</p>}
      {counted_over === 'this_process' && <p className={styles.note}>{words.countedAlone}</p>}
    </>
  )
}

function verdictOf({ in_flight, waiting, refusals }: Wire.ConnectionBudget): readonly [LightColor, string] {
  if (refusals.last_hour > 0) return ['warn', words.controllerRefuses]
  if (waiting.requests > 0) return ['busy', words.runsWait]
  return in_flight > 0 ? ['ok', words.inUse] : ['off', words.unused]
}
