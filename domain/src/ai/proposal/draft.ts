import type { Problem } from '../../canvas/problem.ts'
import type { WireObject } from '../../canvas/wire.ts'
import type { JoinModel } from '../../retrieval/model.ts'
import type { KnownParts, ProposedPart, ProposedKind } from './parts.ts'
import type { CanvasProposal, WireLists } from './proposal.ts'

/** A proposal on its way to edits. */
export type ProposalDraft = {
  readonly base: WireLists
  readonly known: KnownParts
  readonly proposal: CanvasProposal
  readonly model: JoinModel
  readonly parts: ProposedPart[]
  /** What was left out, for people to know. */
  readonly notes: Problem[]
}

/** A part as it will be, whether the proposal touches it or not. */
export function currentPart(
  { known, parts }: Pick<ProposalDraft, 'known' | 'parts'>,
  kind: ProposedKind,
  id: string,
): WireObject | undefined {
  const part = parts.find((one) => one.kind === kind && one.id === id)
  return part ? (part.after ?? undefined) : known[kind].get(id)
}

/** Every node or edge as it will be, by id. */
export function currentParts(
  { known, parts }: Pick<ProposalDraft, 'known' | 'parts'>,
  kind: ProposedKind,
): ReadonlyMap<string, WireObject> {
  const current = new Map(known[kind])
  for (const { kind: changed, id, after } of parts) {
    if (changed !== kind) continue
    if (after === null) current.delete(id)
    else current.set(id, after)
  }
  return current
}

/** An id that nothing of the draft has, readable and short. */
export function freshId(
  { known, parts }: Pick<ProposalDraft, 'known' | 'parts'>,
  kind: ProposedKind,
  wanted: string,
): string {
  const isTaken = (id: string) => known[kind].has(id) || parts.some((part) => part.kind === kind && part.id === id)
  const readable =
    wanted
      .replace(/[^\w.-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || kind
  let id = readable
  for (let copy = 2; isTaken(id); copy += 1) id = `${readable}-${copy}`
  return id
}

/** The changed part, or undefined if nothing differs. Keys that the proposal does not name stay as they are. */
export function changeOf(before: WireObject, changed: WireObject): WireObject | undefined {
  const differing = Object.entries(changed).filter(
    ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[key]),
  )
  return differing.length === 0 ? undefined : { ...before, ...Object.fromEntries(differing) }
}
