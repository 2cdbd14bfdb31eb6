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
  const visit = (current: ASTNode): void => {
    const column = namedColumn(current)
    if (column !== undefined) found.add(column)
    else if (!(current.op === 'call' && current.args[0] === 'has')) childrenOf(current).forEach(visit)
  }
  visit(node)
  return [...found]
}

/** All columns whose presence makes a difference to an expression; undefined when those may be any. */
export function columnsConsulted(node: ASTNode): string[] | undefined {
  return asksForAny(node) ? undefined : columnsNamed(node)
}

/** Whether it asks for a column whose name only the row tells: `name in row`. */
function asksForAny(node: ASTNode): boolean {
  if (namedColumn(node) !== undefined) return false
  return (
    (node.op === 'in' && isRow(node.args[1]) && columnAskedFor(node) === undefined) || childrenOf(node).some(asksForAny)
  )
}

/** All columns that an expression names, also those it only asks for: `"x" in row`, `has(x)`. */
export function columnsNamed(node: ASTNode): string[] {
  const found = new Set<string>()
  const visit = (current: ASTNode): void => {
    const column = namedColumn(current)
    if (column !== undefined) found.add(column)
    else {
      const asked = columnAskedFor(current)
      if (asked !== undefined) found.add(asked)
      childrenOf(current).forEach(visit)
    }
  }
  visit(node)
  return [...found]
}

function columnAskedFor(node: ASTNode): string | undefined {
  if (node.op !== 'in') return undefined
  const [name, subject] = node.args
  return isRow(subject) && name.op === 'value' && typeof name.args === 'string' ? name.args : undefined
}

function childrenOf(node: ASTNode): ASTNode[] {
  const args: readonly unknown[] = Array.isArray(node.args) ? node.args : [node.args]
  return args.flat(2).filter(isNode)
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}

const isRow = (node: ASTNode): boolean => node.op === 'id' && node.args === 'row'
