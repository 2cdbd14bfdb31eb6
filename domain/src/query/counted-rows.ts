import type { PostProcessorStep } from '../canvas/canvas.ts'
import { findKnownClass } from '../mim/known-classes.ts'
import type { ClassModel } from '../mim/model.ts'
import { isPlainCount } from '../post-processing/group.ts'
import type { Fetch, TableAccess } from './plan.ts'

/**
 * Whether only the number of objects matters, and the controller can count them: the steps begin with a `group` that
 * counts all rows and nothing else, and no condition is left to check here.
 */
export function isCountedOnly(
  fetches: readonly Fetch[],
  steps: readonly PostProcessorStep[],
  model: ClassModel,
): boolean {
  const [only, ...others] = fetches
  const [table, ...nested] = only?.tables ?? []
  if (only === undefined || table === undefined || others.length > 0 || nested.length > 0) return false
  if (table.local !== undefined || !isPlainCount(steps.find(({ enabled }) => enabled))) return false
  const { access } = only
  if (access.kind !== 'union') return isCountable(access)
  const { class_names = [table.class_name] } = table
  return (
    access.parts.every((part) => part.local === undefined && isCountable(part.access)) &&
    areDisjoint(class_names, model)
  )
}

/** Groups of filters may find an object several times. */
const isCountable = (access: Exclude<TableAccess, { kind: 'union' }>): boolean =>
  access.kind === 'query' && access.groups === undefined

/** Whether no object can be of two of the classes. */
function areDisjoint(classes: readonly string[], model: ClassModel): boolean {
  const members = [...new Set(classes)].map((name) => membersOf(name, model))
  const all = members.flatMap((names) => [...(names ?? [])])
  return !members.includes(undefined) && new Set(all).size === all.length
}

const membersOf = (name: string, model: ClassModel): ReadonlySet<string> | undefined =>
  model.membersOf(name) ?? (findKnownClass(name) === undefined ? undefined : new Set([name]))
