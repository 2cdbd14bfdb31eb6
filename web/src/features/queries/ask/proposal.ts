import { applyChange, type CanvasChange } from '@heddle/domain/canvas-editing/changes.ts'
import { diffCanvases, type PartDiff } from '@heddle/domain/canvas-editing/diff.ts'
import {
  ownText,
  type PartKind,
  type WireCanvas,
  type WirePart,
  wireCanvas,
} from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { Wire } from '../../../lib/api/wire.ts'

/** What AI answered to a question, as far as it is neither accepted nor rejected. */
export type Proposal = {
  readonly question: string
  /** The canvas that it leads to. */
  readonly target: WireCanvas
  readonly name: string
  readonly description: string
  readonly explanation: string
  /** Why each part is there, or goes; by kind and id. */
  readonly reasons: ReadonlyMap<string, string>
  /** What was left out, and what is wrong with the rest. */
  readonly notes: readonly string[]
  readonly spent: Wire.AiSpent
}

const KINDS = { node: 'nodes', edge: 'edges', step: 'post_processors' } as const satisfies Record<string, PartKind>

export const partKey = ({ kind, id }: Pick<PartDiff, 'kind' | 'id'>): string => `${kind} ${id}`

export function proposalOf(question: string, reply: Wire.GenerateQueryReply): Proposal {
  const { name, description, explanation, validation, spent } = reply
  const reasons = [...reply.reasons, ...(reply.changes ?? [])].map(
    ({ kind, id, reason }) => [partKey({ kind: KINDS[kind], id }), reason] as const,
  )
  const notes = [...validation.errors, ...validation.warnings].map(({ message }) => message)
  return {
    ...{ question, name, description, explanation, spent, notes },
    target: wireCanvas(reply),
    reasons: new Map(reasons.filter(([, reason]) => reason !== '')),
  }
}

/** What there still is to decide. */
export const openParts = (canvas: WireCanvas, { target }: Proposal): readonly PartDiff[] => diffCanvases(canvas, target)

/** The edits that take these parts over from another canvas; where a node is drawn stays. */
export function changesTowards(from: WireCanvas, to: WireCanvas, parts: readonly PartDiff[]): readonly CanvasChange[] {
  const changes: CanvasChange[] = []
  let canvas = from
  for (const part of parts) {
    const change = changeTowards(canvas, to, part)
    canvas = applyChange(canvas, change)
    changes.push(change)
  }
  return changes
}

function changeTowards(canvas: WireCanvas, to: WireCanvas, { kind, id }: PartDiff): CanvasChange {
  const wanted = partOf(to, kind, id)
  if (!wanted) return { type: 'remove', kind, ids: [id] }
  const own = partOf(canvas, kind, id)
  const part = own?.position === undefined ? wanted : { ...wanted, position: own.position }
  return { type: 'add', kind, parts: [part], at: placeIn(canvas[kind], to[kind], id) }
}

/** The parts that are accepted with one: a thread needs its classes, and a class brings what it then completes. */
export function acceptedWith(canvas: WireCanvas, proposal: Proposal, part: PartDiff): readonly PartDiff[] {
  const open = openParts(canvas, proposal)
  const { target } = proposal
  const added = (kind: PartKind) => open.filter((one) => one.kind === kind && one.mark === 'added')
  if (part.kind === 'nodes' && part.mark !== 'removed') {
    const known = new Set([...canvas.nodes.map(({ id }) => id), part.id])
    const threads = added('edges').filter(({ id }) => {
      const ends = endsOf(partOf(target, 'edges', id))
      return ends.includes(part.id) && ends.every((end) => known.has(end))
    })
    return [part, ...threads]
  }
  if (part.kind !== 'edges' || part.mark === 'removed') return [part]
  const ends = endsOf(partOf(target, 'edges', part.id))
  return [...added('nodes').filter(({ id }) => ends.includes(id)), part]
}

const partOf = (canvas: WireCanvas, kind: PartKind, id: string): WirePart | undefined =>
  canvas[kind].find((part) => part.id === id)

const endsOf = (thread: WirePart | undefined): readonly string[] =>
  thread ? [ownText(thread, 'source') ?? '', ownText(thread, 'target') ?? ''] : []

/** After the nearest part before it that is there already: the order of steps matters. */
function placeIn(own: readonly WirePart[], wanted: readonly WirePart[], id: string): number {
  const before = wanted
    .slice(
      0,
      wanted.findIndex((part) => part.id === id),
    )
    .map((part) => part.id)
  return own.findLastIndex((part) => before.includes(part.id)) + 1
}

/** A reason with the classes that it names, so that they can lead to their pages. */
export function withClasses(
  reason: string,
  classes: ReadonlySet<string>,
): readonly { readonly text: string; readonly isClass: boolean }[] {
  return reason
    .split(/([A-Za-z][A-Za-z0-9]*)/)
    .filter((text) => text !== '')
    .map((text) => ({ text, isClass: classes.has(text) }))
}
