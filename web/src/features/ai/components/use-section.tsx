import { useQuery } from '@tanstack/react-query'
import { Read } from '../../../components/read.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { aiUsage } from '../../../lib/api/ai-usage.ts'
import { words } from '../words.ts'
import styles from './ai.module.css'

type Day = Wire.AiUsageReply['days'][number]

const COLUMNS: readonly TableColumn<Day>[] = [
  { name: 'day', title: words.use.day, cell: ({ day }) => day },
  { name: 'uses', title: words.use.uses, isNumber: true, cell: ({ uses }) => formatNumber(uses) },
  { name: 'input', title: words.use.input, isNumber: true, cell: ({ input_tokens: sent }) => formatNumber(sent) },
  { name: 'output', title: words.use.output, isNumber: true, cell: ({ output_tokens: got }) => formatNumber(got) },
]

/** What is left of the quota, what questions took, and what they send. */
export function UseSection({ settings }: { readonly settings: Wire.AiSettings }) {
  const found = useQuery(aiUsage(useHeddle()))
  return (
    <section aria-label={words.use.title} className={styles.section}>
      <h2>{words.use.title}</h2>
      <Read of={found} failure={words.usageFailure} permission="">
        {({ is_allowed: isAllowed, daily_quota: quota, today, days }) => (
          <div className={styles.section}>
            <p>
              {settings.ai_builder_enabled
                ? isAllowed
                  ? words.use.today(today.uses, quota)
                  : words.use.notAllowed
                : words.use.off}
            </p>
            {days.length === 0 ? (
              <p className={styles.text}>{words.use.none}</p>
            ) : (
              <DataTable label={words.use.days} columns={COLUMNS} rows={days} keyOf={({ day }) => day} />
            )}
          </div>
        )}
      </Read>
      <p className={styles.text}>{words.use.cost}</p>
      <p className={styles.text}>{words.use.sent(settings.share_results)}</p>
    </section>
  )
}
