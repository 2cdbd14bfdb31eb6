import { Fact } from '../../../components/fact.tsx'
import { Light, type LightColor } from '../../../components/light.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { words } from '../words.ts'
import styles from './collector.module.css'

type Stream = Wire.AuditStream

const COLORS: Readonly<Record<Stream['state'], LightColor>> = {
  ok: 'ok',
  failing: 'bad',
  held: 'warn',
  starting: 'off',
}

/** One collector: whether it takes records, why not, and what waits for it. */
export function Collector({ stream }: { readonly stream: Stream }) {
  const { target, address, state } = stream
  return (
    <section className={styles.collector} aria-labelledby={`collector-${target}`}>
      <h2 id={`collector-${target}`}>{words.collectorNames[target]}</h2>
      <p className={styles.state}>
        <Light color={COLORS[state]} text={words.collectorStates[state]} />
        <code>{address}</code>
      </p>
      <Reason stream={stream} />
      <Facts stream={stream} />
    </section>
  )
}

function Reason({ stream: { state, last_error: error, failing_since: since } }: { readonly stream: Stream }) {
  if (state === 'held') return <p className={styles.reason}>{words.heldText}</p>
  if (error === null || since === null) return null
  return (
    <p className={styles.reason}>
      {error} {words.since} <TimeText at={since} />
    </p>
  )
}

function Facts({ stream }: { readonly stream: Stream }) {
  const { waiting, waiting_is_exact: isExact, lag_seconds: lag, last_sent_at: sentAt, sent, refused, lost } = stream
  const { collectorFacts: facts } = words
  return (
    <dl className={styles.facts}>
      <Fact name={facts.waiting} value={words.waitingRows(waiting, isExact)} />
      {waiting > 0 && <Fact name={facts.oldest} value={words.waited(lag)} />}
      <Fact name={facts.lastSent} value={sentAt === null ? words.neverSent : <TimeText at={sentAt} />} />
      <Fact name={facts.sent} value={formatNumber(sent)} />
      {refused > 0 && <Fact name={facts.refused} value={<Light color="warn" text={formatNumber(refused)} />} />}
      {lost > 0 && <Fact name={facts.lost} value={<Light color="bad" text={formatNumber(lost)} />} />}
    </dl>
  )
}
