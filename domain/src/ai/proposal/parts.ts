import { uniqueId, type WireObject } from '../../canvas/wire.ts'
import type { ProposedEdit } from './canvas-edit.ts'
import type { WireLists } from './proposal.ts'

export type ProposedKind = ProposedEdit['kind']

/** What a proposal does with one node, edge or step of the canvas. Each has at most one. */
export type ProposedPart = {
  readonly op: ProposedEdit['op']
  readonly kind: ProposedKind
  readonly id: string
  readonly before: WireObject | null
  readonly after: WireObject | null
  readonly reason: string
  /** An edge that goes because this node does. */
  readonly because?: string
  /** A new step stands before the one, else after the other, else at the end. */
  readonly place?: { readonly before: string | undefined; readonly after: string | undefined }
}

/** The parts of the existing canvas by id; those without an id have the one that the rules of canvases give them. */
export type KnownParts = Readonly<Record<ProposedKind, ReadonlyMap<string, WireObject>>>

export function knownParts({ nodes, edges, post_processors }: WireLists): KnownParts {
  return { node: byId(nodes, 'node'), edge: byId(edges, 'edge'), step: byId(post_processors, 'step') }
}

function byId(list: readonly WireObject[], kind: ProposedKind): ReadonlyMap<string, WireObject> {
  const taken = new Set<string>()
  return new Map(list.map((part, index) => [uniqueId(part.id, `${kind}-${index + 1}`, taken), part]))
}

const ORDER: readonly (readonly [ProposedEdit['op'], ProposedKind])[] = [
  // Edges first: an edge never points to a node that is gone.
  ['remove', 'edge'],
  ['remove', 'node'],
  ['remove', 'step'],
  ['change', 'node'],
  ['add', 'node'],
  ['change', 'edge'],
  ['add', 'edge'],
  ['change', 'step'],
  ['add', 'step'],
]

/** The parts as edits, in an order in which each can be applied after those before it. */
export function editsOf(base: WireLists, parts: readonly ProposedPart[]): readonly ProposedEdit[] {
  const removed = new Set(parts.flatMap(({ op, kind, id }) => (op === 'remove' && kind === 'step' ? [id] : [])))
  const steps = [...knownParts(base).step.keys()].filter((id) => !removed.has(id))
  return ORDER.flatMap(([op, kind]) => parts.filter((part) => part.op === op && part.kind === kind)).map(
    (part): ProposedEdit => {
      const { op, kind, id, before, after, reason } = part
      const at = kind === 'step' && op !== 'remove' ? { at: placeOf(part, steps) } : {}
      return { op, kind, id, ...at, before, after, reason }
    },
  )
}

/** Where a step is or goes; a new one is added to `steps`. */
function placeOf({ op, id, place }: ProposedPart, steps: string[]): number {
  if (op === 'change') return steps.indexOf(id)
  const ahead = place?.before === undefined ? -1 : steps.indexOf(place.before)
  const behind = place?.after === undefined ? -1 : steps.indexOf(place.after)
  const at = ahead >= 0 ? ahead : behind >= 0 ? behind + 1 : steps.length
  steps.splice(at, 0, id)
  return at
}
