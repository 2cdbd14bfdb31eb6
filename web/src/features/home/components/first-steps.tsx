import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { platformInfo } from '../../../resources/platform.ts'
import { recentRuns } from '../api.ts'
import { words } from '../words.ts'
import { Panel } from './panel.tsx'
import styles from './first-steps.module.css'

type Step = { readonly text: string; readonly to: string; readonly isDone: boolean; readonly isMine: boolean }

/** The way to the first rows; gone once it has been walked. */
export function FirstSteps() {
  const heddle = useHeddle()
  const profile = useProfile()
  const maySeeConnections = useMay('controller.view_connection')
  const mayConnect = useMay('controller.add_connection')
  const mayDraw = useMay('queries.add_savedquery')
  const connections = useQuery({ ...connectionList(heddle), enabled: maySeeConnections })
  const info = useQuery(platformInfo(heddle))
  const runs = useQuery(recentRuns(heddle))
  if (!info.data || !runs.data || (maySeeConnections && !connections.data)) return null

  const hasRun = runs.data.length > 0
  const steps: readonly Step[] = [
    {
      text: words.steps.connection,
      to: '/controller/connections/',
      isDone: hasRun || (connections.data?.length ?? 0) > 0,
      isMine: mayConnect,
    },
    {
      text: words.steps.model,
      to: '/mim-registry/',
      isDone: info.data.controller_version !== null,
      isMine: profile.is_admin,
    },
    {
      text: words.steps.query,
      to: '/queries/saved-queries/new',
      isDone: profile.query_count > 0 || hasRun,
      isMine: mayDraw,
    },
    { text: words.steps.run, to: '/queries/saved-queries/', isDone: hasRun, isMine: mayDraw },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Panel title={words.steps.title}>
      <ol className={styles.steps}>
        {steps.map(({ text, to, isDone, isMine }, index) => (
          <li key={text} className={styles.step}>
            <Light
              color={isDone ? 'ok' : index === next ? 'busy' : 'off'}
              text={isDone ? words.steps.done : words.steps.next}
            />
            {isDone ? (
              <span className={styles.done}>{text}</span>
            ) : isMine ? (
              <Link to={to}>{text}</Link>
            ) : (
              <span>
                {text}. <span className={styles.done}>{words.steps.ask}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
