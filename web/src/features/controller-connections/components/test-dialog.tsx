import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Light } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from '../words.ts'
import styles from './test-dialog.module.css'

const STEPS = ['address', 'tls', 'login', 'reading'] as const
type Step = (typeof STEPS)[number]

type Props = {
  readonly connection: Pick<Wire.ControllerConnection, 'name' | 'host' | 'hosts' | 'verify_ssl'>
  /** Undefined while the controller is asked. */
  readonly reply: Wire.ConnectionTestReply | undefined
  readonly error: Error | null
  readonly onAgain: () => void
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

/** How far the test came, what it learnt, and what helps where it stopped. */
export function TestDialog({ connection, reply, error, onAgain, onEdit, onClose }: Props) {
  const isPending = reply === undefined && error === null
  const isFailed = error !== null || reply?.status === 'failure'
  return (
    <Dialog title={words.testTitle(connection.name)} isOpen onClose={onClose}>
      <Steps reply={reply} isPending={isPending} exposure={exposureOf(connection)} />
      <div role="status" className={styles.outcome}>
        {isPending && <p>{words.asking}</p>}
        {error && <p>{error.message}</p>}
        {reply && <Outcome reply={reply} />}
        {reply?.certificate && <Certificate shown={reply.certificate} />}
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
  exposure,
}: {
  readonly exposure: Exposure | undefined
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
            <Light {...lightOf(step, reply?.status, failedStep(reply), exposure)} />
          )}
        </li>
      ))}
    </ol>
  )
}

const failedStep = (reply: Wire.ConnectionTestReply | undefined): Step | undefined =>
  STEPS.find((step) => step === reply?.step)

type Exposure = 'plain' | 'unchecked'

/** Who could read the password on its way, although everything works. */
function exposureOf({ host, hosts, verify_ssl }: Props['connection']): Exposure | undefined {
  if ([host, ...hosts].some((address) => address.startsWith('http://'))) return 'plain'
  return verify_ssl ? undefined : 'unchecked'
}

function lightOf(
  step: Step,
  status: 'success' | 'failure' | undefined,
  failed: Step | undefined,
  exposure: Exposure | undefined,
) {
  const name = words.steps[step]
  if (status === 'success' || (failed && STEPS.indexOf(step) < STEPS.indexOf(failed)))
    return step === 'tls' && exposure
      ? ({ color: 'warn', text: words.exposures[exposure] } as const)
      : ({ color: 'ok', text: name } as const)
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

type ShownCertificate = NonNullable<Wire.ConnectionTestReply['certificate']>

/** For a person to compare with what the controller itself says. */
function Certificate({ shown }: { readonly shown: ShownCertificate }) {
  const { subject, issuer, until, sha256 } = words.certificate
  return (
    <dl className={styles.certificate}>
      <Fact name={subject} value={shown.subject} />
      <Fact name={issuer} value={shown.issuer} />
      <Fact name={until} value={<TimeText at={shown.valid_to} isAbsolute />} />
      <Fact name={sha256} value={<code>{shown.sha256}</code>} />
    </dl>
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
