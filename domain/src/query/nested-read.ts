import type { ControllerQuery } from '../controller-query/controller-query.ts'
import { cheapestPath, ROW_COST, rowCost, type PlannedTable } from './access-paths.ts'
import { tableClasses, type LogicalQuery, type LogicalTable } from './resolve-canvas.ts'
import { ownQuery } from './own-query.ts'
import type { ClassModel } from '../mim/model.ts'
import { nestedRnFormats } from './nested-rn-formats.ts'
import type { TableId } from './plan.ts'
import { containmentOf } from './scopes.ts'
import type { SourceTable } from './source-tables.ts'

/** Tables that are read as children of another table's objects, in one request. */
export type NestedRead = {
  readonly query: ControllerQuery
  readonly rn_formats: Readonly<Record<string, string>>
  readonly members: readonly { readonly table: SourceTable; readonly rows: number }[]
}

type Depth = 'children' | 'full'
type Tables = ReadonlyMap<TableId, SourceTable>
type Member = {
  readonly table: SourceTable
  /** A direct child of the root's objects. */
  readonly direct: boolean
  /** A root without such an object is not part of the result. */
  readonly needed: boolean
  /** Objects of its class below the roots, before filters. */
  readonly below: number
}
type Option = { readonly depth: Depth; readonly members: readonly Member[]; readonly saving: number }

/** With more roots the pages get heavy; with more children per root most bytes are not needed. */
const MOST_ROOTS = 1_000
const MOST_CHILDREN = 100

// For a full subtree the controller sends the listed objects with everything below them, listed or not.
const WEIGHT: Readonly<Record<Depth, number>> = { children: 1, full: 3 }

/**
 * The tables worth reading inside the answer for `root`, which is about to get its own query. Only for a root that
 * something narrows: for whole classes, separate queries fetch the same objects in parallel and in lighter pages.
 */
export function nestedRead(
  root: SourceTable,
  query: LogicalQuery,
  tables: Tables,
  decided: ReadonlyMap<TableId, PlannedTable>,
  model: ClassModel,
): NestedRead | undefined {
  if (root.readRows > MOST_ROOTS || root.readRows >= root.size) return undefined
  const members = possibleMembers(root, query, tables).filter((member) => !decided.has(member.table.id))
  const options = (['children', 'full'] as const).map((depth) =>
    bestMembers(depth, root, members, query, tables, decided),
  )
  const best = options.reduce((one, other) => (other.saving > one.saving ? other : one))
  if (best.saving <= 0) return undefined
  return {
    query: nestedQuery(root, best),
    rn_formats: nestedRnFormats(
      root.class_name,
      best.members.flatMap(({ table }) => [...(table.members ?? [])]),
      best.depth,
      model,
    ),
    members: best.members.map(({ table, below }) => ({
      table,
      rows: Math.max(1, Math.round((below * table.keptRows) / table.size)),
    })),
  }
}

/**
 * All tables below the root by containment, nearest first. A class that occurs twice, also as a subclass of another,
 * cannot be nested.
 */
function possibleMembers(root: SourceTable, { joins }: LogicalQuery, tables: Tables): readonly Member[] {
  const found = new Map<TableId, Member>([[root.id, { table: root, direct: true, needed: true, below: root.readRows }]])
  for (const [parent, above] of found) {
    for (const join of joins) {
      const down = containmentOf(join)
      const table = down?.parent === parent ? tables.get(down.child) : undefined
      if (table === undefined || found.has(table.id)) continue
      found.set(table.id, {
        table,
        direct: parent === root.id && join.on.kind !== 'descendant',
        needed: above.needed && join.join === 'inner',
        below: (root.readRows * table.size) / root.size,
      })
    }
  }
  const members = [...found.values()]
  return members.filter(({ table, below }) => {
    const { members: own } = table
    // Whatever a class includes that is not known would be overlooked in the answer.
    const isAlone =
      own !== undefined && members.every((other) => other.table === table || isDisjoint(own, other.table.members))
    return (
      table !== root &&
      !table.is_empty &&
      isAlone &&
      table.logical.scope_dn === undefined &&
      // One class that the controller does not know would spoil the whole answer.
      table.logical.optional !== true &&
      readsAlike(table.logical) &&
      below <= MOST_CHILDREN * root.readRows
    )
  })
}

/** Objects of a union are checked by one filter here, so it must read the same for all its classes. */
const readsAlike = ({ filters, parts = [] }: LogicalTable) => {
  const text = JSON.stringify(filters)
  return parts.every((part) => JSON.stringify(part.filters) === text)
}

const isDisjoint = (one: ReadonlySet<string>, other: ReadonlySet<string> | undefined) =>
  other !== undefined && ![...other].some((name) => one.has(name))

function bestMembers(
  depth: Depth,
  root: SourceTable,
  possible: readonly Member[],
  query: LogicalQuery,
  tables: Tables,
  before: ReadonlyMap<TableId, PlannedTable>,
): Option {
  const decided = new Map(before).set(root.id, { rows: root.keptRows, level: 0 })
  const members: Member[] = []
  // Nested objects often have no DN, and the RN it is derived from is not a naming property, so all properties are
  // sent.
  let saving = -root.readRows * (ROW_COST - rowCost(root))
  for (const member of possible) {
    if (depth === 'children' && !member.direct) continue
    const apart = cheapestPath(member.table, query, tables, decided)
    const inside = member.below * ROW_COST * WEIGHT[depth]
    if (inside < apart.cost) {
      members.push(member)
      saving += apart.cost - inside
    }
    decided.set(member.table.id, { rows: apart.rows, level: apart.level })
  }
  return { depth, members, saving }
}

function nestedQuery(root: SourceTable, { depth, members }: Option): ControllerQuery {
  const [only] = members
  const query = ownQuery({ ...root, naming_only: false })
  const filter = members.length === 1 && only?.table.local === undefined ? only?.table.pushed : undefined
  return {
    ...query,
    subtree: {
      depth,
      classes: members.flatMap(({ table }) => tableClasses(table.logical)),
      ...(filter === undefined ? {} : { filter }),
      required: members.some((member) => member.needed),
    },
  }
}
