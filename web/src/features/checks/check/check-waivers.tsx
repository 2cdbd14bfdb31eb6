import { useQuery } from '@tanstack/react-query'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useMayWaive } from '../api.ts'
import { waiverList } from '../waivers/api.ts'
import { EndButton } from '../waivers/end-button.tsx'
import { words as waiverWords } from '../waivers/words.ts'
import styles from './check.module.css'
import { words as checkWords } from './words.ts'

const words = checkWords.waivers

/** What is known of this check, and does not count. */
export function CheckWaivers({ query }: { readonly query: Wire.SavedQuery }) {
  const found = useQuery(waiverList(useHeddle(), { saved_query: query.id, expired: false }))
  const mayEnd = useMayWaive()(query)
  return (
    <section aria-labelledby="check-waivers" className={styles.section}>
      <h2 id="check-waivers">{words.title}</h2>
      <Read of={found} failure={waiverWords.failure} permission="queries.view_savedquery">
        {({ results }) =>
          results.length === 0 ? (
            <p className={styles.minor}>{words.none}</p>
          ) : (
            <ul className={styles.waivers}>
              {results.map((waiver) => (
                <li key={waiver.id}>
                  <div>
                    <code>{waiver.resource}</code>
                    <p dir="auto">{waiver.reason}</p>
                    <p className={styles.minor}>
                      {words.until} <TimeText at={waiver.until} isAbsolute /> · {waiver.created_by ?? '–'}
                    </p>
                  </div>
                  {mayEnd && <EndButton waiver={waiver} />}
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  )
}
