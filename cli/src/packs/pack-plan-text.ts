import type { PackInstallReply, PackStep, ValueChange } from '@heddle/client'
import { isAtLeast, type Severity } from '../checks/fail-on.ts'
import { COLOURS, differenceLines, painter, SIGNS } from '../output/plan-text.ts'
import { harmless } from '../output/table.ts'

type Kind = 'new' | 'stricter' | 'milder' | 'changed' | 'removed' | 'unchanged'
const KINDS: readonly Kind[] = ['new', 'stricter', 'milder', 'changed', 'removed', 'unchanged']

/** The severity of a check that names none. */
const USUAL: Severity = 'medium'

/** What an installation changes: each check with its values before and after, and how many there are of each kind. */
export function packPlanText(
  { plan }: Pick<PackInstallReply, 'plan'>,
  { colour, columns }: { readonly colour: boolean; readonly columns: number },
): string {
  const paint = painter(colour)
  const lines = plan
    .filter(({ action }) => action !== 'unchanged')
    .flatMap((step) => {
      const kind = kindOf(step)
      const title = `${SIGNS[step.action]} ${harmless(step.check)}  ${harmless(step.title)}`
      return [
        paint(COLOURS[step.action], kind === 'stricter' || kind === 'milder' ? `${title} (${kind})` : title),
        ...(step.diff ?? []).flatMap((difference) => differenceLines(difference, paint, columns)),
      ]
    })
  const counts = KINDS.flatMap((kind) => {
    const count = plan.filter((step) => kindOf(step) === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  return [...lines, ...(lines.length === 0 ? [] : ['']), counts.join(', '), ''].join('\n')
}

function kindOf({ action, diff }: PackStep): Kind {
  if (action === 'create') return 'new'
  if (action === 'delete') return 'removed'
  if (action === 'unchanged') return 'unchanged'
  const turns = new Set((diff ?? []).map(turnOf))
  if (turns.has('stricter') === turns.has('milder')) return 'changed'
  return turns.has('stricter') ? 'stricter' : 'milder'
}

/** Expectations that are there or not. */
const WHOLE: ReadonlySet<string> = new Set(['expect', 'expect.rows', 'expect.every'])

/** Whether a check fails more or less easily, or worse, than before; undefined where a value does not tell. */
function turnOf({ path, before, after }: ValueChange): 'stricter' | 'milder' | undefined {
  if (path === 'severity') {
    const [old, now] = [before ?? USUAL, after ?? USUAL] as [Severity, Severity]
    return isAtLeast(now, old) ? 'stricter' : 'milder'
  }
  // A person judges instead of failing it.
  if (path === 'look') return after === true ? 'milder' : 'stricter'
  if (WHOLE.has(path)) return before === null ? 'stricter' : after === null ? 'milder' : undefined
  if (path === 'expect.rows.max') return turnOfLimit(numberOf(after, Infinity) - numberOf(before, Infinity))
  if (path === 'expect.rows.min') return turnOfLimit(numberOf(before, 0) - numberOf(after, 0))
  return undefined
}

const numberOf = (value: unknown, absent: number): number => (typeof value === 'number' ? value : absent)
const turnOfLimit = (difference: number) => (difference < 0 ? 'stricter' : 'milder')
