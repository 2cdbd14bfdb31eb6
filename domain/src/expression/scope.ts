import type { ASTNode } from '@marcbachmann/cel-js'
import type { Steps } from '../patterns/steps.ts'
import { namedColumn } from './columns-used.ts'
import { failCompilation } from './evaluation-failure.ts'
import type { Operand } from './typed-values.ts'

/** The item that a loop is at. */
type Item = { value: Operand }

/** Where part of an expression stands. */
export type ExpressionScope = {
  readonly steps: Steps
  /** The names that the loops around it give to their items; they hide columns. */
  readonly items: ReadonlyMap<string, Item>
  /** Takes the classes that `has_class(…)` asks for; absent where an expression cannot ask. */
  readonly classes?: Set<string> | undefined
}

/** The column that holds whether a controller knows a class. */
export const classColumn = (className: string): string => `has_class("${className}")`

export function withItem(
  name: string,
  scope: ExpressionScope,
): { readonly item: Item; readonly inner: ExpressionScope } {
  const item: Item = { value: null }
  return { item, inner: { ...scope, items: new Map([...scope.items, [name, item]]) } }
}

/** The item that part of an expression names, if it names one. */
export function itemNamed(node: ASTNode, { items }: ExpressionScope): Item | undefined {
  if (node.op === 'id') return items.get(node.args)
  if (node.op !== '.') return undefined
  const [subject] = node.args
  const owner = namedColumn(subject)
  return itemNamed(subject, { items } as ExpressionScope) === undefined
    ? undefined
    : failCompilation(`${owner} is an item of a list, which has no fields`)
}
