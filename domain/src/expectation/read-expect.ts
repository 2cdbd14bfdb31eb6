import type { Expect } from '@heddle/contract/queries.ts'
import { isWireObject, show, type WireObject } from '../canvas/wire.ts'
import { noFaults } from '../faults.ts'
import { Suggestions } from '../suggest.ts'
import { everyFault } from './every-fault.ts'

/** Faults by path below the field, such as `rows.min`; an empty path is the field itself. */
export type ExpectFaults = Readonly<Record<string, readonly string[]>>

type Report = (path: string, message: string) => void

/** Reads what a query expects of its rows, as sent; every fault is reported. A null means the same as no key. */
export function readExpect(wire: unknown): { readonly expect: Expect | null; readonly faults: ExpectFaults } {
  if (wire === null || wire === undefined) return { expect: null, faults: {} }
  if (!isWireObject(wire))
    return { expect: null, faults: { '': [`${show(wire)}: expected {rows: {min, max}, every}, or null.`] } }
  const faults = noFaults()
  const report: Report = (path, message) => (faults[path] ??= []).push(message)
  reportUnknownKeys(wire, ['rows', 'every'], '', report)
  const rows = readRows(wire['rows'], report)
  const every = readEvery(wire['every'], report)
  if (Object.keys(faults).length > 0) return { expect: null, faults }
  if (rows === undefined && every === undefined)
    return { expect: null, faults: { '': ['Nothing is expected: give rows, every, or null.'] } }
  return { expect: { ...(rows && { rows }), ...(every !== undefined && { every }) }, faults }
}

function readRows(wire: unknown, report: Report): Expect['rows'] {
  if (wire === null || wire === undefined) return undefined
  if (!isWireObject(wire)) {
    report('rows', `${show(wire)}: expected {min, max}.`)
    return undefined
  }
  reportUnknownKeys(wire, ['min', 'max'], 'rows.', report)
  const [min, max] = [readCount(wire['min'], 'rows.min', report), readCount(wire['max'], 'rows.max', report)]
  if (wire['min'] == null && wire['max'] == null) report('rows', 'Give min, max or both.')
  if (min !== undefined && max !== undefined && min > max) report('rows', `min ${min} is more than max ${max}.`)
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function readCount(wire: unknown, path: string, report: Report): number | undefined {
  if (wire === null || wire === undefined) return undefined
  if (typeof wire === 'number' && Number.isSafeInteger(wire) && wire >= 0) return wire
  report(path, `${show(wire)}: expected a whole number from 0.`)
  return undefined
}

function readEvery(wire: unknown, report: Report): string | undefined {
  if (wire === null || wire === undefined) return undefined
  const fault = typeof wire === 'string' ? everyFault(wire) : `${show(wire)} is not an expression`
  if (fault !== undefined) report('every', `${fault}.`)
  return typeof wire === 'string' ? wire : undefined
}

const MOST_UNKNOWN_KEYS = 20

function reportUnknownKeys(wire: WireObject, known: readonly string[], prefix: string, report: Report): void {
  const suggestions = new Suggestions()
  const unknown = Object.keys(wire).filter((key) => !known.includes(key))
  for (const key of unknown.slice(0, MOST_UNKNOWN_KEYS)) {
    const [near] = suggestions.among(known, key)
    const name = key.slice(0, 100)
    report(
      `${prefix}${name}`,
      `There is no such key${near === undefined ? `; expected ${known.join(' or ')}` : `. Did you mean ${near}?`}`,
    )
  }
}
