import { plural } from '../../lib/i18n/plural.ts'
import type { HeatDay } from './weeks.ts'

const captures = (count: number): string => plural(count, { one: '# capture', other: '# captures' })

/** The words of a year of days. */
export const words = {
  weekdays: ['Mon', '', 'Wed', '', 'Fri', '', ''],
  dayName: (date: string, { captures: count, score, missed }: Pick<HeatDay, 'captures' | 'score' | 'missed'>) =>
    [
      date,
      captures(count),
      count > 0 && `score ${score.toFixed(2)}`,
      missed > 0 && plural(missed, { one: '# missed', other: '# missed' }),
    ]
      .filter(Boolean)
      .join(', '),
  legend: { less: 'Less change', more: 'more', same: 'captured, no change', missed: 'missed run' },
  asTable: 'As a table',
  asDays: 'As days',
  columns: { date: 'Day', captures: 'Captures', score: 'Change', missed: 'Missed' },
  nothing: 'There is no capture in this year.',
} as const
