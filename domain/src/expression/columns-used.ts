import type { ASTNode } from '@marcbachmann/cel-js'

/**
 * The column that part of an expression names: `mtu`, `row["BD.name"]`, `row.mtu`, and also `BD.name`: cell values have
 * no fields, so a dotted name can only be a column.
 */
export function namedColumn(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args === 'row' ? undefined : node.args
  if (node.op === '[]') {
    const [subject, key] = node.args
    return isRow(subject) && key.op === 'value' && typeof key.args === 'string' ? key.args : undefined
  }
  return node.op === '.' ? dottedName(node.args[0], node.args[1]) : undefined
}

function dottedName(subject: ASTNode, field: string): string | undefined {
  if (isRow(subject)) return field
  const owner = namedColumn(subject)
  return owner === undefined ? undefined : `${owner}.${field}`
}

/** All columns an expression reads, in order of appearance; `"x" in row` and `has(x)` do not require the column. */
export function columnsUsed(node: ASTNode): string[] {
  const found = new Set<string>()
  visit(node, NO_ITEMS, (current, column) => {
    if (column !== undefined) found.add(column)
    return !(current.op === 'call' && current.args[0] === 'has')
  })
  return [...found]
}

/** All columns whose presence makes a difference to an expression; undefined when those may be any. */
export function columnsConsulted(node: ASTNode): string[] | undefined {
  return asksForAny(node) ? undefined : columnsNamed(node)
}

/** Whether it asks for a column whose name only the row tells: `name in row`. */
function asksForAny(node: ASTNode): boolean {
  let found = false
  visit(node, NO_ITEMS, (current) => {
    found ||= current.op === 'in' && isRow(current.args[1]) && columnAskedFor(current) === undefined
    return !found
  })
  return found
}

/** All columns that an expression names, also those it only asks for: `"x" in row`, `has(x)`. */
export function columnsNamed(node: ASTNode): string[] {
  const found = new Set<string>()
  visit(node, NO_ITEMS, (current, column) => {
    const named = column ?? columnAskedFor(current)
    if (named !== undefined) found.add(named)
    return true
  })
  return [...found]
}

function columnAskedFor(node: ASTNode): string | undefined {
  if (node.op !== 'in') return undefined
  const [name, subject] = node.args
  return isRow(subject) && name.op === 'value' && typeof name.args === 'string' ? name.args : undefined
}

const NO_ITEMS: ReadonlySet<string> = new Set()

/**
 * Shows all parts of an expression but the names of items in loops, each with the column that it names; goes on inside
 * a part as long as it may.
 */
function visit(
  node: ASTNode,
  items: ReadonlySet<string>,
  see: (node: ASTNode, column: string | undefined) => boolean,
): void {
  const column = namedColumn(node)
  if (column !== undefined && items.has(column)) return
  if (!see(node, column) || column !== undefined) return
  const loop = itemOfLoop(node)
  if (loop === undefined) childrenOf(node).forEach((child) => visit(child, items, see))
  else {
    visit(loop.list, items, see)
    visit(loop.condition, new Set([...items, loop.item]), see)
  }
}

/** The parts of `list.exists(x, …)` and `list.all(x, …)`. */
function itemOfLoop(node: ASTNode): { item: string; list: ASTNode; condition: ASTNode } | undefined {
  if (node.op !== 'rcall') return undefined
  const [name, list, [variable, condition]] = node.args
  if (!['exists', 'all'].includes(name) || variable?.op !== 'id' || condition === undefined) return undefined
  return { item: variable.args, list, condition }
}

function childrenOf(node: ASTNode): ASTNode[] {
  const args: readonly unknown[] = Array.isArray(node.args) ? node.args : [node.args]
  return args.flat(2).filter(isNode)
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}

const isRow = (node: ASTNode): boolean => node.op === 'id' && node.args === 'row'
