import { formatNumber } from '../../lib/i18n/plural.ts'
import { type ChartPoint, ticksOf } from './chart-data.ts'
import styles from './chart.module.css'

const WIDTH = 900
const HEIGHT = 260
const LEFT = 64
const BOTTOM = 24
const TOP = 8
/** More dots are a thick line. */
const MOST_DOTS = 60
const X_LABELS = 5

type Props = {
  readonly points: readonly ChartPoint[]
  readonly title: string
  readonly labelOf: (point: ChartPoint) => string
}

/** A line through the points, in the order of the first column; the table below has the numbers. */
export function ChartLine({ points, title, labelOf }: Props) {
  const ticks = ticksOf(points.map(({ value }) => value))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const [from, to] = [points[0]!.at, points.at(-1)!.at]
  const x = (at: number) => LEFT + (to === from ? 0.5 : (at - from) / (to - from)) * (WIDTH - LEFT - 8)
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const step = Math.max(1, Math.ceil(points.length / X_LABELS))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.line} role="img" aria-label={title}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH - 8} y1={y(tick)} y2={y(tick)} className={styles.grid} />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      <polyline points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')} className={styles.path} />
      {points.length <= MOST_DOTS &&
        points.map((point) => (
          <circle key={point.label} cx={x(point.at)} cy={y(point.value)} r={3} className={styles.dot}>
            <title>{`${labelOf(point)}: ${formatNumber(point.value)}`}</title>
          </circle>
        ))}
      {points
        .filter((_, index) => index % step === 0)
        .map((point, index, shown) => (
          <text
            key={point.label}
            x={x(point.at)}
            y={HEIGHT - 6}
            textAnchor={index === 0 ? 'start' : index === shown.length - 1 ? 'end' : 'middle'}
          >
            {labelOf(point)}
          </text>
        ))}
    </svg>
  )
}
