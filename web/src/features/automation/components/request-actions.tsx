import { useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { usePageActions } from '../../../components/page-actions.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useMayChangeOf } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from '../words.ts'
import { hasEnded } from '../request-states.ts'
import { VerifyButton } from './verify-button.tsx'

type Props = { readonly request: Wire.AutomationRequestDetail }

/** What one can do with a request: stop it while it goes on; afterwards check, prove and repeat it. */
export function RequestActions({ request }: Props) {
  if (!hasEnded(request.status)) return <CancelRequest request={request} />
  return (
    <>
      {request.verification === null && <VerifyButton request={request} />}
      <Proof id={request.id} />
      <Relaunch request={request} />
    </>
  )
}

function CancelRequest({ request }: Props) {
  const { requests } = useHeddle().automation
  const cache = useQueryClient()
  const mayCancel = useMay('automation.cancel_request')
  const mayChangeOf = useMayChangeOf()
  const [isOpen, setIsOpen] = useState(false)
  const cancel = useWrite({
    mutationFn: () => requests.cancel(request.id),
    onSuccess: () => setIsOpen(false),
    onSettled: () => cache.invalidateQueries({ queryKey: AUTOMATION_KEY }),
  })
  if (!mayCancel || !mayChangeOf(request.user)) return null
  return (
    <>
      <Button impossible={request.cancel_requested ? words.cancelling : undefined} onClick={() => setIsOpen(true)}>
        {words.cancel}
      </Button>
      {isOpen && (
        <FormDialog
          title={words.cancelTitle}
          sending={cancel}
          faults={formFaults(cancel.error, []).general}
          verb={words.cancel}
          look="danger"
          leave={words.keep}
          onSubmit={() => cancel.mutate()}
          onClose={() => setIsOpen(false)}
        >
          <p>{words.cancelText}</p>
        </FormDialog>
      )}
    </>
  )
}

function Proof({ id }: { readonly id: string }) {
  const heddle = useHeddle()
  const handleOpen = () =>
    void openProof(heddle, id).catch((error: unknown) => toastFailure(words.notOpened, error as Error))
  usePageActions([{ id: 'request-proof', text: words.proof, onSelect: handleOpen }])
  return <Button onClick={handleOpen}>{words.proof}</Button>
}

/** A page of its own, which prints. */
async function openProof(heddle: Heddle, id: string): Promise<void> {
  const { ticket } = await heddle.wsTicket()
  open(`/api/automation/requests/${id}/proof/?format=html&ticket=${encodeURIComponent(ticket)}`, '_blank', 'noopener')
}

type Only = 'failed' | 'all'
const CHOICES = (['failed', 'all'] as const).map((value) => ({ value, label: words.relaunchChoices[value] }))

function Relaunch({ request }: Props) {
  const { requests } = useHeddle().automation
  const cache = useQueryClient()
  const mayLaunch = useMay('automation.launch_template')
  const hasFailed = request.status !== 'succeeded'
  const [isOpen, setIsOpen] = useState(false)
  const [only, setOnly] = useState<Only>(hasFailed ? 'failed' : 'all')
  const relaunch = useWrite({
    mutationFn: () => requests.relaunch(request.id, { only }),
    onSuccess: async () => {
      setIsOpen(false)
      await cache.invalidateQueries({ queryKey: AUTOMATION_KEY })
    },
    next: ({ id }) => linkOptions({ to: '/automation/requests/$id', params: { id } }),
  })
  if (!mayLaunch) return null
  return (
    <>
      <Button
        look={hasFailed ? 'primary' : 'default'}
        impossible={request.template === null ? words.templateGone : undefined}
        onClick={() => setIsOpen(true)}
      >
        {words.relaunch}
      </Button>
      {isOpen && (
        <FormDialog
          title={words.relaunchTitle}
          sending={relaunch}
          faults={formFaults(relaunch.error, []).general}
          verb={words.relaunch}
          leave={words.back}
          onSubmit={() => relaunch.mutate()}
          onClose={() => setIsOpen(false)}
        >
          {hasFailed && <RadioGroup label={words.relaunchOnly} choices={CHOICES} value={only} onChange={setOnly} />}
          <p>{words.relaunchText(only)}</p>
        </FormDialog>
      )}
    </>
  )
}
