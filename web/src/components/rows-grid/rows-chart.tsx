import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/i18n/plural.ts'
import { useProfile } from '../../lib/session/context.tsx'
import { formatTime } from '../../lib/time/format-time.ts'
import { ChoiceField } from '../choice-field.tsx'
import { RadioGroup } from '../radio-group.tsx'
import { EmptyState, LoadingState } from '../states.tsx'
import {
  CHART_MEASURES,
  CHART_SHAPES,
  type ChartChoice,
  type ChartData,
  type ChartMeasure,
  type ChartPoint,
} from './chart-data.ts'
import { ChartLine } from './chart-line.tsx'
import type { Facts } from './column-facts.ts'
import { chartWords as words } from './chart-words.ts'
import styles from './chart.module.css'
import type { Loaded, RowsClient } from './rows-client.ts'
import type { ViewState } from './view-state.ts'

type Props = {
  readonly client: RowsClient
  readonly loaded: Loaded
  readonly columns: readonly string[]
  readonly view: ViewState
  readonly onView: (view: ViewState) => void
}

/** Bars or a line from two columns of the rows that the view shows. */
export function RowsChart({ client, loaded, columns, view, onView }: Props) {
  const choice = chosen(view.chart, columns, loaded.facts)
  const { hits, count, isDone } = loaded
  const { sort, find, filters } = view
  const data = useQuery({
    queryKey: ['chart', client.source, choice, sort, find, filters, hits, count],
    queryFn: () => client.ask({ kind: 'chart', choice: choice!, isSorted: sort.length > 0 }),
    enabled: choice !== undefined && isDone && hits > 0,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (!choice) return <EmptyState title={words.noColumns}>{words.noColumnsText}</EmptyState>
  const change = (next: Partial<ChartChoice>) => onView({ ...view, chart: { ...choice, ...next } })
  return (
    <div className={styles.chart}>
      <Choices choice={choice} columns={columns} facts={loaded.facts} onChange={change} />
      {data.error && <p role="alert">{data.error.message}</p>}
      {data.data ? <Drawn choice={choice} data={data.data} /> : hits > 0 && !data.error && <LoadingState />}
    </div>
  )
}

/** What the address says, as far as it fits these columns; else what may be worth a look. */
function chosen(wanted: ChartChoice | undefined, columns: readonly string[], facts: Facts): ChartChoice | undefined {
  if (wanted && columns.includes(wanted.x) && (wanted.y === undefined || columns.includes(wanted.y))) return wanted
  const few = (name: string) => facts[name]?.distinct ?? 0
  const texts = columns.filter((name) => facts[name]?.kind === 'text' && few(name) > 1)
  const x = texts.toSorted((a, b) => few(a) - few(b))[0] ?? columns[0]
  return x === undefined ? undefined : { shape: 'bars', x, measure: 'count', y: undefined }
}

type ChoicesProps = {
  readonly choice: ChartChoice
  readonly columns: readonly string[]
  readonly facts: Facts
  readonly onChange: (next: Partial<ChartChoice>) => void
}

function Choices({ choice, columns, facts, onChange }: ChoicesProps) {
  const named = columns.map((value) => ({ value }))
  const numbers = columns.filter((name) => facts[name]?.kind === 'number')
  const handleMeasure = (measure: ChartMeasure) => {
    const y = measure === 'count' ? undefined : (choice.y ?? numbers[0] ?? columns[0])
    onChange({ measure, y })
  }
  return (
    <div className={styles.choices}>
      <RadioGroup
        label={words.shape}
        choices={CHART_SHAPES.map((value) => ({ value, label: words.shapes[value] }))}
        value={choice.shape}
        onChange={(shape) => onChange({ shape })}
      />
      <ChoiceField label={words.x} isCode choices={named} value={choice.x} onChange={(x) => onChange({ x })} />
      <ChoiceField
        label={words.measure}
        choices={CHART_MEASURES.map((value) => ({ value, label: words.measures[value] }))}
        value={choice.measure}
        onChange={handleMeasure}
      />
      {choice.measure !== 'count' && (
        <ChoiceField
          label={words.y}
          isCode
          choices={[...numbers, ...columns.filter((name) => !numbers.includes(name))].map((value) => ({ value }))}
          value={choice.y}
          onChange={(y) => onChange({ y })}
        />
      )}
    </div>
  )
}

function Drawn({ choice, data }: { readonly choice: ChartChoice; readonly data: ChartData }) {
  const { points, scale, left } = data
  const { preferences } = useProfile()
  const labelOf = ({ label }: ChartPoint) =>
    label === '' ? words.empty : scale === 'time' ? formatTime(label, preferences) : label
  const title = words.title(choice.measure, choice.y, choice.x)
  if (points.length === 0) return <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
  return (
    <>
      <p role="status" className={styles.left}>
        {[
          left.values > 0 && words.leftOut(choice.shape, points.length, left.values, left.rows),
          left.unmeasured > 0 && words.unmeasured(left.unmeasured),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {choice.shape === 'line' && <ChartLine points={points} title={title} labelOf={labelOf} />}
      {choice.shape === 'bars' ? (
        <Bars points={points} choice={choice} title={title} labelOf={labelOf} />
      ) : (
        <details>
          <summary>{words.asTable}</summary>
          <Bars points={points} choice={choice} title={title} labelOf={labelOf} />
        </details>
      )}
    </>
  )
}

type BarsProps = {
  readonly points: readonly ChartPoint[]
  readonly choice: ChartChoice
  readonly title: string
  readonly labelOf: (point: ChartPoint) => string
}

/** A table whose last column is the chart: what one reads and what one hears is the same. */
function Bars({ points, choice, title, labelOf }: BarsProps) {
  const values = points.map(({ value }) => value)
  const low = Math.min(0, ...values)
  const span = Math.max(0, ...values) - low || 1
  const percent = (value: number) => `${(value / span) * 100}%`
  return (
    <table aria-label={title} className={styles.bars}>
      <thead>
        <tr>
          <th scope="col" className="code">
            {choice.x}
          </th>
          <th scope="col" className={styles.number}>
            {words.column(choice.measure, choice.y)}
          </th>
          <td aria-hidden />
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.label}>
            <th scope="row" className="code" title={point.label}>
              {labelOf(point)}
            </th>
            <td className={styles.number}>{formatNumber(point.value)}</td>
            <td aria-hidden className={styles.track}>
              <div
                className={styles.bar}
                data-negative={point.value < 0 || undefined}
                style={{
                  marginInlineStart: percent(Math.min(point.value, 0) - low),
                  inlineSize: percent(Math.abs(point.value)),
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
