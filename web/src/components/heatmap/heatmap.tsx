import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useProfile } from '../../lib/session/context.tsx'
import { Button } from '../button.tsx'
import { DataTable, type TableColumn } from '../table.tsx'
import { type HeatDay, levelOf, monthLabels, nextDay, placesOf, weeksOfYear } from './weeks.ts'
import { words } from './words.ts'
import styles from './heatmap.module.css'

type Props = {
  readonly label: string
  /** Without a gap, the last one is today. */
  readonly days: readonly HeatDay[]
  /** YYYY-MM-DD. */
  readonly chosen: string | undefined
  readonly onChoose: (date: string | undefined) => void
}

/** A year of days: how dark says how much changed. The same as a table for those who read it. */
export function Heatmap(props: Props) {
  const [isTable, setIsTable] = useState(false)
  return (
    <div className={styles.heatmap}>
      {isTable ? <DayTable {...props} /> : <Days {...props} />}
      <div className={styles.legend}>
        {!isTable && <Legend />}
        <Button look="link" onClick={() => setIsTable(!isTable)}>
          {isTable ? words.asDays : words.asTable}
        </Button>
      </div>
    </div>
  )
}

/** The shape of a year that is still read: what is beside and below it stays where it is. */
export function HeatmapRoom() {
  const [weeks] = useState(() => weeksOfYear(Date.now()))
  return (
    <div className={styles.heatmap} aria-hidden>
      <div className={styles.frame}>
        <div className={styles.months} style={{ gridTemplateColumns: columnsOf(weeks) }}>
          <span>{'\u00a0'}</span>
        </div>
        <div className={styles.room} />
      </div>
      <div className={styles.legend}>
        <Legend />
        <span className={styles.roomForButton}>{words.asTable}</span>
      </div>
    </div>
  )
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const

function Days({ label, days, chosen, onChoose }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const places = useMemo(() => placesOf(days), [days])
  const names = useDayNames(days)
  const weeks = (places.at(-1)?.week ?? 0) + 1
  const [focus, setFocus] = useState(days.length - 1)
  const stop = Math.min(focus, days.length - 1)
  // Where not all of it fits, the newest is seen first.
  useEffect(() => {
    frame.current?.scrollTo({ left: frame.current.scrollWidth })
  }, [])

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextDay(event.key, stop, days.length)
    if (event.key === 'Enter' || event.key === ' ') choose(stop)
    else if (next === undefined) return
    else {
      setFocus(next)
      event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
    }
    event.preventDefault()
  }
  const choose = (index: number) => {
    const { date, captures } = days[index]!
    setFocus(index)
    onChoose(date === chosen || captures === 0 ? undefined : date)
  }
  return (
    <div ref={frame} className={styles.frame}>
      <div aria-hidden className={styles.months} style={{ gridTemplateColumns: columnsOf(weeks) }}>
        {monthLabels(days).map(({ week, month }) => (
          <span key={week} style={{ gridColumn: week + 2 }}>
            {MONTHS[month]}
          </span>
        ))}
      </div>
      {/* One stop for all days: arrows move within. */}
      <div
        role="grid"
        aria-label={label}
        tabIndex={-1}
        className={styles.days}
        style={{ gridTemplateColumns: columnsOf(weeks) }}
        onKeyDown={handleKey}
      >
        {WEEKDAYS.map((weekday) => (
          <div key={weekday} role="row" className={styles.row}>
            <span aria-hidden className={styles.weekday} style={{ gridRow: weekday + 1 }}>
              {words.weekdays[weekday]}
            </span>
            {days.map((day, index) => {
              const place = places[index]!
              if (place.weekday !== weekday) return null
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The grid has the keys.
                <div
                  key={day.date}
                  role="gridcell"
                  data-day={index}
                  tabIndex={index === stop ? 0 : -1}
                  aria-label={names[index]}
                  aria-selected={day.date === chosen}
                  title={names[index]}
                  data-level={levelOf(day.score)}
                  data-captured={day.captures > 0 || undefined}
                  data-missed={day.missed > 0 || undefined}
                  className={styles.day}
                  style={{ gridRow: weekday + 1, gridColumn: place.week + 2 }}
                  onClick={() => choose(index)}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

const columnsOf = (weeks: number): string => `28px repeat(${weeks}, 12px)`
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1)),
)
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayText = (date: string): string => longDay.format(Date.parse(`${date}T00:00:00Z`))

const useDayNames = (days: readonly HeatDay[]): readonly string[] =>
  useMemo(() => days.map((day) => words.dayName(dayText(day.date), day)), [days])

const Legend = () => (
  <span aria-hidden className={styles.key}>
    <span>
      {words.legend.less}
      {[1, 2, 3, 4].map((level) => (
        <span key={level} className={styles.day} data-level={level} />
      ))}
      {words.legend.more}
    </span>
    <span>
      <span className={styles.day} data-level={0} data-captured />
      {words.legend.same}
    </span>
    <span>
      <span className={styles.day} data-level={0} data-missed />
      {words.legend.missed}
    </span>
  </span>
)

function DayTable({ label, days, onChoose }: Props) {
  const { preferences } = useProfile()
  const told = days.filter(({ captures, missed }) => captures > 0 || missed > 0).toReversed()
  const columns: readonly TableColumn<HeatDay>[] = [
    {
      name: 'date',
      title: words.columns.date,
      isGrowing: true,
      cell: ({ date }) => (
        <Button look="link" onClick={() => onChoose(date)}>
          {inFormat(date, preferences.date_format)}
        </Button>
      ),
    },
    { name: 'captures', title: words.columns.captures, isNumber: true, cell: ({ captures }) => captures },
    { name: 'score', title: words.columns.score, isNumber: true, cell: ({ score }) => `${(score * 100).toFixed(2)} %` },
    { name: 'missed', title: words.columns.missed, isNumber: true, cell: ({ missed }) => missed },
  ]
  if (told.length === 0) return <p className={styles.nothing}>{words.nothing}</p>
  return (
    <div className={styles.table}>
      <DataTable label={label} columns={columns} rows={told} keyOf={({ date }) => date} />
    </div>
  )
}

const inFormat = (date: string, format: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
}
