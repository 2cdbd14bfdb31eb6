import { idsOf, isSameValue, ownText, type PartKind, PARTS, type WireCanvas, type WirePart } from './wire-canvas.ts'

/** What two people made of one canvas, as one; or the parts in which their changes meet. */
export type Merged =
  { readonly ok: true; readonly canvas: WireCanvas } | { readonly ok: false; readonly clashes: readonly Clash[] }

/** Without an id: the order of the steps. */
export type Clash = { readonly kind: PartKind; readonly id?: string }

const KINDS = Object.keys(PARTS) as readonly PartKind[]
/** Where a node stands is nothing to ask about. */
const POSITION = 'position'

/**
 * Applies my changes since `base` to theirs. Changes of other parts never meet, nor do those of other keys of one part.
 * They do where both set one key to something else, one takes out what the other changed or tied a thread to, and both
 * change which steps there are or their order, which decides what they do.
 */
export function mergeCanvases(base: WireCanvas, mine: WireCanvas, theirs: WireCanvas): Merged {
  const clashes: Clash[] = []
  const merged = { nodes: [], edges: [], post_processors: [] } as Record<PartKind, readonly WirePart[]>
  for (const kind of KINDS) {
    const versions = { base: base[kind], mine: mine[kind], theirs: theirs[kind] }
    const order = orderOf(kind, versions)
    if (order === undefined) clashes.push({ kind })
    else
      merged[kind] = [...order].flatMap((id) => {
        const part = mergePart(id, versions)
        if (part === 'clash') clashes.push({ kind, id })
        return part === undefined || part === 'clash' ? [] : [part]
      })
  }
  if (clashes.length === 0) clashes.push(...looseThreads(merged))
  return clashes.length === 0 ? { ok: true, canvas: merged } : { ok: false, clashes }
}

type Versions = Readonly<Record<'base' | 'mine' | 'theirs', readonly WirePart[]>>

/** The ids of all parts, those that stay in their order; undefined where it is not clear which step comes first. */
function orderOf(kind: PartKind, versions: Versions): ReadonlySet<string> | undefined {
  const ids = (parts: readonly WirePart[]) => parts.map(({ id }) => id)
  const [base, mine, theirs] = [ids(versions.base), ids(versions.mine), ids(versions.theirs)]
  if (isSameValue(theirs, base)) return new Set([...mine, ...base])
  if (kind === 'post_processors' && !isSameValue(mine, base) && !isSameValue(mine, theirs)) return undefined
  return new Set([...theirs, ...mine, ...base])
}

/** The part that both lead to; undefined when it is gone. */
function mergePart(id: string, versions: Versions): WirePart | undefined | 'clash' {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map((parts) =>
    parts.find((part) => part.id === id),
  )
  if (isSameValue(mine, theirs) || isSameValue(mine, base)) return theirs
  if (isSameValue(theirs, base)) return mine
  // Moving a part that somebody else takes out is no change of it.
  if (!mine || !theirs) return isSamePart(mine ?? theirs!, base) ? undefined : 'clash'
  return mergeKeys(base ?? { id }, mine, theirs)
}

const isSamePart = (part: WirePart, base: WirePart | undefined): boolean =>
  base !== undefined && isSameValue({ ...part, [POSITION]: null }, { ...base, [POSITION]: null })

function mergeKeys(base: WirePart, mine: WirePart, theirs: WirePart): WirePart | 'clash' {
  const merged: Record<string, unknown> = { ...theirs }
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    if (isSameValue(mine[key], base[key]) || isSameValue(mine[key], theirs[key])) continue
    if (!isSameValue(theirs[key], base[key])) {
      if (key === POSITION) continue
      return 'clash'
    }
    if (mine[key] === undefined) delete merged[key]
    else merged[key] = mine[key]
  }
  return merged as WirePart
}

/** Threads of which one took out the node at their end. */
function looseThreads({ nodes, edges }: WireCanvas): readonly Clash[] {
  const known = idsOf(nodes)
  const isTied = (edge: WirePart) =>
    [ownText(edge, 'source'), ownText(edge, 'target')].every((end) => end === undefined || known.has(end))
  return edges.filter((edge) => !isTied(edge)).map(({ id }) => ({ kind: 'edges', id }))
}
