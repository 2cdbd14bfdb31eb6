import { CONTROLLER_COLUMN } from '../canvas/names.ts'
import type { Row, Value } from '../values/row.ts'
import { reasonText } from './reason-text.ts'
import { type ActiveWaiver, waiverOf } from './waived.ts'

/** What a check found, about one resource. */
export type Finding = {
  /** Null where rows are missing. */
  readonly resource: string | null
  readonly reason: string
  /** The first row about it; null also for a row of unusual size. */
  readonly row: Row | null
  /** How many rows are about it. */
  readonly rows: number
  /** The name of the controller, in a merged run. */
  readonly controller: string | null
  /** The waiver it falls under. */
  readonly waiver: string | null
}

export type FindingsOptions = {
  /** The column that findings are about. */
  readonly resource?: string | undefined
  readonly reason?: string | undefined
  readonly waivers?: readonly ActiveWaiver[] | undefined
  /** Whether rows carry the name of their controller. */
  readonly merged?: boolean | undefined
}

export const MOST_FINDINGS = 10_000
export const DEFAULT_RESOURCE = 'dn'
const LONGEST_RESOURCE = 2_000
const LARGEST_ROW = 8_000
/** Characters of all rows that are kept. */
const MOST_CHARACTERS = 16_000_000

type Kept = { readonly resource: string; readonly controller: string | null; readonly row: Row; rows: number }

/**
 * Rows that are not as expected, by what they are about. Beyond the most that are kept, each row counts as a finding of
 * its own.
 */
export class FoundRows {
  readonly #kept = new Map<string, Kept>()
  readonly #options: FindingsOptions
  #more = 0
  #moreWaived = 0

  constructor(options: FindingsOptions) {
    this.#options = options
  }

  /** Returns whether the row falls under a waiver. */
  add(row: Row): boolean {
    const { waivers = [], merged = false } = this.#options
    const resource = resourceOf(row, this.#options.resource)
    const controller = merged ? textOf(row[CONTROLLER_COLUMN] ?? null) : null
    const isWaived = waiverOf(waivers, resource, controller) !== undefined
    const key = controller === null ? resource : JSON.stringify([controller, resource])
    const known = this.#kept.get(key)
    if (known) known.rows += 1
    else if (this.#kept.size < MOST_FINDINGS) this.#kept.set(key, { resource, controller, row, rows: 1 })
    else {
      this.#more += 1
      this.#moreWaived += isWaived ? 1 : 0
    }
    return isWaived
  }

  /** The findings, with the reason that the check gives or else this one. */
  list(defaultReason: (row: Row) => string): {
    readonly items: readonly Finding[]
    readonly more: number
    moreWaived: number
  } {
    const { reason, waivers = [] } = this.#options
    let characters = 0
    const items = [...this.#kept.values()].map(({ resource, controller, row, rows }) => {
      const size = JSON.stringify(row).length
      const fits = size <= LARGEST_ROW && characters + size <= MOST_CHARACTERS
      if (fits) characters += size
      return {
        resource,
        reason: reason === undefined || reason === '' ? defaultReason(row) : reasonText(reason, row),
        row: fits ? row : null,
        rows,
        controller,
        waiver: waiverOf(waivers, resource, controller)?.id ?? null,
      }
    })
    return { items, more: this.#more, moreWaived: this.#moreWaived }
  }
}

/**
 * What a row is about: the column that the check names, where there is none by that name the first one of that name of
 * a joined class (`BD.dn`), and else all of the row.
 */
function resourceOf(row: Row, column = DEFAULT_RESOURCE): string {
  const found = Object.hasOwn(row, column)
    ? column
    : Object.keys(row).find((name) => name.endsWith(`.${column}`) && row[name] !== null)
  const text = textOf(found === undefined ? null : (row[found] ?? null)) ?? JSON.stringify(row)
  return text.length > LONGEST_RESOURCE ? `${text.slice(0, LONGEST_RESOURCE - 1)}…` : text
}

function textOf(value: Value): string | null {
  if (value === null || value === '') return null
  return Array.isArray(value) ? JSON.stringify(value) : String(value)
}
