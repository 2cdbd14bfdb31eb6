import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light, type LightColor } from '../../../components/light.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText, useMinute } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { lastVisit } from '../../../lib/session/visits.ts'
import { changeList, newlyFailing } from '../api.ts'
import { type Since, sinceOf } from '../since.ts'
import { words } from '../words.ts'
import styles from './changes-panel.module.css'
import { Nothing, Panel } from './panel.tsx'

const LIGHTS: Readonly<Record<Wire.DashboardChange['severity'], readonly [LightColor, string]>> = {
  error: ['bad', 'problem'],
  warning: ['warn', 'warning'],
  info: ['ok', 'news'],
}
const CHOICES = (['visit', 'day', 'week'] as const).map((value) => ({ value, label: words.changes.windows[value] }))

type Props = { readonly since: Since; readonly onSince: (since: Since) => void }

/** What happened meanwhile, worst first: each line leads to where it can be dealt with. */
export function ChangesPanel({ since, onSince }: Props) {
  const heddle = useHeddle()
  const { id } = useProfile()
  const now = useMinute()
  const found = useQuery(changeList(heddle, sinceOf(since, lastVisit(id), now)))
  return (
    <Panel
      title={words.changes.title}
      aside={
        <RadioGroup label={words.changes.since} isLabelHidden choices={CHOICES} value={since} onChange={onSince} />
      }
    >
      <Read of={found} failure={words.changes.failure} permission="administrators">
        {({ since: from, results: all, truncated }) => {
          const results = all.filter((change) => !newlyFailing(change))
          return (
            <>
              <p className={styles.from}>
                {words.changes.from} <TimeText at={from} isAbsolute />
              </p>
              {all.length === 0 ? (
                <Nothing>{words.changes.none}</Nothing>
              ) : (
                <ul className={styles.list} hidden={results.length === 0}>
                  {results.map((change) => (
                    <li key={`${change.type} ${change.link} ${change.at}`} className={styles.change}>
                      <Light color={LIGHTS[change.severity][0]} text={LIGHTS[change.severity][1]} />
                      <Link to={change.link} className={styles.title} dir="auto">
                        {change.title}
                      </Link>
                      <span className={styles.when}>
                        <TimeText at={change.at} />
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              {truncated && <Nothing>{words.changes.truncated}</Nothing>}
            </>
          )
        }}
      </Read>
    </Panel>
  )
}
