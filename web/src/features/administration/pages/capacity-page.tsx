import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatBytes } from '../../../lib/i18n/bytes.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { platformInfo } from '../../../resources/platform.ts'
import { capacity } from '../api.ts'
import { words } from '../capacity-words.ts'
import styles from '../components/administration.module.css'
import { ControllerTable, QueueTable, ThreadTable } from '../components/capacity-tables.tsx'
import { words as pageWords } from '../words.ts'

/** Whether there is enough of everything, at this moment. */
export function CapacityPage() {
  const heddle = useHeddle()
  const found = useQuery(capacity(heddle))
  const health = useQuery(platformInfo(heddle))
  return (
    <Page title={words.title} trail={<Link to="/administration">{pageWords.area}</Link>}>
      <Read of={health} failure={words.healthFailure} permission="administrators">
        {(info) => <Services info={info} />}
      </Read>
      <Read of={found} failure={words.failure} permission="administrators" goesStale>
        {(now) => (
          <>
            <Data now={now} info={health.data} />
            <Process process={now.process} />
            <ThreadTable threads={now.process.threads} />
            <QueueTable queues={now.queues} />
            <ControllerTable controllers={now.controllers} />
          </>
        )}
      </Read>
    </Page>
  )
}

const SERVICES = ['database', 'graph_store', 'cache', 'message_broker'] as const

const Services = ({ info: { checks } }: { readonly info: Wire.PlatformInfo }) => (
  <section className={styles.section} aria-label={words.services}>
    <h2>{words.services}</h2>
    <dl className={styles.facts}>
      {SERVICES.map((name) => {
        const { status, latency_ms: ms, detail } = checks[name]
        const isHealthy = status === 'healthy'
        return (
          <Fact
            key={name}
            name={words.names[name]}
            value={
              <Light color={isHealthy ? 'ok' : 'bad'} text={isHealthy ? words.healthy(ms) : words.unhealthy(detail)} />
            }
          />
        )
      })}
    </dl>
  </section>
)

type DataProps = { readonly now: Wire.Capacity; readonly info: Wire.PlatformInfo | undefined }

const Data = ({ now: { database, last_backup: backup }, info }: DataProps) => (
  <section className={styles.section} aria-label={words.versions}>
    <h2>{words.versions}</h2>
    <dl className={styles.facts}>
      {info && <Fact name={words.version} value={info.version} />}
      {info && <Fact name={words.model} value={info.controller_version ?? words.noModel} />}
      <Fact name={words.databaseSize} value={`${words.kinds[database.kind]}, ${formatBytes(database.size_bytes)}`} />
      <Fact name={words.lastBackup} value={backup === null ? words.noBackup : <TimeText at={backup.taken_at} />} />
    </dl>
  </section>
)

const Process = ({ process }: { readonly process: Wire.Capacity['process'] }) => (
  <section className={styles.section} aria-label={words.process}>
    <h2>{words.process}</h2>
    <p>{words.processNote}</p>
    <dl className={styles.facts}>
      <Fact name={words.role} value={process.role} />
      <Fact name={words.uptime} value={formatDuration(process.uptime_seconds * 1000)} />
      <Fact
        name={words.memory}
        value={words.bytesOf(formatBytes(process.memory_used_bytes), formatBytes(process.memory_limit_bytes))}
      />
      <Fact name={words.waitingForMemory} value={process.runs_waiting_for_memory} />
      <Fact
        name={words.connections}
        value={`${words.ofMost(process.database.connections_in_use, process.database.connections_limit)}, ${words.waitingCallers(process.database.callers_waiting)}`}
      />
      <Fact
        name={words.clock}
        value={process.clock_ahead_ms === null ? words.unmeasured : `${process.clock_ahead_ms} ms`}
      />
    </dl>
  </section>
)
