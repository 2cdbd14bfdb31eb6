import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Light } from '../../../components/light.tsx'
import { TimeText, useMinute } from '../../../components/time-text.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { lastVisit } from '../../../lib/session/visits.ts'
import { changeList, newlyFailing } from '../api.ts'
import { type Since, sinceOf } from '../since.ts'
import { words } from '../words.ts'
import styles from './changes-panel.module.css'
import { Panel } from './panel.tsx'

/** Checks that failed where the run before passed; nothing at all where there are none. */
export function FailingPanel({ since }: { readonly since: Since }) {
  const { id } = useProfile()
  const now = useMinute()
  const { data } = useQuery(changeList(useHeddle(), sinceOf(since, lastVisit(id), now)))
  const failing = data?.results.filter(newlyFailing) ?? []
  if (failing.length === 0) return null
  return (
    <Panel title={words.failing.title}>
      <ul className={styles.list}>
        {failing.map(({ link, title, at }) => (
          <li key={`${link} ${at}`} className={styles.change}>
            <Light color="bad" text={words.failing.fails} />
            <Link to={link} className={styles.title} dir="auto">
              {title}
            </Link>
            <span className={styles.when}>
              <TimeText at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
