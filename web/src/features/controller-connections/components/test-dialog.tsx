import { StepTestDialog } from '../../../components/connections/test-dialog.tsx'
import styles from '../../../components/connections/test-dialog.module.css'
import { TestFailed, TestPassed } from '../../../components/connections/test-facts.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Light } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { words } from '../words.ts'

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
export function TestDialog({ connection, reply, ...rest }: Props) {
  const exposure = exposureOf(connection)
  const steps = STEPS.map((name) => ({
    name,
    text: words.steps[name],
    warning: name === 'tls' && exposure ? words.exposures[exposure] : undefined,
  }))
  return (
    <StepTestDialog
      {...rest}
      title={words.testTitle(connection.name)}
      steps={steps}
      reply={reply}
      asking={words.asking}
      outcome={
        reply && (
          <>
            <Outcome reply={reply} />
            {reply.certificate && <Certificate shown={reply.certificate} />}
          </>
        )
      }
    >
      {reply?.hosts && <Hosts hosts={reply.hosts} />}
    </StepTestDialog>
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

function Outcome({ reply }: { readonly reply: Wire.ConnectionTestReply }) {
  if (reply.status === 'failure') {
    const failed = reply.step === 'turn' ? 'turn' : failedStep(reply)
    return <TestFailed message={reply.message} remedy={failed && words.remedies[failed]} />
  }
  const { release, cluster_size, latency_ms } = reply
  return (
    <TestPassed
      facts={[
        [words.learnt.release, release],
        [words.learnt.cluster, cluster_size === undefined ? undefined : formatNumber(cluster_size)],
        [words.learnt.latency, latency_ms === undefined ? undefined : formatDuration(latency_ms)],
      ]}
    />
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
