import { useQuery } from '@tanstack/react-query'
import { Light } from '../../../components/light.tsx'
import { Read } from '../../../components/read.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { formatDuration } from '../../../lib/time/format-time.ts'
import { platformInfo } from '../../../resources/platform.ts'
import { words } from '../words.ts'
import { Panel } from './panel.tsx'
import styles from './services-panel.module.css'

const SERVICES = ['database', 'graph_store', 'cache', 'message_broker'] as const

/** Whether what Heddle needs works, and since when it was looked at. */
export function ServicesPanel() {
  const found = useQuery(platformInfo(useHeddle()))
  return (
    <Panel title={words.services.title}>
      <Read of={found} failure={words.services.failure} permission="administrators">
        {({ version, controller_version: model, checks }) => (
          <>
            <dl className={styles.services}>
              {SERVICES.map((name) => {
                const { status, latency_ms: ms, detail } = checks[name]
                return (
                  <div key={name}>
                    <dt>{words.services.names[name]}</dt>
                    <dd>
                      <Light color={status === 'healthy' ? 'ok' : 'bad'} text={words.services[status]} />
                      <span className={styles.quiet}>{detail ?? formatDuration(ms)}</span>
                    </dd>
                  </div>
                )
              })}
            </dl>
            <p className={styles.quiet}>
              {words.services.version(version)} ·{' '}
              {model === null ? words.services.noModel : words.services.model(model)}
            </p>
          </>
        )}
      </Read>
    </Panel>
  )
}
