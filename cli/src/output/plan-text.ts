import type { ImportStep, ValueChange } from '@heddle/client'
import { styleText } from 'node:util'
import { type Drift, driftKey, keyOf, NO_DRIFT } from '../files/drift.ts'
import { harmless } from './table.ts'

export const SIGNS = { create: '+', change: '~', delete: '-', unchanged: ' ' } as const
export const COLOURS = { create: 'green', change: 'yellow', delete: 'red', unchanged: 'dim' } as const
const INDENT = '    '

const plain = { validateStream: false } as const

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string
/** Writes in colours, or leaves the text as it is. */
export const painter =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, plain) : text

/** A plan as people read it: what is created, changed and deleted, each value before and after, and a summary. */
export function planText(
  plan: readonly ImportStep[],
  { colour, columns, drift = NO_DRIFT }: { readonly colour: boolean; readonly columns: number; readonly drift?: Drift },
): string {
  const paint = painter(colour)
  const steps = plan.filter(({ action }) => action !== 'unchanged')
  const lines = steps.flatMap((step) => {
    const { action, kind, name, diff } = step
    const theirs = drift.keys.get(driftKey(step))
    const isTheirs = ({ path }: ValueChange): boolean => theirs?.has(keyOf(path)) === true
    return [
      paint(COLOURS[action], `${SIGNS[action]} ${kind.replaceAll('_', ' ')} "${harmless(name)}"`),
      ...factLines(step, theirs).map((line) => `${INDENT}${paint('yellow', line)}`),
      ...(diff ?? []).flatMap((difference) => [
        ...differenceLines(difference, paint, columns),
        ...(isTheirs(difference) ? [`${INDENT}  ${paint('yellow', DRIFTED)}`] : []),
      ]),
    ]
  })
  const left = plan.flatMap(({ name, left_to: owner }) =>
    owner === undefined ? [] : `  scheduled task "${harmless(name)}" is of ${harmless(owner)}: it stays as it is`,
  )
  const secrets = plan.flatMap(({ action, kind, name, needs_secret: secret }) =>
    action !== 'unchanged' || secret === undefined
      ? []
      : [`  ${kind.replaceAll('_', ' ')} "${harmless(name)}" ${needs(secret, name)}`],
  )
  const all = [...lines, ...left, ...secrets]
  return [...all, ...(all.length === 0 ? [] : ['']), summary(plan), ''].join('\n')
}

const DRIFTED = '^ changed on the server since you pulled'

/** What a step means beyond its values. */
function factLines(
  { action, kind, name, renamed_from, loses, twins, needs_secret: secret }: ImportStep,
  theirs: ReadonlySet<string> | undefined,
) {
  const lost = loses && lostText(loses)
  return [
    ...(renamed_from === undefined
      ? []
      : [`renamed from "${harmless(renamed_from)}"${kind === 'saved_query' ? ': its history stays' : ''}`]),
    ...(lost ? [`with ${lost}`] : []),
    ...(secret === undefined ? [] : [needs(secret, name)]),
    ...(action === 'delete' && theirs ? ['changed on the server since you pulled'] : []),
    ...(twins === undefined
      ? []
      : [`${count(twins, 'other user has', 'other users have')} it already: both would run`]),
  ]
}

const SETTERS = { password: 'connection password', token: 'automation token' } as const

const needs = (secret: keyof typeof SETTERS, name: string): string =>
  `needs a ${secret}, which no file holds: set it with \`heddle ${SETTERS[secret]} "${harmless(name)}"\``

const lostText = ({ executions, snapshots, schedules }: NonNullable<ImportStep['loses']>): string =>
  [
    ...(snapshots > 0 ? [count(snapshots, 'snapshot', 'snapshots')] : []),
    ...(executions > 0 ? [count(executions, 'run', 'runs')] : []),
    ...(schedules > 0 ? [count(schedules, 'scheduled task', 'scheduled tasks')] : []),
  ].join(', ')

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** On one line if it fits, else with the two values below each other. */
export function differenceLines(
  { path, before, after }: ValueChange,
  paint: Paint,
  columns: number,
): readonly string[] {
  const [old, next] = [shown(before), shown(after)]
  const start = `${INDENT}${harmless(path)}: `
  if (start.length + old.length + next.length + 3 <= columns)
    return [`${start}${paint('red', old)} → ${paint('green', next)}`]
  return [start.trimEnd(), `${INDENT}  ${paint('red', `- ${old}`)}`, `${INDENT}  ${paint('green', `+ ${next}`)}`]
}

const shown = (value: unknown): string =>
  value === undefined || value === null ? 'nothing' : harmless(JSON.stringify(value))

function summary(plan: readonly ImportStep[]): string {
  const of = (wanted: ImportStep['action']): number => plan.filter(({ action }) => action === wanted).length
  if (plan.every(({ action }) => action === 'unchanged')) return `Nothing to do: ${of('unchanged')} unchanged.`
  return `${of('create')} to create, ${of('change')} to change, ${of('delete')} to delete, ${of('unchanged')} unchanged.`
}
