import type { ManagedObject } from '../controller-query/controller-query.ts'
import { isBelow, parentDn } from '../dn/dn.ts'
import type { JoinCondition, JoinOn, JoinStep, Plan, TableId } from '../query/plan.ts'
import { isEqual, type typeIn } from './naive-filter.ts'
import { operandValue, valuesMatch } from './naive-match.ts'

type Objects = readonly ManagedObject[]
type JoinedRow = ReadonlyMap<TableId, ManagedObject | null>

/** Joins the tables step by step, comparing every pair. */
export function joinTablesNaively({ joins }: Plan, tables: ReadonlyMap<TableId, Objects>): readonly JoinedRow[] {
  let parts: readonly Part[] = [...tables.keys()].map((id) => ({
    ids: new Set([id]),
    rows: (tables.get(id) ?? []).map((object): JoinedRow => new Map([[id, object]])),
  }))
  for (const step of joins) {
    const left = parts.find((part) => part.ids.has(step.left))
    const right = parts.find((part) => part.ids.has(step.right))
    if (left === undefined || right === undefined)
      throw new Error(`edge ${step.edge_id} is joined to a table that was dropped`)
    parts = [
      ...parts.filter((part) => part !== left && part !== right),
      left === right ? closeLoop(step, left) : joinParts(step, left, right),
    ]
  }
  if (parts.length !== 1) throw new Error('the joins leave several parts')
  return parts[0]?.rows ?? []
}

type Part = { readonly ids: ReadonlySet<TableId>; readonly rows: readonly JoinedRow[] }

function closeLoop(step: JoinStep, part: Part): Part {
  if (step.join !== 'inner') throw new Error('only an inner edge may close a loop')
  return { ...part, rows: part.rows.filter((row) => pairs(step.on, row.get(step.left), row.get(step.right))) }
}

function joinParts(step: JoinStep, left: Part, right: Part): Part {
  const rows = left.rows.flatMap((row) => {
    const found = right.rows.filter((other) => pairs(step.on, row.get(step.left), other.get(step.right)))
    if (step.join === 'without') return found.length === 0 ? [row] : []
    if (found.length > 0) return found.map((other): JoinedRow => new Map([...row, ...other]))
    return step.join === 'left' ? [new Map([...row, ...[...right.ids].map((id) => [id, null] as const)])] : []
  })
  return { ids: step.join === 'without' ? left.ids : new Set([...left.ids, ...right.ids]), rows }
}

function pairs(on: JoinOn, left: ManagedObject | null | undefined, right: ManagedObject | null | undefined): boolean {
  if (!left || !right) return false
  switch (on.kind) {
    case 'child':
      return parentDn(right.dn) === left.dn
    case 'descendant':
      return isBelow(right.dn, left.dn)
    case 'parent':
      return parentDn(left.dn) === right.dn
    case 'equal':
      return pairsEqual(left.attributes[on.left] ?? '', right.attributes[on.right] ?? '', on.compare)
    case 'any':
      return true
    case 'conditions':
      return on.all.every((condition) => conditionPairs(condition, left, right))
    case 'relation_end': {
      const [relation, end] = on.relation === 'left' ? [left, right] : [right, left]
      return parentDn(relation.dn) === end.dn || relation.attributes.tDn === end.dn
    }
  }
}

const pairsEqual = (left: string, right: string, compare: ReturnType<typeof typeIn>): boolean =>
  left !== '' && right !== '' && isEqual(left, right, compare)

const conditionPairs = ({ compare, ...condition }: JoinCondition, left: ManagedObject, right: ManagedObject): boolean =>
  valuesMatch(
    condition.op,
    operandValue(condition.source, left),
    condition.targets.map((operand) => operandValue(operand, right)),
    compare,
  )
