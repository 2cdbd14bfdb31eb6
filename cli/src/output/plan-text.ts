import type { ImportStep, ValueChange } from '@heddle/client'
import { styleText } from 'node:util'
import { harmless } from './table.ts'

const SIGNS = { create: '+', change: '~', delete: '-', unchanged: ' ' } as const
const COLOURS = { create: 'green', change: 'yellow', delete: 'red', unchanged: 'dim' } as const
const INDENT = '    '

const plain = { validateStream: false } as const

/** A plan as people read it: what is created, changed and deleted, each value before and after, and a summary. */
export function planText(
  plan: readonly ImportStep[],
  { colour, columns }: { readonly colour: boolean; readonly columns: number },
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    colour ? styleText(style, text, plain) : text
  const steps = plan.filter(({ action }) => action !== 'unchanged')
  const lines = steps.flatMap(({ action, kind, name, diff }) => [
    paint(COLOURS[action], `${SIGNS[action]} ${kind.replaceAll('_', ' ')} "${harmless(name)}"`),
    ...(diff ?? []).flatMap((difference) => differenceLines(difference, paint, columns)),
  ])
  return [...lines, ...(lines.length === 0 ? [] : ['']), summary(plan), ''].join('\n')
}

/** On one line if it fits, else with the two values below each other. */
function differenceLines(
  { path, before, after }: ValueChange,
  paint: (style: 'green' | 'red', text: string) => string,
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
  const count = (wanted: ImportStep['action']): number => plan.filter(({ action }) => action === wanted).length
  if (plan.every(({ action }) => action === 'unchanged')) return `Nothing to do: ${count('unchanged')} unchanged.`
  return `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete, ${count('unchanged')} unchanged.`
}
