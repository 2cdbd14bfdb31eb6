import type { PartDiff } from '@heddle/domain/canvas-editing/diff.ts'
import { isSameValue, ownText, type WirePart } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { filterLine } from '../../../canvas/layout/filter-line.ts'
import { describeStep } from '../../../canvas/steps/describe-step.ts'
import { recordIn } from '../../../canvas/steps/step-config.ts'
import { words } from './words.ts'

const text = words.changed

/** What is different in a part, key by key with its values: `filter added: ip starts with 192.168.` */
export const partChanges = ({ keys }: Pick<PartDiff, 'keys'>, before: WirePart, after: WirePart): readonly string[] =>
  keys.flatMap((key) => changesOf(key, before, after))

function changesOf(key: string, before: WirePart, after: WirePart): readonly string[] {
  if (key === 'config') return [configChange(before, after)]
  const [old, now] = [before[key], after[key]]
  // A list may be missing where it is empty.
  const [oldList, newList] = [old ?? [], now ?? []]
  if (Array.isArray(oldList) && Array.isArray(newList)) return listChanges(key, oldList, newList)
  return [text.value(key, shown(old), shown(now))]
}

function configChange(before: WirePart, after: WirePart): string {
  const [old, now] = [before, after].map((step) => describeStep(ownText(step, 'type') ?? '', recordIn(step['config'])))
  return old === now ? text.settings : text.value('', old || text.nothing, now || text.nothing)
}

/** Items that only one of them has. Where they have the same ones, their order differs. */
function listChanges(key: string, old: readonly unknown[], now: readonly unknown[]): readonly string[] {
  const without = (items: readonly unknown[], others: readonly unknown[]) =>
    items.filter((item) => !others.some((other) => isSameValue(item, other)))
  const line = key === 'filters' ? filterLine : shown
  const lines = [
    ...without(now, old).map((item) => text.added(key, line(item))),
    ...without(old, now).map((item) => text.removed(key, line(item))),
  ]
  return lines.length > 0 ? lines : [text.reordered(key)]
}

const MOST = 120

function shown(value: unknown): string {
  if (value === undefined) return text.nothing
  const all = typeof value === 'string' ? value || '""' : JSON.stringify(value)
  return all.length > MOST ? `${all.slice(0, MOST)}…` : all
}
