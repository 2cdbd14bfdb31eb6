import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { stretchesOf } from './stretches.ts'
import styles from './check.module.css'
import { words as checkWords } from './words.ts'

const words = checkWords.past
const WIDTH = 1000
const CURVE = 72
const LANE_TOP = 80
const LANE = 12

/** How many findings each capture has, over time, and below it what the check came to. */
export function PastChart({ results }: { readonly results: Wire.CheckPast['results'] }) {
  const most = Math.max(...results.map(({ findings }) => findings))
  const begin = Date.parse(results[0]!.at)
  const length = Math.max(1, Date.parse(results.at(-1)!.at) - begin)
  const x = (at: string) => ((Date.parse(at) - begin) / length) * WIDTH
  const y = (findings: number) => CURVE - (findings / Math.max(1, most)) * (CURVE - 4)
  // A capture holds until the next one.
  const curve = results.map(
    ({ at, findings }, index) => `${index === 0 ? 'M' : 'H'}${x(at)} ${index === 0 ? '' : 'V'}${y(findings)}`,
  )
  const stretches = stretchesOf(results)
  return (
    <div className={styles.chart}>
      <span>
        {formatNumber(most)} <span className={styles.minor}>{words.most}</span>
      </span>
      <svg
        viewBox={`0 0 ${WIDTH} ${LANE_TOP + LANE}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart(results.length, most)}
      >
        <path className={styles.curve} d={curve.join(' ')} />
        {stretches.map(({ status, from }, index) => {
          const start = x(from.at)
          const end = index + 1 < stretches.length ? x(stretches[index + 1]!.from.at) : WIDTH
          return (
            <rect
              key={from.snapshot}
              className={styles[status]}
              x={start}
              y={LANE_TOP}
              width={Math.max(3, end - start)}
              height={LANE}
            />
          )
        })}
      </svg>
    </div>
  )
}
