import { connectedParts } from '../../canvas/graph.ts'
import { parseCanvas } from '../../canvas/parse-canvas.ts'
import type { Problem } from '../../canvas/problem.ts'
import type { WireObject } from '../../canvas/wire.ts'
import { applyEdits } from './canvas-edit.ts'
import type { CheckParts } from './check-parts.ts'
import { editsOf, type ProposedPart } from './parts.ts'
import { namedProperty, proposedPartAt, placeIn } from './problem-place.ts'
import type { WireLists } from './proposal.ts'

type Dropped = { readonly parts: readonly ProposedPart[]; readonly notes: readonly Problem[] }

/** Each round leaves out at least one thing, and a proposal has fewer. */
const MOST_ROUNDS = 300
/** How many parts are tried for one problem that names none of them. */
const MOST_TRIED = 24

/**
 * Leaves out what the rules of canvases reject, as little as possible: a filter, a property, else the step, edge or
 * node, with whatever depends on it. Each is named with the code of its problem. What the user drew stays.
 */
export function dropProblems(base: WireLists, parts: readonly ProposedPart[], check: CheckParts): Dropped {
  const notes: Problem[] = []
  let left = parts
  for (let round = 0; round < MOST_ROUNDS && left.length > 0; round++) {
    const problems = check(left)
    // First what has a culprit: separate parts and cycles often follow from it.
    const problem = problems.find((one) => proposedPartAt(one, left)) ?? problems[0]
    if (!problem) break
    const step = dropOne(base, left, problem, problems.length, check)
    left = step.parts
    notes.push(noteOf(problem, step.what))
  }
  return { parts: left, notes }
}

type Step = { readonly parts: readonly ProposedPart[]; readonly what: string }

function dropOne(
  base: WireLists,
  parts: readonly ProposedPart[],
  problem: Problem,
  count: number,
  check: CheckParts,
): Step {
  if (problem.code === 'disconnected_graph') {
    const step = dropLoose(base, parts)
    if (step) return step
  }
  const part = proposedPartAt(problem, parts)
  if (!part) return dropGuilty(parts, problem, count, check)
  const smaller = part.after && withoutFault(part, part.after, problem)
  if (!smaller) return { parts: withoutParts(parts, [part]), what: nameOf(part) }
  const { after, what } = smaller
  const isUndone = JSON.stringify(after) === JSON.stringify(part.before)
  return { parts: parts.flatMap((one) => (one !== part ? one : isUndone ? [] : { ...part, after })), what }
}

/** The part without the detail that is at fault; undefined if it cannot do without it. */
function withoutFault(
  part: ProposedPart,
  after: WireObject,
  problem: Problem,
): { after: WireObject; what: string } | undefined {
  if (part.kind !== 'node') return undefined
  const [key = '', place] = placeIn(problem)
  const list = after[key]
  if (key === 'filters' && Array.isArray(list) && place !== undefined)
    return { after: { ...after, filters: list.toSpliced(Number(place), 1) }, what: `a filter of ${nameOf(part)}` }
  if (key === 'properties' && Array.isArray(list)) {
    const wrong = place === undefined ? namedProperty(problem, list) : (list[Number(place)] as unknown)
    if (wrong === undefined) return undefined
    return {
      after: { ...after, properties: list.filter((name: unknown) => name !== wrong) },
      what: `a property of ${nameOf(part)}`,
    }
  }
  if (!['alias', 'scope_dn', 'primary'].includes(key) || after[key] === part.before?.[key]) return undefined
  const { [key]: _wrong, ...rest } = after
  const previous = part.before && Object.hasOwn(part.before, key) ? { ...after, [key]: part.before[key] } : rest
  return { after: previous, what: `\`${key}\` of ${nameOf(part)}` }
}

/** New nodes that nothing joins to the user's, or to most of the other new ones. */
function dropLoose(base: WireLists, parts: readonly ProposedPart[]): Step | undefined {
  const { canvas } = parseCanvas(applyEdits(base, editsOf(base, parts)))
  const added = new Map(parts.flatMap((part) => (part.kind === 'node' && part.op === 'add' ? [[part.id, part]] : [])))
  const groups = connectedParts(canvas)
  const [kept] = [...groups].sort((a, b) => own(b, added) - own(a, added) || b.length - a.length)
  const loose = groups.flatMap((group) => (group === kept ? [] : group.flatMap((id) => added.get(id) ?? [])))
  return loose.length === 0 ? undefined : { parts: withoutParts(parts, loose), what: loose.map(nameOf).join(', ') }
}

const own = (group: readonly string[], added: ReadonlyMap<string, ProposedPart>): number =>
  group.filter((id) => !added.has(id)).length

/** The problem is on a part of the user's, or on none: the edit goes without which there are the fewest problems. */
function dropGuilty(parts: readonly ProposedPart[], problem: Problem, count: number, check: CheckParts): Step {
  // A cycle is made of edges; otherwise what comes last depends on the rest.
  const likely = problem.code === 'cyclic_graph' ? parts.filter(({ kind }) => kind === 'edge') : parts
  const tried = [...(likely.length > 0 ? likely : parts)].reverse().slice(0, MOST_TRIED)
  let best: { left: readonly ProposedPart[]; problems: number; part: ProposedPart } | undefined
  for (const part of tried) {
    const left = withoutParts(parts, [part])
    const problems = check(left).length
    if (!best || problems < best.problems) best = { left, problems, part }
    if (problems < count && problems === 0) break
  }
  return best ? { parts: best.left, what: nameOf(best.part) } : { parts: [], what: 'everything' }
}

/** Without some parts and those that make no sense without them. */
function withoutParts(parts: readonly ProposedPart[], dropped: readonly ProposedPart[]): readonly ProposedPart[] {
  const gone = new Set(dropped)
  for (const part of gone) for (const other of parts) if (dependsOn(other, part)) gone.add(other)
  return parts.filter((part) => !gone.has(part))
}

function dependsOn(part: ProposedPart, other: ProposedPart): boolean {
  if (part === other) return false
  // A node is removed with all of its edges, or stays with all of them.
  if (other.op === 'remove') return part.op === 'remove' && (part.because === other.id || other.because === part.id)
  const isNewNode = other.kind === 'node' && other.op === 'add'
  return isNewNode && part.kind === 'edge' && (part.after?.source === other.id || part.after?.target === other.id)
}

const KINDS = { node: 'node', edge: 'edge', step: 'step' } as const

function nameOf({ op, kind, id }: ProposedPart): string {
  const what = `${KINDS[kind]} ${id}`
  return op === 'remove' ? `the removal of ${what}` : op === 'change' ? `the change of ${what}` : what
}

function noteOf({ code, message, suggestions }: Problem, what: string): Problem {
  return {
    code,
    message: `${message}; left out: ${what}`,
    ...(suggestions && suggestions.length > 0 ? { suggestions } : {}),
  }
}
