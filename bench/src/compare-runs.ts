import { readFileSync, writeFileSync } from 'node:fs'
import type { Line } from './measurement.ts'

/** What a run measured, by the names of the measurements. */
export type SavedRun = { readonly circumstances: string; readonly lines: Readonly<Record<string, readonly Line[]>> }

type Range = { readonly unit: string; readonly least: number; readonly median: number; readonly most: number }

const CELL = /^([\d.]+) ?(ms|s|MB|kB|%|\/s)?(?: \(([\d.]+) ?\S* to ([\d.]+) ?\S*\))?(?:$|[,;])/
/** Where rounds were measured, their ranges must not touch; a single value has no range, so it must differ by more. */
const NOISE = { rounds: 1.1, single: 1.3 }

export const saveRun = (file: string, run: SavedRun): void => writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`)
export const readRun = (file: string): SavedRun => JSON.parse(readFileSync(file, 'utf8')) as SavedRun

/**
 * The lines that became slower, or larger, by more than noise, in words. Where a floor was measured beside them, its
 * share counts: that says what the machine did meanwhile. Lines that only one of the runs has are not compared.
 */
export function slowerLines(before: SavedRun, after: SavedRun): string[] {
  return Object.entries(after.lines).flatMap(([name, lines]) =>
    lines.flatMap((line) => {
      const earlier = before.lines[name]?.find(({ what }) => what === line.what)
      return earlier && isSlower(costOf(earlier), costOf(line))
        ? `${name}, ${line.what}: ${cellsOf(earlier)}, now ${cellsOf(line)}`
        : []
    }),
  )
}

const cellsOf = ({ heddle, floor }: Line): string => (floor === undefined ? heddle : `${heddle} at a floor of ${floor}`)

function isSlower(before: Range | undefined, after: Range | undefined): boolean {
  if (!before || !after || before.unit !== after.unit) return false
  const isSingle = before.least === before.most || after.least === after.most
  const noise = isSingle ? NOISE.single : NOISE.rounds
  return after.median > before.median * noise && (isSingle || after.least > before.most)
}

/** What a line costs, as a multiple of its floor if it has one; undefined if it says something else. */
function costOf({ heddle, floor }: Line): Range | undefined {
  const own = rangeOf(heddle)
  const least = floor === undefined ? undefined : rangeOf(floor.replace(/^[^\d]*: /, ''))
  if (!own || least?.unit !== own.unit) return own
  const times = (value: number) => value / least.median
  return { unit: 'times', least: times(own.least), median: times(own.median), most: times(own.most) }
}

/** Of rates the time that one takes, so that more is always worse. */
function rangeOf(cell: string): Range | undefined {
  const [, median, unit = '', least = median, most = median] = CELL.exec(cell) ?? []
  if (median === undefined) return undefined
  const range = { unit, least: Number(least), median: Number(median), most: Number(most) }
  return unit === '/s' ? { unit, least: 1 / range.most, median: 1 / range.median, most: 1 / range.least } : range
}
