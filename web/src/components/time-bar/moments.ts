import type { TimeFormat } from '../../lib/time/format-time.ts'

/** A capture on a time bar. */
export type Moment = {
  readonly id: string
  readonly at: string
  /** Said beside its time: who captured it, and a note. */
  readonly text: string
  /** From 0 to 1, how much changed; undefined for the first, which has nothing to be compared with. */
  readonly change: number | undefined
  readonly isMarked?: boolean
}

/** A capture a step, from left to right: years of captures at any distance stay apart from each other. */
export const placeOf = (index: number, steps: number): number => ((index + 0.5) / Math.max(1, steps)) * 100

export const stepAt = (share: number, steps: number): number =>
  Math.min(steps - 1, Math.max(0, Math.floor(share * steps)))

export type AxisLabel = { readonly index: number; readonly text: string }

/** Days below a bar, wherever one begins and there is room; clock times if all is of one day. */
export function axisLabels(
  moments: readonly { readonly at: string }[],
  format: TimeFormat,
  /** In percent of the bar. */
  leastApart: number,
): readonly AxisLabel[] {
  const days = moments.map(({ at }) => dayText(at, format))
  const isOneDay = new Set(days).size <= 1
  const texts = isOneDay ? moments.map(({ at }) => timeText(at, format)) : days
  const labels: AxisLabel[] = []
  for (const [index, text] of texts.entries()) {
    if (text === texts[index - 1]) continue
    const last = labels.at(-1)
    const room = last ? placeOf(index, moments.length) - placeOf(last.index, moments.length) : Infinity
    if (room >= leastApart) labels.push({ index, text })
  }
  return labels
}

const dayText = (at: string, { timezone }: TimeFormat): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: timezone }).format(new Date(at))

const timeText = (at: string, { timezone, time_format }: TimeFormat): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hour12: time_format === '12h',
    timeZone: timezone,
  }).format(new Date(at))
