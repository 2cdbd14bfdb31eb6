import { EDGE_KINDS, JOINS, type Join } from '../../canvas/canvas.ts'
import { isWireObject, type WireObject } from '../../canvas/wire.ts'
import type { Problem } from '../../canvas/problem.ts'
import type { ProposedEdge, ProposedNode, ProposedStep, CanvasProposal } from './proposal.ts'
import { readFilter } from './read-filter.ts'
import { firstGiven, itemsOf, readGivenName } from './read-values.ts'

/** No question needs more, and nobody could judge it. */
export const MOST = { nodes: 20, edges: 40, filters: 40, properties: 60, steps: 20 } as const
const LONGEST_TEXT = 8_000
const LONGEST_CONFIG = 6_000

const OTHER_JOINS: Readonly<Record<string, Join>> = {
  outer: 'left', left_outer: 'left', optional: 'left', anti: 'without', not_exists: 'without', none: 'without', exclude: 'without',
} // prettier-ignore

/**
 * Reads what a language model answered, forgiving other spellings of keys and whatever is missing. Undefined if the
 * answer is something else altogether: without a list of nodes or, for an existing canvas, without any edit.
 */
export function readProposal(value: unknown, isEdit: boolean): CanvasProposal | undefined {
  const wire = findProposal(value, isEdit)
  if (!wire) return undefined
  const cut: Problem[] = []
  const nodes = take(wire.nodes, MOST.nodes, 'nodes', cut).flatMap((node) => readNode(node) ?? [])
  const proposal: CanvasProposal = {
    name: longText(firstGiven(wire, ['name', 'title'])),
    description: longText(wire.description),
    explanation: longText(wire.explanation),
    nodes: cutFilters(nodes, cut),
    edges: take(firstGiven(wire, ['edges', 'joins']), MOST.edges, 'edges', cut).flatMap((edge) => readEdge(edge) ?? []),
    post_processors: take(stepsOf(wire), MOST.steps, 'steps', cut).flatMap(
      (step, index) => readStep(step, index) ?? [],
    ),
    remove: itemsOf(wire.remove)
      .slice(0, MOST.nodes + MOST.edges + MOST.steps)
      .flatMap((id) => readGivenName(isWireObject(id) ? id.id : id) ?? []),
    cut,
  }
  const edits = proposal.nodes.length + proposal.edges.length + proposal.post_processors.length + proposal.remove.length
  return isEdit && edits === 0 ? undefined : proposal
}

const stepsOf = (wire: WireObject) => firstGiven(wire, ['post_processors', 'postProcessors', 'steps'])

/** Some models wrap the answer once more. */
function findProposal(value: unknown, isEdit: boolean): WireObject | undefined {
  if (!isWireObject(value)) return undefined
  const isProposal = (wire: WireObject) =>
    Array.isArray(wire.nodes) ||
    (isEdit && [wire.edges, wire.joins, stepsOf(wire), wire.remove].some((list) => Array.isArray(list)))
  if (isProposal(value)) return value
  return Object.values(value).find((inner): inner is WireObject => isWireObject(inner) && isProposal(inner))
}

function take(list: unknown, most: number, what: string, cut: Problem[]): readonly unknown[] {
  const items = itemsOf(list)
  if (items.length > most) cut.push(tooMany(items.length, what, most))
  return items.slice(0, most)
}

const tooMany = (count: number, what: string, most: number): Problem => ({
  code: 'too_large',
  message: `${count} ${what} were proposed: only the first ${most} are used`,
})

function cutFilters(nodes: readonly ProposedNode[], cut: Problem[]): readonly ProposedNode[] {
  const count = nodes.reduce((sum, { filters = [] }) => sum + filters.length, 0)
  if (count <= MOST.filters) return nodes
  cut.push(tooMany(count, 'filters', MOST.filters))
  let left: number = MOST.filters
  return nodes.map((node) => {
    const filters = node.filters?.slice(0, left)
    left -= filters?.length ?? 0
    return { ...node, filters }
  })
}

function readNode(wire: unknown): ProposedNode | undefined {
  if (!isWireObject(wire)) return undefined
  const className = readGivenName(firstGiven(wire, ['class_name', 'className', 'class']))
  const id = readGivenName(wire.id) ?? readGivenName(wire.alias) ?? className
  if (id === undefined) return undefined
  const filters = firstGiven(wire, ['filters', 'filter', 'conditions', 'where'])
  const properties = firstGiven(wire, ['properties', 'props', 'attributes'])
  return {
    id,
    class_name: className,
    alias: readGivenName(wire.alias),
    filters:
      filters === undefined
        ? undefined
        : asList(filters).flatMap((filter): WireObject[] => asArray(readFilter(filter))),
    properties:
      properties === undefined ? undefined : asList(properties).slice(0, MOST.properties).flatMap(readProperty),
    scope_dn: readScope(firstGiven(wire, ['scope_dn', 'scopeDn', 'scope'])),
    primary: typeof wire.primary === 'boolean' ? wire.primary : undefined,
    reason: longText(firstGiven(wire, ['reason', 'why'])),
  }
}

const asArray = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

function readProperty(value: unknown): string[] {
  const name = readGivenName(isWireObject(value) ? value.name : value)
  return name === undefined ? [] : [name.slice(name.search(/[^.:]*$/))]
}

/** A DN is longer than a name. */
const readScope = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, 1_000).trim() : undefined

function readEdge(wire: unknown): ProposedEdge | undefined {
  if (!isWireObject(wire)) return undefined
  const source = readEnd(firstGiven(wire, ['source', 'from']))
  const target = readEnd(firstGiven(wire, ['target', 'to']))
  const id =
    readGivenName(wire.id) ?? (source !== undefined && target !== undefined ? `${source}-${target}` : undefined)
  if (id === undefined) return undefined
  const join = readGivenName(firstGiven(wire, ['join', 'join_type']))?.toLowerCase()
  return {
    id,
    source,
    target,
    kind: EDGE_KINDS.find((kind) => kind === wire.kind),
    join: join === undefined ? undefined : (JOINS.find((known) => known === join) ?? OTHER_JOINS[join]),
    through: readGivenName(firstGiven(wire, ['through', 'relation'])),
    on: readOn(wire.on),
    reason: longText(firstGiven(wire, ['reason', 'why'])),
  }
}

const readEnd = (value: unknown) => readGivenName(isWireObject(value) ? value.id : value)

function readOn(value: unknown): ProposedEdge['on'] {
  if (!isWireObject(value)) return undefined
  const [source, target] = [readGivenName(value.source), readGivenName(value.target)]
  return source === undefined || target === undefined ? undefined : { source, target }
}

function readStep(wire: unknown, index: number): ProposedStep | undefined {
  if (!isWireObject(wire)) return undefined
  const type = readGivenName(firstGiven(wire, ['type', 'processor']))
  const id = readGivenName(wire.id) ?? (type === undefined ? undefined : `${type}-${index + 1}`)
  if (id === undefined) return undefined
  return {
    id,
    type: type?.toLowerCase(),
    config: readConfig(firstGiven(wire, ['config', 'options'])),
    reason: longText(firstGiven(wire, ['reason', 'why'])),
  }
}

/** An object, or one as text. What is neither is an empty one, which the rules of the step then find wanting. */
function readConfig(value: unknown): WireObject | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length > LONGEST_CONFIG) return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return isWireObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

const longText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '')
