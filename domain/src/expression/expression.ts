import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js'
import { Steps, TooManySteps } from '../patterns/steps.ts'
import type { Row, Value } from '../values/row.ts'
import { columnsConsulted, columnsNamed, columnsUsed } from './columns-used.ts'
import { compileNode, type Evaluate } from './compile-node.ts'
import { CompileFailure, EvaluationFailure } from './evaluation-failure.ts'
import { LIMITS } from './expression-limits.ts'
import { cellOfOperand } from './typed-values.ts'

export type Evaluated = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string }

export type CompiledExpression =
  | {
      readonly ok: true
      /** Never throws; for a row without a value it returns the reason. */
      readonly evaluate: (row: Row) => Evaluated
      /** Columns the expression requires. */
      readonly columns: readonly string[]
      /** Columns whose presence makes a difference, required or not; undefined when any may. */
      readonly consulted: readonly string[] | undefined
      /** All columns it names, those included whose existence it only asks for. */
      readonly named: readonly string[]
    }
  | { readonly ok: false; readonly message: string }

const parser = new Environment({ limits: { maxAstNodes: LIMITS.astNodes, maxDepth: LIMITS.depth } })

/**
 * Compiles an expression in the Common Expression Language, to be evaluated for every row. The library parses; the
 * semantics are ours (`operators.ts`, `functions.ts`), because columns hold numbers as text, patterns must be
 * linear-time and loops bounded. Once it has taken too many steps over all rows, no row has a value. With `classes` it
 * may ask `has_class("x")`; they are added to the set.
 */
export function compileExpression(
  text: string,
  steps = new Steps(),
  { classes }: { readonly classes?: Set<string> } = {},
): CompiledExpression {
  if (text.trim() === '') return { ok: false, message: 'the expression is empty' }
  if (text.length > LIMITS.textLength) {
    return { ok: false, message: `the expression has ${text.length} characters: expected at most ${LIMITS.textLength}` }
  }
  try {
    const tree: ASTNode = parser.parse(text).ast
    const evaluate = compileNode(tree, { steps, items: new Map(), classes })
    const columns = { columns: columnsUsed(tree), consulted: columnsConsulted(tree), named: columnsNamed(tree) }
    return { ok: true, evaluate: (row) => evaluateSafely(evaluate, row), ...columns }
  } catch (error: unknown) {
    return { ok: false, message: messageOf(error) }
  }
}

function evaluateSafely(evaluate: Evaluate, row: Row): Evaluated {
  try {
    return { ok: true, value: cellOfOperand(evaluate(row)) }
  } catch (error: unknown) {
    if (error instanceof EvaluationFailure || error instanceof TooManySteps)
      return { ok: false, message: error.message }
    throw error
  }
}

function messageOf(error: unknown): string {
  if (error instanceof CompileFailure) return error.message
  if (!(error instanceof ParseError)) throw error
  return error.range === undefined ? error.summary : `${error.summary} at character ${error.range.start + 1}`
}
