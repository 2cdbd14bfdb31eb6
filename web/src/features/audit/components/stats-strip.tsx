import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { auditStats } from '../api.ts'
import { inWords, words } from '../words.ts'
import styles from './stats-strip.module.css'

const WINDOWS: readonly Wire.AuditStats['window'][] = ['24h', '7d', '30d']
const MOST = 5

/** What happened lately, in numbers; the largest categories lead to their entries. */
export function StatsStrip({ onCategory }: { readonly onCategory: (name: string) => void }) {
  const [window, setWindow] = useState<Wire.AuditStats['window']>('24h')
  const { data } = useQuery(auditStats(useHeddle(), window))
  const largest = Object.entries(data?.by_category ?? {})
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST)
  return (
    <section aria-label={words.stats} className={styles.strip}>
      <RadioGroup
        label={words.stats}
        isLabelHidden
        value={window}
        choices={WINDOWS.map((value) => ({ value, label: words.windows[value] }))}
        onChange={setWindow}
      />
      {data && (
        <>
          <span>{words.entries(data.total)}</span>
          <span>{words.actors(data.unique_actors)}</span>
          <span className={data.failed_logins > 0 ? styles.bad : undefined}>
            {words.failedLogins(data.failed_logins)}
          </span>
          <span className={styles.categories}>
            {largest.map(([name, count]) => (
              <Button key={name} look="quiet" onClick={() => onCategory(name)}>
                {inWords(name)} <span className={styles.count}>{formatNumber(count)}</span>
              </Button>
            ))}
          </span>
        </>
      )}
    </section>
  )
}
