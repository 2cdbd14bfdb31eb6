import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Light } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from '../words.ts'
import styles from './test-dialog.module.css'

const STEPS = ['address', 'tls', 'login', 'reading'] as const
type Step = (typeof STEPS)[number]

type Props = {
  readonly name: string
  /** Undefined while the controller is asked. */
  readonly reply: Wire.ConnectionTestReply | undefined
  readonly error: Error | null
  readonly onAgain: () => void
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

/** How far the test came, what it learnt, and what helps where it stopped. */
export function TestDialog({ name, reply, error, onAgain, onEdit, onClose }: Props) {
  const isPending = reply === undefined && error === null
  const isFailed = error !== null || reply?.status === 'failure'
  return (
    <Dialog title={words.testTitle(name)} isOpen onClose={onClose}>
      <Steps reply={reply} isPending={isPending} />
      <div role="status" className={styles.outcome}>
        {isPending && <p>{words.asking}</p>}
        {error && <p>{error.message}</p>}
        {reply && <Outcome reply={reply} />}
      </div>
      {reply?.hosts && <Hosts hosts={reply.hosts} />}
      <DialogActions>
        {isFailed && onEdit && <Button onClick={onEdit}>{words.edit}</Button>}
        <Button impossible={isPending ? words.testing : undefined} onClick={onAgain}>
          {words.testAgain}
        </Button>
        <Button look="primary" onClick={onClose}>
          {words.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Steps({
  reply,
  isPending,
}: {
  readonly reply: Wire.ConnectionTestReply | undefined
  readonly isPending: boolean
}) {
  return (
    <ol className={styles.steps}>
      {STEPS.map((step, index) => (
        <li key={step}>
          {isPending ? (
            <Light color={index === 0 ? 'busy' : 'off'} text={words.steps[step]} />
          ) : (
            <Light {...lightOf(step, reply?.status, failedStep(reply))} />
          )}
        </li>
      ))}
    </ol>
  )
}

const failedStep = (reply: Wire.ConnectionTestReply | undefined): Step | undefined =>
  STEPS.find((step) => step === reply?.step)

function lightOf(step: Step, status: 'success' | 'failure' | undefined, failed: Step | undefined) {
  const name = words.steps[step]
  if (status === 'success' || (failed && STEPS.indexOf(step) < STEPS.indexOf(failed)))
    return { color: 'ok', text: name } as const
  if (step === failed) return { color: 'bad', text: words.stepFailed(name) } as const
  return { color: 'off', text: words.stepNotReached(name) } as const
}

function Outcome({ reply }: { readonly reply: Wire.ConnectionTestReply }) {
  if (reply.status === 'failure') {
    const failed = reply.step === 'turn' ? 'turn' : failedStep(reply)
    return (
      <>
        <p>{reply.message}</p>
        {failed && <p className={styles.remedy}>{words.remedies[failed]}</p>}
      </>
    )
  }
  const { release, cluster_size, latency_ms } = reply
  const facts = [
    [words.learnt.release, release],
    [words.learnt.cluster, cluster_size === undefined ? undefined : formatNumber(cluster_size)],
    [words.learnt.latency, latency_ms === undefined ? undefined : formatDuration(latency_ms)],
  ] as const
  return (
    <>
      <p>{words.works}</p>
      <dl className={styles.facts}>
        {facts.map(([fact, value]) => value !== undefined && <Fact key={fact} name={fact} value={value} />)}
      </dl>
    </>
  )
}

const Hosts = ({ hosts }: { readonly hosts: NonNullable<Wire.ConnectionTestReply['hosts']> }) => (
  <section className={styles.hosts}>
    <h3>{words.addresses}</h3>
    <ul>
      {hosts.map(({ host, status, message }) => (
        <li key={host}>
          <Light color={status === 'success' ? 'ok' : 'bad'} text={host} />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  </section>
)
