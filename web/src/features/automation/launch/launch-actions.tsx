import { useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { usePageActions } from '../../../components/page-actions.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from '../launch-words.ts'
import { DryRunDialog } from './dry-run-dialog.tsx'
import { rowsOf, type Sheet } from './sheet.ts'
import type { RowCheck } from './use-row-check.ts'

type Props = {
  readonly template: Wire.AutomationTemplate
  readonly sheet: Sheet
  readonly comment: string
  readonly check: RowCheck
  readonly onLaunched: () => void
}

/** What would be launched, and launching it: off until the rows have no faults. */
export function LaunchActions({ template, sheet, comment, check, onLaunched }: Props) {
  const { templates } = useHeddle().automation
  const cache = useQueryClient()
  const [isShown, setIsShown] = useState(false)
  const launch = useWrite({
    mutationFn: () => {
      const { rows } = rowsOf(
        sheet,
        template.schema.map(({ name }) => name),
      )
      return templates.launch(template.id, { rows: [...rows], ...(comment !== '' && { comment }) })
    },
    onSuccess: async () => {
      onLaunched()
      await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    },
    next: ({ id }) => linkOptions({ to: '/automation/requests/$id', params: { id } }),
    onError: (error) => toastFailure(words.notLaunched, error, { onRetry: () => launch.mutate() }),
  })
  const impossible = whyNot(check) ?? (launch.isPending ? words.launching : undefined)
  usePageActions(
    impossible === undefined ? [{ id: 'launch', text: words.launch, onSelect: () => launch.mutate() }] : [],
  )
  return (
    <>
      <Button impossible={whyNot(check)} onClick={() => setIsShown(true)}>
        {words.dryRun}
      </Button>
      <Button look="primary" impossible={impossible} onClick={() => launch.mutate()}>
        {words.launch}
      </Button>
      {isShown && check.plan && <DryRunDialog plan={check.plan} onClose={() => setIsShown(false)} />}
    </>
  )
}

function whyNot({ count, plan, faults, isChecking }: RowCheck): string | undefined {
  if (count === 0) return words.launchFirst.nothing
  if (isChecking) return words.launchFirst.checking
  return faults.length > 0 || plan === undefined ? words.launchFirst.faults : undefined
}
