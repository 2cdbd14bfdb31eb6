import type { Join } from '../../canvas/canvas.ts'
import type { WireObject } from '../../canvas/wire.ts'
import { chooseJoin, type ChosenJoin, type JoinLink } from './choose-join.ts'
import { currentPart, currentParts, freshId, type ProposalDraft } from './draft.ts'
import type { NodeIds } from './draft-nodes.ts'
import { nameClass } from './name-class.ts'
import type { ProposedEdge } from './proposal.ts'

/** Adds the edges of a proposal to the draft as the class model has them, and changes those that exist already. */
export function draftEdges(draft: ProposalDraft, ids: NodeIds, removed: ReadonlySet<string>): void {
  for (const edge of draft.proposal.edges) {
    if (removed.has(edge.id)) continue
    const before = draft.known.edge.get(edge.id)
    if (before) changeEdge(draft, edge, before, ids)
    else addEdge(draft, edge, ids)
  }
}

/** Nodes are meant by their id, or by their alias or class if only one has it. */
function findNode(draft: ProposalDraft, ids: NodeIds, written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  const known = ids.get(written)
  if (known !== undefined) return known
  const nodes = currentParts(draft, 'node')
  if (nodes.has(written)) return written
  const className = written.replace(':', '')
  const named = [...nodes].filter(([, node]) => node.alias === written || node.class_name === className)
  return named.length === 1 ? named[0]![0] : undefined
}

type Ends = { readonly source: string; readonly target: string; readonly join: Join }

function choose(draft: ProposalDraft, edge: ProposedEdge, { source, target, join }: Ends): ChosenJoin | undefined {
  const [from, to] = [currentPart(draft, 'node', source), currentPart(draft, 'node', target)]
  const narrowsTarget = to?.scope_dn !== undefined || (Array.isArray(to?.filters) && to.filters.length > 0)
  const through = edge.through === undefined ? undefined : nameClass(edge.through, draft.model.engine)
  const ends = { source: classOf(from), target: classOf(to) }
  const { kind, on } = edge
  return chooseJoin({ ...ends, join, kind, through, on, narrowsTarget }, draft.model)
}

const classOf = (node: WireObject | undefined): string => (typeof node?.class_name === 'string' ? node.class_name : '')

function addEdge(draft: ProposalDraft, edge: ProposedEdge, ids: NodeIds): void {
  const source = findNode(draft, ids, edge.source)
  const target = findNode(draft, ids, edge.target)
  const join = edge.join ?? 'inner'
  const chosen =
    source !== undefined && target !== undefined ? choose(draft, edge, { source, target, join }) : undefined
  if (chosen) {
    addLinks(draft, edge, { source: source!, target: target!, join: chosen.join }, chosen)
    return
  }
  // As proposed: the rules of canvases say what is wrong with it.
  const id = freshId(draft, 'edge', edge.id)
  const through = edge.through === undefined ? {} : { kind: 'references', through: edge.through }
  const after = {
    id,
    source: source ?? edge.source ?? '',
    target: target ?? edge.target ?? '',
    kind: 'auto',
    ...through,
    join,
  }
  draft.parts.push({ op: 'add', kind: 'edge', id, before: null, after, reason: edge.reason })
}

/** One edge, or several with nodes between them, which are shared with other edges where that means the same. */
function addLinks(
  draft: ProposalDraft,
  edge: ProposedEdge,
  { source, target, join }: Ends,
  { links, note }: ChosenJoin,
): void {
  let from = source
  let joined = join
  for (const [index, link] of links.entries()) {
    const isLast = index === links.length - 1
    const shared = isLast ? undefined : sharedNode(draft, from, link.to, join)
    const to = isLast ? target : (shared ?? addMiddle(draft, link.to))
    if (shared === undefined) addLink(draft, edge, { source: from, target: to, join: joined }, { link, note })
    // Behind an edge that keeps its source everything belongs together, except where the class between is wanted too.
    joined = shared === undefined ? 'inner' : join
    from = to
  }
}

/** A node of the class in the middle that is joined to the source already. */
function sharedNode(draft: ProposalDraft, from: string, className: string, join: Join): string | undefined {
  if (join === 'without') return undefined
  const edges = [...currentParts(draft, 'edge').values()]
  return [...currentParts(draft, 'node')].find(([id, node]) => {
    const isJoined = edges.some((edge) => {
      const leads = edge.source === from && edge.target === id
      const follows = edge.source === id && edge.target === from
      return (edge.join ?? 'inner') === join && (leads || (follows && join === 'inner'))
    })
    return node.class_name === className && isJoined
  })?.[0]
}

function addMiddle(draft: ProposalDraft, className: string): string {
  const id = freshId(draft, 'node', className.replace(/^[a-z0-9]+(?=[A-Z])/, '').toLowerCase())
  const after = { id, class_name: className, filters: [], properties: [] }
  draft.parts.push({
    op: 'add',
    kind: 'node',
    id,
    before: null,
    after,
    reason: `${className} is what joins the classes around it.`,
  })
  return id
}

type NotedLink = { readonly link: JoinLink; readonly note: string | undefined }

function addLink(draft: ProposalDraft, edge: ProposedEdge, ends: Ends, { link, note }: NotedLink): void {
  const after = wireEdge(freshId(draft, 'edge', edge.id), ends, link)
  if (isDrawn(draft, after)) return
  const reason = [edge.reason, note].filter(Boolean).join(' ')
  draft.parts.push({ op: 'add', kind: 'edge', id: String(after.id), before: null, after, reason })
}

function wireEdge(id: string, { source, target, join }: Ends, { isTurned, meaning }: JoinLink): WireObject {
  const ends = isTurned ? { source: target, target: source } : { source, target }
  return { id, ...ends, ...meaning, join }
}

/** Answers repeat edges, also in the other direction. */
function isDrawn(draft: ProposalDraft, edge: WireObject): boolean {
  const meaning = ({ source, target, kind, through, join }: WireObject) =>
    JSON.stringify([source, target, kind, through, join])
  return [...currentParts(draft, 'edge').values()].some((other) => meaning(other) === meaning(edge))
}

/** Only what differs is decided anew: a join that the user drew by hand stays drawn. */
function changeEdge(draft: ProposalDraft, edge: ProposedEdge, before: WireObject, ids: NodeIds): void {
  const source = findNode(draft, ids, edge.source) ?? String(before.source)
  const target = findNode(draft, ids, edge.target) ?? String(before.target)
  const join = edge.join ?? joinOf(before)
  const through = edge.through === undefined ? undefined : nameClass(edge.through, draft.model.engine)
  const isTurnedBack = source === before.target && target === before.source && join === 'inner'
  const keepsEnds = (source === before.source && target === before.target) || isTurnedBack
  const after =
    keepsEnds && (through === undefined || through === before.through)
      ? { ...before, ...(join === joinOf(before) ? {} : { join }) }
      : redrawn(draft, { ...edge, through }, { source, target, join }, before)
  if (JSON.stringify(after) === JSON.stringify(before)) return
  draft.parts.push({ op: 'change', kind: 'edge', id: edge.id, before, after, reason: edge.reason })
}

const joinOf = ({ join }: WireObject): Join => (join === 'left' || join === 'without' ? join : 'inner')

/** The edge between other nodes or through another relation. One edge stays one: it cannot become two. */
function redrawn(draft: ProposalDraft, edge: ProposedEdge, ends: Ends, before: WireObject): WireObject {
  const chosen = choose(draft, edge, ends)
  const { kind: _kind, through: _through, on: _on, depth: _depth, ...rest } = before
  if (!chosen || chosen.links.length > 1)
    return { ...rest, source: ends.source, target: ends.target, kind: 'auto', join: ends.join }
  const { id: _id, ...drawn } = wireEdge('', { ...ends, join: chosen.join }, chosen.links[0]!)
  return { ...rest, ...drawn }
}
