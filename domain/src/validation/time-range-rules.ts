import type { Canvas, CanvasNode, TimeRange } from '../canvas/canvas.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import type { Problem } from '../canvas/problem.ts'
import { knownProperties } from '../canvas/row-columns.ts'
import { show } from '../canvas/wire.ts'
import { hasHistory, timePropertyOf } from '../mim/history-classes.ts'
import type { ClassModel } from '../mim/model.ts'
import { boundInstant } from '../values/instants.ts'

type Problems = { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] }

/** Faults and warnings about ranges of time: ends that are no instants, and classes whose objects have no time. */
export function timeRangeProblems({ nodes }: Canvas, model: ClassModel): Problems {
  const checked = nodes.map((node, index) => rangeProblems(node, `nodes.${index}.time_range`, model))
  return { errors: checked.flatMap(({ errors }) => errors), warnings: checked.flatMap(({ warnings }) => warnings) }
}

function rangeProblems(node: CanvasNode, path: string, model: ClassModel): Problems {
  const { id: node_id, time_range } = node
  if (time_range === undefined) return { errors: [], warnings: [] }
  const classes = nodeClasses(node)
  const timeless = classes.filter((name) => !hasTime(name, model))
  const isTimeless = classes.length > 0 && timeless.length === classes.length
  const errors: Problem[] = [
    ...endFaults(time_range).map(({ message, end }) => ({
      code: 'bad_value' as const,
      message,
      node_id,
      path: `${path}${end}`,
    })),
    ...(isTimeless ? [{ code: 'unknown_property' as const, message: noTime(classes), node_id, path }] : []),
  ]
  const warnings = classes
    .filter((name) => !isTimeless && !hasHistory(name, model))
    .map((name) => ({ code: 'no_history' as const, message: noHistory(name, timeless.includes(name)), node_id, path }))
  return { errors, warnings }
}

const hasTime = (className: string, model: ClassModel): boolean =>
  knownProperties(className, model)?.has(timePropertyOf(className, model)) !== false

const noTime = (classes: readonly string[]): string =>
  `objects of ${classes.join(' and ')} do not have the time of their creation, so no range of time can be searched`

const noHistory = (className: string, isTimeless: boolean): string =>
  isTimeless
    ? `objects of ${className} do not have the time of their creation, so none of them is found`
    : `the controller keeps no history of ${className}, so its objects are filtered by \`created\``

function endFaults({ from, to }: TimeRange): readonly { readonly message: string; readonly end: string }[] {
  const faults = (['from', 'to'] as const).flatMap((end) => {
    const text = end === 'from' ? from : to
    if (text === undefined || boundInstant(text) !== undefined) return []
    return [
      {
        message: `${show(text)} is not an instant: expected one like 2026-03-01T12:00:00Z, a date, or {{now-24h}}`,
        end: `.${end}`,
      },
    ]
  })
  if (faults.length > 0 || from === undefined || to === undefined) return faults
  const isBackwards = (boundInstant(from) ?? 0) > (boundInstant(to) ?? 0)
  return isBackwards ? [{ message: `it begins at ${from}, after its end at ${to}`, end: '' }] : []
}
