import { useQuery } from '@tanstack/react-query'
import { useMedia } from '../../../components/use-media.ts'
import { WriteFailure } from '../../../components/write-failure.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { scheduleDensity } from '../api.ts'
import { busiestHour, levelOf } from '../density.ts'
import { words as all } from '../words.ts'
import styles from './week-density.module.css'

const words = all.density
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 0 })

/** When the tasks of everybody fire in the next seven days: to find a quiet hour for a new one. */
export function WeekDensity() {
  const { timezone } = useProfile().preferences
  // On a telephone the list comes first.
  const hasRoom = useMedia('(width >= 768px)')
  const found = useQuery(scheduleDensity(useHeddle(), timezone))
  if (found.error) return <WriteFailure what={words.failure} error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || found.data.tasks === 0) return null
  return (
    <details open={hasRoom} className={styles.density}>
      <summary>
        <h2>{words.title}</h2> <span>{summaryOf(found.data)}</span>
      </summary>
      <Week density={found.data} />
    </details>
  )
}

function summaryOf({ tasks, firings, is_complete: isComplete, days }: Wire.ScheduleDensity): string {
  const busiest = busiestHour(days)
  return [
    words.summary(firings, tasks),
    busiest && words.busiest(dayName(busiest.date), HOURS[busiest.hour]!, busiest.count),
    !isComplete && words.incomplete,
  ]
    .filter(Boolean)
    .join(' ')
}

const Week = ({ density: { days, timezone } }: { readonly density: Wire.ScheduleDensity }) => {
  const most = busiestHour(days)?.count ?? 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it.
    <div role="region" aria-label={words.title} tabIndex={0} className={styles.frame}>
      <table className={styles.week}>
        <caption>{words.caption(timezone)}</caption>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, hours }) => (
            <tr key={date}>
              <th scope="row">{dayName(date)}</th>
              {hours.map((count, hour) => (
                <td
                  key={HOURS[hour]}
                  data-level={levelOf(count, most)}
                  title={words.cell(dayName(date), HOURS[hour]!, formatNumber(count))}
                >
                  {count === 0 ? '' : compact.format(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const names = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
const dayName = (date: string): string => names.format(Date.parse(`${date}T00:00:00Z`)).replace(',', '')
