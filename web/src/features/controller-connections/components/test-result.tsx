import { Dialog } from '../../../components/dialog.tsx'
import { Light, type LightColor } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import styles from './test-result.module.css'

const STEPS = ['address', 'tls', 'login', 'reading'] as const
type Step = (typeof STEPS)[number]
type Props = {
  readonly name: string
  readonly reply: Wire.ConnectionTestReply | undefined
  readonly error: Error | null
  readonly onClose: () => void
}

/** How far the test came, and what helps where it stopped. */
export function TestResult({ name, reply, error, onClose }: Props) {
  const failed = STEPS.find((step) => step === reply?.step)
  return (
    <Dialog title={`Test of “${name}”`} isOpen onClose={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {reply && (
        <>
          <ol className={styles.steps}>
            {STEPS.map((step) => (
              <li key={step}>
                <Light {...lightOf(step, reply.status, failed)} />
              </li>
            ))}
          </ol>
          <p role="status">{reply.status === 'success' ? `${words.works(reply.release, reply.latency_ms)}.` : reply.message}</p>
          {failed && <p className={styles.remedy}>{words.remedies[failed]}</p>}
          {reply.hosts && (
            <ul className={styles.hosts}>
              {reply.hosts.map(({ host, status, message }) => (
                <li key={host}>
                  <Light color={status === 'success' ? 'ok' : 'bad'} text={host} /> {message}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Dialog>
  )
}

function lightOf(
  step: Step,
  status: 'success' | 'failure',
  failed: Step | undefined,
): { readonly color: LightColor; readonly text: string } {
  const name = words.steps[step]
  if (status === 'success' || (failed && STEPS.indexOf(step) < STEPS.indexOf(failed))) return { color: 'ok', text: name }
  return step === failed ? { color: 'bad', text: `${name}: failed` } : { color: 'off', text: `${name}: not reached` }
}
