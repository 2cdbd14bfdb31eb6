import { describeCron } from '@heddle/domain/schedule/describe-cron.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fact } from '../../../components/fact.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { firingList } from '../api.ts'
import { words } from '../page-words.ts'
import styles from './schedule.module.css'

type Props = { readonly task: Wire.ScheduledTask }

/** What it runs, when, on which fabrics, with which values. */
export function TaskFacts({ task }: Props) {
  const { capture_snapshot: capture, saved_query: query } = task
  return (
    <dl className={styles.facts}>
      <Fact
        name={words.query}
        value={
          <Link to="/queries/saved-queries/$id/" params={{ id: query }}>
            {task.saved_query_name ?? words.deletedQuery}
          </Link>
        }
      />
      <Fact name={words.when} value={<Cadence task={task} />} />
      <Fact
        name={words.connections}
        value={[
          task.controller_connection_names.map((name) => name ?? words.gone).join(', '),
          ...(task.merge ? [words.merged] : []),
        ].join(' · ')}
      />
      <Fact name={words.owner} value={task.owner} />
      <Fact name={words.capture} value={words.captures[capture === null ? 'usual' : capture ? 'yes' : 'no']} />
      {task.on_changes !== null && <Fact name={words.followUp} value={words.followUpYes} />}
      {task.metric !== null && <Fact name={words.metric} value={<code>{words.metricName(task.metric.name)}</code>} />}
      {Object.entries(task.variables).map(([name, value]) => (
        <Fact key={name} name={name} value={<code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>} />
      ))}
    </dl>
  )
}

/** In words, with the expression behind them. */
function Cadence({ task: { schedule_type: type, interval_minutes: minutes, cron_expression: cron, timezone } }: Props) {
  if (type === 'interval') return words.every(minutes ?? 0)
  return (
    <span title={cron ?? undefined}>
      {describeCron(cron ?? '') ?? cron} <span className={styles.minor}>{timezone}</span>
    </span>
  )
}

/** Why it is paused, or how often it failed, in the words of the last run. */
export function TaskTrouble({ task }: Props) {
  const { paused, failure_streak: streak } = task
  const isTroubled = paused || streak > 0
  const newest = useQuery({ ...firingList(useHeddle(), task.id, 1, task.running), enabled: isTroubled })
  const reason = newest.data?.results.find(({ error_message: message }) => message !== null)?.error_message
  if (!isTroubled) return null
  return (
    <div role="status" className={`${styles.note} ${paused ? '' : styles.bad}`}>
      <span>
        {paused ? words.paused(streak) : words.streak(streak)}
        {reason !== undefined && reason !== null && ` ${words.lastReason(reason)}`}
      </span>
    </div>
  )
}
