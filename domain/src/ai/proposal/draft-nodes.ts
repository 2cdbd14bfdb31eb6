import { isWireObject, type WireObject } from '../../canvas/wire.ts'
import type { ClassModel } from '../../mim/model.ts'
import { changeOf, currentParts, freshId, type ProposalDraft } from './draft.ts'
import { nameClass, plainRemedy } from './name-class.ts'
import type { ProposedNode } from './proposal.ts'

/** The ids of the draft by those that the proposal uses. */
export type NodeIds = ReadonlyMap<string, string>

const LONGEST_ALIAS = 60

/** Adds the nodes of a proposal to the draft, and changes those that exist already. */
export function draftNodes(draft: ProposalDraft, removed: ReadonlySet<string>): NodeIds {
  const ids = new Map<string, string>()
  for (const node of draft.proposal.nodes) {
    if (removed.has(node.id) || ids.has(node.id)) continue
    const before = draft.known.node.get(node.id)
    const id = before ? node.id : addNode(draft, node)
    if (before) changeNode(draft, node, before)
    ids.set(node.id, id)
  }
  return ids
}

function addNode(draft: ProposalDraft, node: ProposedNode): string {
  const id = freshId(draft, 'node', node.id)
  const className = node.class_name === undefined ? undefined : nameClass(node.class_name, draft.model.engine)
  const after = {
    id,
    ...(className !== undefined && { class_name: className }),
    ...aliasOf(draft, node.alias),
    filters: (node.filters ?? []).map((filter) => spellValues(filter, className, draft.model.engine)),
    properties: node.properties ?? [],
    ...(node.scope_dn && { scope_dn: node.scope_dn }),
    ...(node.primary === true && !hasPrimary(draft) && { primary: true }),
  }
  draft.parts.push({ op: 'add', kind: 'node', id, before: null, after, reason: node.reason })
  return id
}

function changeNode(draft: ProposalDraft, node: ProposedNode, before: WireObject): void {
  const { engine } = draft.model
  const className = node.class_name === undefined ? before.class_name : nameClass(node.class_name, engine)
  const after = changeOf(before, {
    ...(node.class_name === undefined ? {} : classOf(String(className), before)),
    ...(node.alias === before.alias ? {} : aliasOf(draft, node.alias, node.id)),
    filters: node.filters && mergeFilters(before.filters, node.filters, String(className), engine),
    properties: node.properties,
    scope_dn: node.scope_dn === '' && before.scope_dn === undefined ? undefined : node.scope_dn,
    // Only one node can be: the flag stays where it is, unless it is taken away first.
    primary:
      node.primary === true && hasPrimary(draft)
        ? undefined
        : node.primary === (before.primary ?? false)
          ? undefined
          : node.primary,
  })
  if (after) draft.parts.push({ op: 'change', kind: 'node', id: node.id, before, after, reason: node.reason })
}

/** A proposal names one class: a union stays as it is if that is one of its own, else the class takes its place. */
function classOf(className: string, { class_names }: WireObject): WireObject {
  if (!Array.isArray(class_names)) return { class_name: className }
  return class_names.includes(className) ? {} : { class_name: className, class_names: null }
}

const hasPrimary = (draft: ProposalDraft): boolean =>
  [...currentParts(draft, 'node').values()].some(({ primary }) => primary === true)

/** A column prefix: letters, digits and a little more, and no other node has it. */
function aliasOf(draft: ProposalDraft, written: string | undefined, own?: string): { alias?: string } {
  const alias = written
    ?.replace(/[^\p{L}\p{N} _.-]+/gu, '')
    .slice(0, LONGEST_ALIAS)
    .trim()
  if (!alias) return {}
  const taken = new Set<unknown>()
  for (const [id, node] of currentParts(draft, 'node')) if (id !== own) taken.add(node.alias ?? id)
  let free = alias
  for (let copy = 2; taken.has(free); copy += 1) free = `${alias}${copy}`
  return { alias: free }
}

/**
 * The proposed filters in place of the node's. One that the node has already stays as it is, and so do trees of
 * conditions, which the answer had no way to repeat; an empty list removes them all.
 */
function mergeFilters(
  before: unknown,
  filters: readonly WireObject[],
  className: string,
  engine: ClassModel,
): readonly unknown[] {
  const existing: readonly unknown[] = Array.isArray(before) ? before : []
  if (filters.length === 0) return []
  const trees = existing.filter((filter) => isWireObject(filter) && filter.property === undefined)
  const conditions = filters.map(
    (filter) => existing.find((one) => isSame(one, filter)) ?? spellValues(filter, className, engine),
  )
  return [...trees.filter((tree) => !conditions.some((condition) => condition === tree)), ...conditions]
}

function isSame(one: unknown, other: WireObject): boolean {
  if (!isWireObject(one)) return false
  if (other.property === undefined) return JSON.stringify(one) === JSON.stringify(other)
  return one.property === other.property && one.operator === other.operator && String(one.value) === String(other.value)
}

/** Constants of the class model in the case that objects have them in. */
function spellValues(filter: WireObject, className: string | undefined, engine: ClassModel): WireObject {
  const { property, value } = filter
  const known = engine.find(className ?? '')?.properties?.get(String(property))?.values ?? []
  if (known.length === 0) return filter
  const spell = (one: unknown) => {
    if (typeof one !== 'string' || known.includes(one)) return one
    return (
      plainRemedy(
        one,
        known.filter((constant) => constant.toLowerCase() === one.toLowerCase()),
      ) ?? one
    )
  }
  return value === undefined ? filter : { ...filter, value: Array.isArray(value) ? value.map(spell) : spell(value) }
}
