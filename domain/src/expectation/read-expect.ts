import { CHANGE_KINDS, type Expect, PREVIOUS } from '@heddle/contract/queries.ts'
import { isWireObject, show, type WireObject } from '../canvas/wire.ts'
import { noFaults } from '../faults.ts'
import { onlyGiven } from '../only-given.ts'
import { Suggestions } from '../suggest.ts'
import { everyFault } from './every-fault.ts'
import { isUuid } from '../values/uuid.ts'

/** Faults by path below the field, such as `rows.min`; an empty path is the field itself. */
export type ExpectFaults = Readonly<Record<string, readonly string[]>>

type Report = (path: string, message: string) => void
type Bounds = NonNullable<Expect['rows']>

const SHAPE = '{rows: {min, max}, every, changes, against}'

/** Reads what a query expects of its rows, as sent; every fault is reported. A null means the same as no key. */
export function readExpect(wire: unknown): { readonly expect: Expect | null; readonly faults: ExpectFaults } {
  if (wire === null || wire === undefined) return { expect: null, faults: {} }
  if (!isWireObject(wire)) return { expect: null, faults: { '': [`${show(wire)}: expected ${SHAPE}, or null.`] } }
  const faults = noFaults()
  const report: Report = (path, message) => (faults[path] ??= []).push(message)
  reportUnknownKeys(wire, ['rows', 'every', 'changes', 'against'], '', report)
  const rows = readBounds(wire['rows'], 'rows', report)
  const every = readEvery(wire['every'], report)
  const changes = readChanges(wire['changes'], report)
  const against = readAgainst(wire['against'], changes !== undefined, report)
  if (Object.keys(faults).length > 0) return { expect: null, faults }
  if (rows === undefined && every === undefined && changes === undefined)
    return { expect: null, faults: { '': ['Nothing is expected: give rows, every, changes, or null.'] } }
  return { expect: onlyGiven({ rows, every, changes, against }), faults }
}

function readBounds(wire: unknown, path: string, report: Report): Bounds | undefined {
  if (wire === null || wire === undefined) return undefined
  if (!isWireObject(wire)) {
    report(path, `${show(wire)}: expected {min, max}.`)
    return undefined
  }
  reportUnknownKeys(wire, ['min', 'max'], `${path}.`, report)
  const [min, max] = [readCount(wire['min'], `${path}.min`, report), readCount(wire['max'], `${path}.max`, report)]
  if (wire['min'] == null && wire['max'] == null) report(path, 'Give min, max or both.')
  if (min !== undefined && max !== undefined && min > max) report(path, `min ${min} is more than max ${max}.`)
  return onlyGiven({ min, max })
}

function readChanges(wire: unknown, report: Report): Expect['changes'] {
  if (wire === null || wire === undefined) return undefined
  if (!isWireObject(wire)) {
    report('changes', `${show(wire)}: expected {added, removed, changed}, each {min, max}.`)
    return undefined
  }
  reportUnknownKeys(wire, CHANGE_KINDS, 'changes.', report)
  const [added, removed, changed] = CHANGE_KINDS.map((kind) => readBounds(wire[kind], `changes.${kind}`, report))
  if (CHANGE_KINDS.every((kind) => wire[kind] == null)) report('changes', 'Give added, removed, changed or several.')
  return onlyGiven({ added, removed, changed })
}

/** Which snapshot it is compared with only matters where changes are expected. */
function readAgainst(wire: unknown, hasChanges: boolean, report: Report): string | undefined {
  if (wire === null || wire === undefined) return undefined
  if (typeof wire !== 'string' || (wire !== PREVIOUS && !isUuid(wire)))
    report('against', `${show(wire)}: expected ${PREVIOUS} or the id of a snapshot.`)
  else if (hasChanges) return wire.toLowerCase()
  else report('against', 'It says what changes are compared with: give changes too.')
  return undefined
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
