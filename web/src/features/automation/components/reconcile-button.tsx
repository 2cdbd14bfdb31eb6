import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from '../words.ts'
import { nameOfExecution } from './name-of-execution.ts'

/** For a launch whose answer was lost: its job may be there all the same. */
export function ReconcileButton({ execution }: { readonly execution: Wire.AutomationExecution }) {
  const { executions } = useHeddle().automation
  const cache = useQueryClient()
  const mayReconcile = useMay('automation.launch_template', 'automation.view_execution')
  const reconcile = useWrite({
    mutationFn: () => executions.reconcile(execution.id),
    onSuccess: async ({ automation_job_id: job, error }) => {
      if (job === null) toast(error ?? words.notFoundJob, { kind: 'failed' })
      else toast(words.reconciled)
      await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    },
    onError: (error) => toastFailure(words.notReconciled, error, { onRetry: () => reconcile.mutate() }),
  })
  if (!mayReconcile || !execution.launch_uncertain) return null
  return (
    <Button
      aria-label={words.reconcileOf(nameOfExecution(execution))}
      impossible={reconcile.isPending ? words.reconcile : undefined}
      onClick={() => reconcile.mutate()}
    >
      {words.reconcile}
    </Button>
  )
}
