import { SAMPLE_BYTES, SAMPLE_CELL_BYTES, SAMPLE_ROWS } from '@heddle/contract/result-budget.ts'
import { setCell } from '@heddle/domain/values/cells.ts'
import type { Row, Value } from '@heddle/domain/values/row.ts'

export type StageSample = {
  readonly rows: readonly Row[]
  /** As JSON. */
  readonly bytes: number
  /** A value was cut, or a row left out, because it was too large. */
  readonly isCut: boolean
}

/** Room for the words that follow what was cut. */
const MARK_BYTES = 40
const LONGEST_UTF8 = 3
const HALF_CHARACTER = /[\uD800-\uDBFF]$/

/** The first rows, as far as they fit. Large values are cut, and end in `… (2,000 characters)` or `… (50 items)`. */
export function sampleOf(rows: readonly Row[], mostBytes = SAMPLE_BYTES): StageSample {
  const most = Math.min(SAMPLE_BYTES, mostBytes)
  const kept: Row[] = []
  let bytes = 2
  let isCut = false
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    const part = sampleRow(row, most - bytes - 1)
    if (part === undefined) return { rows: kept, bytes, isCut: true }
    kept.push(part.row)
    bytes += part.bytes + 1
    isCut ||= part.isCut
  }
  return { rows: kept, bytes, isCut }
}

/** Undefined if the row does not fit. */
function sampleRow(row: Row, room: number): { row: Row; bytes: number; isCut: boolean } | undefined {
  const part: Row = {}
  let bytes = 2
  let isCut = false
  for (const column of Object.keys(row)) {
    const value = row[column] ?? null
    const shown = cutValue(value, SAMPLE_CELL_BYTES)
    setCell(part, column, shown)
    isCut ||= shown !== value
    bytes += jsonBytes(column) + jsonBytes(shown) + 2
    if (bytes > room) return undefined
  }
  return { row: part, bytes, isCut }
}

/** The value itself if it is small, else as much of it as fits. */
function cutValue(value: Value, most: number): Value {
  if (typeof value === 'string') return cutSampleText(value, most)
  return typeof value === 'object' && value !== null ? cutList(value, most) : value
}

/** A long text ends in how long it was. */
export function cutSampleText(text: string, most: number): string {
  if (text.length * LONGEST_UTF8 <= most) return text
  if (text.length <= most && Buffer.byteLength(text) <= most) return text
  let kept = text.slice(0, most - MARK_BYTES)
  while (Buffer.byteLength(kept) > most - MARK_BYTES) kept = kept.slice(0, -Math.ceil(kept.length / 8))
  return `${kept.replace(HALF_CHARACTER, '')}… (${text.length.toLocaleString('en')} characters)`
}

function cutList(list: readonly Value[], most: number): readonly Value[] {
  const kept: Value[] = []
  let bytes = 2
  for (const item of list) {
    const room = most - bytes - MARK_BYTES
    if (room <= MARK_BYTES) return [...kept, `… (${list.length.toLocaleString('en')} items)`]
    const shown = cutValue(item, room)
    kept.push(shown)
    bytes += jsonBytes(shown) + 1
  }
  return kept.every((item, index) => item === list[index]) ? list : kept
}

const jsonBytes = (value: Value): number => Buffer.byteLength(JSON.stringify(value))
