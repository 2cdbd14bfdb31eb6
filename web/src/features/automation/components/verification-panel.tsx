import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { stateOfCheck } from '../request-states.ts'
import styles from './request.module.css'
import { VerifyButton } from './verify-button.tsx'

/** Whether the source now says what the request was for. */
export function VerificationPanel({ request }: { readonly request: Wire.AutomationRequestDetail }) {
  const { verification, verifications } = request
  if (verification === null) return null
  return (
    <section aria-label={words.verification} className={styles.panel}>
      <h2>{words.verification}</h2>
      <Outcome check={verification} />
      {verification.status === 'pending' && <span className={styles.minor}>{words.verificationPending}</span>}
      <VerifyButton request={request} />
      {verifications.length > 0 && (
        <details className={styles.earlier}>
          <summary>{words.earlierChecks(verifications.length)}</summary>
          <ol>
            {verifications.map((check, index) => (
              <li key={index}>
                <Outcome check={check} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

const Outcome = ({ check }: { readonly check: Wire.Verification }) => (
  <span className={styles.buttons}>
    <Light {...stateOfCheck(check)} />
    {check.checked_at !== null && (
      <span className={styles.minor}>
        {words.checkedAt} <TimeText at={check.checked_at} />
      </span>
    )}
    {check.execution !== null && (
      <Link to="/queries/execution-logs/$id" params={{ id: check.execution }}>
        {words.checkedRun}
      </Link>
    )}
    {check.blame && <Authors blame={check.blame} />}
    {check.error !== null && <span className={styles.fault}>{check.error}</span>}
  </span>
)

/** Who changed rows between the launch and the check, by the audit log of the controller. */
const Authors = ({ blame }: { readonly blame: Wire.VerificationBlame }) => (
  <span>
    {words.changedBy} {words.authors(blame.people, blame.nobody, blame.unknown)}
    {blame.message !== null && <span className={styles.minor}> {blame.message}</span>}
  </span>
)
