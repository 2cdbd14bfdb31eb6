import { isPropertyName } from './names.ts'
import type { Problem } from './problem.ts'

/** Collects the problems that parsers find in the wire form. */
export type ReportProblem = (problem: Problem) => void

/** Reports a fault of one node, edge or step. */
export type Fault = (message: string, path: string, code?: Problem['code']) => void

export type WireObject = Readonly<Record<string, unknown>>

export function isWireObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A report that adds the node, edge or step to each problem. */
export function reportFor(
  owner: Pick<Problem, 'node_id' | 'edge_id' | 'step_id'>,
  report: ReportProblem,
): ReportProblem {
  return (problem) => report({ ...problem, ...owner })
}

export function faultTo(report: ReportProblem): Fault {
  return (message, path, code = 'bad_value') => report({ code, message, path })
}

/** Text, or undefined when absent or blank; anything else is reported and left out. */
export function readOptionalText(
  value: unknown,
  path: string,
  fault: Fault,
  code?: Problem['code'],
): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  fault(`${show(value)} is not text`, path, code)
  return undefined
}

/** Absent, or text with nothing in it. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** One of the choices; the first when absent. */
export function readChoice<Choice extends string>(
  value: unknown,
  choices: readonly [Choice, ...Choice[]],
  path: string,
  fault: Fault,
): Choice {
  if (value === undefined || value === null) return choices[0]
  const choice = choices.find((candidate) => candidate === value)
  if (choice === undefined) fault(`${show(value)} is not one of ${choices.join(', ')}`, path)
  return choice ?? choices[0]
}

/** True or false; the fallback when absent. */
export function readFlag(value: unknown, fallback: boolean, path: string, fault: Fault): boolean {
  if (typeof value === 'boolean') return value
  if (value !== undefined && value !== null) fault(`${show(value)} is neither true nor false`, path)
  return fallback
}

/** The list, or an empty one when absent; anything else is reported. */
export function readList(value: unknown, path: string, fault: Fault): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  fault(`${show(value)} is not a list`, path)
  return []
}

/** Names of properties, each once. */
export function readNames(value: unknown, path: string, fault: Fault): readonly string[] {
  const names = readList(value, path, fault).flatMap((name, index) => readName(name, `${path}.${index}`, fault) ?? [])
  return [...new Set(names)]
}

/** The name of a property; anything else is reported. */
export function readName(value: unknown, path: string, fault: Fault): string | undefined {
  if (typeof value === 'string' && isPropertyName(value)) return value
  fault(
    `${show(value)} is not a valid property name`,
    path,
    typeof value === 'string' ? 'unknown_property' : 'bad_value',
  )
  return undefined
}

/** Ids and aliases occur in every problem, column and line of a plan. */
const LONGEST_ID = 200

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID
}

/** Why text is too long for an id or an alias. */
export function longIdFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length <= LONGEST_ID) return undefined
  return `${show(value)} has ${value.length} characters: expected at most ${LONGEST_ID}`
}

/** The given id, or the fallback, made unique: two edges or steps must never share a name inside a plan. */
export function uniqueId(given: unknown, fallback: string, taken: Set<string>): string {
  const wanted = isId(given) ? given : fallback
  let id = wanted
  for (let copy = 2; taken.has(id); copy += 1) id = `${wanted}#${copy}`
  taken.add(id)
  return id
}

/** An offending value, short enough for a message. Lists and objects are not looked into, because they may be deep. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  // Cut first: a long value may be shown thousands of times.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
