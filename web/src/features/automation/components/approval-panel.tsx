import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AUTOMATION_KEY } from '../api.ts'
import { words } from '../words.ts'
import { isWaiting } from '../request-states.ts'
import styles from './request.module.css'

type Props = { readonly request: Wire.AutomationRequestDetail }
type Decision = 'approve' | 'decline'

/** Who asks for what, and the two answers for those who may give them; later, who gave which. */
export function ApprovalPanel({ request }: Props) {
  if (request.approval === null) return null
  return isWaiting(request) ? <Waiting request={request} /> : <Decided approval={request.approval} />
}

function Waiting({ request }: Props) {
  const { username, is_superuser: isSuperuser } = useProfile()
  const mayApprove = useMay('automation.approve_request')
  const [decision, setDecision] = useState<Decision>()
  const isOwn = request.user === username && !isSuperuser
  const { user, row_count, execution_count, template_name } = request
  return (
    <section aria-label={words.approval} className={`${styles.panel} ${styles.asks}`}>
      <div className={styles.text}>
        <p>
          {words.asks(user)} <strong>{words.willDo(row_count, execution_count, template_name)}</strong>
        </p>
        <p className={styles.minor}>
          {mayApprove && !isOwn ? words.lookAtRows : isOwn ? words.ownRequest : words.approvers}
        </p>
      </div>
      {mayApprove && !isOwn && (
        <div className={styles.buttons}>
          <Button onClick={() => setDecision('decline')}>{words.decline}</Button>
          <Button look="primary" onClick={() => setDecision('approve')}>
            {words.approve}
          </Button>
        </div>
      )}
      {decision && <DecisionDialog request={request} decision={decision} onClose={() => setDecision(undefined)} />}
    </section>
  )
}

type DialogProps = Props & { readonly decision: Decision; readonly onClose: () => void }

function DecisionDialog({ request, decision, onClose }: DialogProps) {
  const { requests } = useHeddle().automation
  const cache = useQueryClient()
  const [note, setNote] = useState('')
  const decide = useWrite({
    mutationFn: () => requests[decision](request.id, note === '' ? {} : { note }),
    onSuccess: onClose,
    // Somebody else may have decided meanwhile.
    onSettled: () => cache.invalidateQueries({ queryKey: AUTOMATION_KEY }),
  })
  const faults = formFaults(decide.error, ['note'])
  const isApproval = decision === 'approve'
  return (
    <FormDialog
      title={isApproval ? words.approveTitle : words.declineTitle}
      sending={decide}
      faults={faults.general}
      verb={isApproval ? words.approve : words.decline}
      look={isApproval ? 'primary' : 'danger'}
      leave={words.back}
      isDirty={note !== '' && !decide.isSuccess}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <p>
        {isApproval
          ? words.willDo(request.row_count, request.execution_count, request.template_name)
          : words.declineText}
      </p>
      <TextField
        label={words.note}
        value={note}
        maxLength={10_000}
        data-autofocus
        faults={faults.of('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const Decided = ({ approval }: { readonly approval: NonNullable<Wire.AutomationRequest['approval']> }) => (
  <section aria-label={words.approval} className={styles.panel}>
    <h2>{words.approval}</h2>
    <span>
      {words.decided[approval.status]} {approval.decided_by}
    </span>
    {approval.decided_at !== null && (
      <span className={styles.minor}>
        <TimeText at={approval.decided_at} />
      </span>
    )}
    {approval.note !== '' && <span dir="auto">{approval.note}</span>}
  </section>
)
