import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Light } from '../../../components/light.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { newestRequests } from '../api.ts'
import { provenIn, waitingFor } from '../requests.ts'
import { words } from '../words.ts'
import styles from './changes-panel.module.css'
import { Panel } from './panel.tsx'

/** Requests that this user may approve, until somebody has; nothing at all where there are none. */
export function WaitingPanel() {
  const { data } = useQuery(newestRequests(useHeddle()))
  const mayApprove = useMay('automation.approve_request')
  const profile = useProfile()
  const waiting = mayApprove ? waitingFor(data ?? [], profile) : []
  if (waiting.length === 0) return null
  return (
    <Panel title={words.waiting.title}>
      <ul className={styles.list}>
        {waiting.map((request) => (
          <RequestLine key={request.id} request={request} at={request.created_at}>
            <Light color="warn" text={words.waiting.light} />
            <RequestLink request={request} text={words.waiting.asks(request)} />
          </RequestLine>
        ))}
      </ul>
    </Panel>
  )
}

/** What the newest job whose result was checked has done: the rows are gone, or there. */
export function ProofPanel() {
  const { data } = useQuery(newestRequests(useHeddle()))
  const request = provenIn(data ?? [])
  if (!request) return null
  const { rows, status } = request.verification
  const held = rows.filter(({ holds }) => holds).length
  return (
    <Panel title={words.proof.title}>
      <ul className={styles.list}>
        <RequestLine request={request} at={request.verification.checked_at ?? request.created_at}>
          <Light
            color={status === 'holds' ? 'ok' : 'bad'}
            text={status === 'holds' ? words.proof.holds : words.proof.differs}
          />
          <RequestLink
            request={request}
            text={words.proof.text(request.template_name, held, rows.length, request.verification.expect)}
          />
        </RequestLine>
      </ul>
    </Panel>
  )
}

type LineProps = {
  readonly request: Wire.AutomationRequest
  readonly at: string
  readonly children: ReactNode
}

const RequestLine = ({ at, children }: LineProps) => (
  <li className={styles.change}>
    {children}
    <span className={styles.when}>
      <TimeText at={at} />
    </span>
  </li>
)

const RequestLink = ({ request, text }: { readonly request: Wire.AutomationRequest; readonly text: string }) => (
  <Link to="/automation/requests/$id" params={{ id: request.id }} className={styles.title} dir="auto">
    {text}
  </Link>
)
