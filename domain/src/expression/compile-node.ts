import type { ASTNode } from '@marcbachmann/cel-js'
import type { Row } from '../values/row.ts'
import { checkPattern } from '../patterns/check-pattern.ts'
import { compilePattern } from '../patterns/compile-pattern.ts'
import { suggest } from '../suggest.ts'
import { textOf } from '../values/compare-texts.ts'
import { namedColumn } from './columns-used.ts'
import { failEvaluation, failCompilation } from './evaluation-failure.ts'
import { classColumn, itemNamed, type ExpressionScope, withItem } from './scope.ts'
import { FUNCTIONS, METHODS, type Callable } from './functions.ts'
import { asNumber } from './numbers.ts'
import {
  anyDecides,
  BINARY,
  bounded,
  eitherDecides,
  isEqual,
  isList,
  kindOfOperand,
  negate,
  truth,
} from './operators.ts'
import { TYPED_FUNCTIONS, TYPED_METHODS } from './typed-functions.ts'
import { cellOfOperand, type Operand, weightOf } from './typed-values.ts'

/** Part of an expression, ready to be evaluated for every row. */
export type Evaluate = (row: Row) => Operand

const ALL_FUNCTIONS = { ...FUNCTIONS, ...TYPED_FUNCTIONS }
const ALL_METHODS = { ...METHODS, ...TYPED_METHODS }

// Characters; looking at short texts takes no longer than counting them, and an expression has few parts.
const UNCOUNTED = 200
const isLong = (value: Operand | undefined): boolean =>
  (typeof value === 'string' || Array.isArray(value)) && value.length > UNCOUNTED

// What the condition costs beside the characters it looks at.
const STEPS_PER_ITEM = 100

const REFUSED_LOOPS = new Set(['map', 'filter', 'exists_one', 'bind'])

/** Turns a syntax tree into a function of a row; anything outside the supported part of CEL is refused. */
export function compileNode(node: ASTNode, scope: ExpressionScope): Evaluate {
  const item = itemNamed(node, scope)
  if (item !== undefined) return () => item.value
  const column = namedColumn(node)
  if (column !== undefined) return (row) => cell(row, column)
  switch (node.op) {
    case 'value':
      return constant(literal(node.args))
    case 'list':
      return compileList(node.args, scope)
    case '?:':
      return compileChoice(node.args, scope)
    case '&&':
    case '||':
      return compileLogic(node.args, node.op === '||', scope)
    case '!_':
      return compileUnary(node.args, (value) => !truth(value), scope)
    case '-_':
      return compileUnary(node.args, negate, scope)
    case '[]':
      return compileIndex(node.args, scope)
    case 'call':
      return compileCall(node.args, scope)
    case 'rcall':
      return compileMethod(node.args, scope)
    case 'in':
      if (isRow(node.args[1])) return compileHas(compileNode(node.args[0], scope))
      return compileBinary(node.op, node.args, scope)
    case 'map':
      return failCompilation('{…} is a map, which a column cannot hold')
    case 'id':
      return failCompilation('row means all columns: write row["column"]')
    default:
      if (Array.isArray(node.args) && Object.hasOwn(BINARY, node.op))
        return compileBinary(node.op, node.args as [ASTNode, ASTNode], scope)
      return failCompilation(`${node.op} cannot be used here`)
  }
}

const constant =
  (value: Operand): Evaluate =>
  () =>
    value

function literal(value: unknown): Operand {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value))
      ? Number(value)
      : failCompilation(`${value} is too large for a number: compare it as text`)
  }
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return failCompilation('b"…" and numbers ending in u are not supported: use text and plain numbers')
}

function cell(row: Row, column: string): Operand {
  if (!Object.hasOwn(row, column)) return failEvaluation(`there is no column ${column}`)
  return row[column] ?? null
}

function compileList(nodes: readonly ASTNode[], scope: ExpressionScope): Evaluate {
  const items = compileAll(nodes, scope)
  return (row) => items.map((item) => item(row))
}

function compileChoice([condition, yes, no]: [ASTNode, ASTNode, ASTNode], scope: ExpressionScope): Evaluate {
  const [test, left, right] = [compileNode(condition, scope), compileNode(yes, scope), compileNode(no, scope)]
  return (row) => (truth(test(row)) ? left(row) : right(row))
}

function compileLogic([one, other]: [ASTNode, ASTNode], stop: boolean, scope: ExpressionScope): Evaluate {
  const [left, right] = [compileNode(one, scope), compileNode(other, scope)]
  return (row) =>
    eitherDecides(
      stop,
      () => left(row),
      () => right(row),
    )
}

function compileUnary(node: ASTNode, operation: (value: Operand) => Operand, scope: ExpressionScope): Evaluate {
  const operand = compileNode(node, scope)
  return (row) => operation(operand(row))
}

function compileBinary(operator: string, [one, other]: readonly [ASTNode, ASTNode], scope: ExpressionScope): Evaluate {
  const operation = BINARY[operator] ?? failCompilation(`${operator} cannot be used here`)
  const [left, right] = [compileNode(one, scope), compileNode(other, scope)]
  return (row) => {
    const a = left(row)
    const b = right(row)
    if (isLong(a) || isLong(b)) scope.steps.spend(weightOf(a) + weightOf(b))
    return operation(a, b)
  }
}

function compileIndex([list, index]: [ASTNode, ASTNode], scope: ExpressionScope): Evaluate {
  if (isRow(list)) return failCompilation('row[…] takes the name of a column in quotes')
  const [items, at] = [compileNode(list, scope), compileNode(index, scope)]
  return (row) => {
    const values = items(row)
    const position = asNumber(at(row)) ?? -1
    if (!isList(values)) return failEvaluation(`${kindOfOperand(values)} is not a list`)
    const item = values[position]
    return item === undefined ? failEvaluation(`the list of ${values.length} has no item ${position}`) : item
  }
}

function compileHas(name: Evaluate): Evaluate {
  return (row) => Object.hasOwn(row, textOf(cellOfOperand(name(row))))
}

function compileCall([name, args]: [string, ASTNode[]], scope: ExpressionScope): Evaluate {
  if (name === 'has') return compileHasColumn(args, scope)
  if (name === 'has_class' && scope.classes !== undefined) return compileHasClass(args, scope.classes)
  const callable = findCallable(ALL_FUNCTIONS, name, args.length)
  return compileArguments(callable, args, scope)
}

// For `"x" in row` a column that holds null exists; has(x) is meant to exclude it.
function compileHasColumn([argument]: readonly ASTNode[], scope: ExpressionScope): Evaluate {
  const column = argument === undefined ? undefined : namedColumn(argument)
  if (argument === undefined || column === undefined || itemNamed(argument, scope) !== undefined)
    return failCompilation('has(…) takes one column')
  return (row) => Object.hasOwn(row, column) && !isEqual(row[column] ?? null, null)
}

// A name in quotes, so that what to ask the controller is known before anything is evaluated.
function compileHasClass([name, ...more]: readonly ASTNode[], classes: Set<string>): Evaluate {
  if (name?.op !== 'value' || typeof name.args !== 'string' || !CLASS_NAME.test(name.args) || more.length > 0)
    return failCompilation('has_class(…) takes the name of one class in quotes')
  const column = classColumn(name.args)
  classes.add(name.args)
  return (row) => cell(row, column)
}

const CLASS_NAME = /^[A-Za-z][A-Za-z\d]{0,127}$/

function compileMethod([name, subject, args]: [string, ASTNode, ASTNode[]], scope: ExpressionScope): Evaluate {
  if (REFUSED_LOOPS.has(name)) return failCompilation(`${name}(…) is a loop; expressions have only exists and all`)
  if (name === 'exists' || name === 'all') return compileLoop(name, subject, args, scope)
  if (name === 'matches') return compileMatches(subject, args, scope)
  const callable = findCallable(ALL_METHODS, name, args.length)
  return compileArguments(callable, [subject, ...args], scope)
}

/** `list.exists(x, …)` and `list.all(x, …)`. As for `&&` and `||`, an item that decides hides failures of others. */
function compileLoop(
  name: 'exists' | 'all',
  subject: ASTNode,
  args: readonly ASTNode[],
  scope: ExpressionScope,
): Evaluate {
  const [variable, condition, ...more] = args
  if (variable?.op !== 'id' || isRow(variable) || condition === undefined || more.length > 0)
    return failCompilation(`${name}(…) takes a name for the items and a condition, as in ${name}(x, x > 1)`)
  const { item, inner } = withItem(variable.args, scope)
  const [list, test] = [compileNode(subject, scope), compileNode(condition, inner)]
  const decides = name === 'exists'
  return (row) => {
    const values = list(row)
    if (!isList(values)) return failEvaluation(`${name}: ${kindOfOperand(values)} is not a list`)
    return anyDecides(decides, values, (value) => {
      scope.steps.spend(STEPS_PER_ITEM)
      item.value = value
      return test(row)
    })
  }
}

function compileArguments(callable: Callable, nodes: readonly ASTNode[], scope: ExpressionScope): Evaluate {
  const values = compileAll(nodes, scope)
  return (row) => {
    const args = values.map((value) => value(row))
    const result = callable.call(args)
    // A call looks at its first value and at what it makes of it; the others are no longer than these, or cheap.
    if (isLong(args[0]) || isLong(result)) scope.steps.spend(weightOf(args[0] ?? null) + weightOf(result))
    return result
  }
}

const compileAll = (nodes: readonly ASTNode[], scope: ExpressionScope): readonly Evaluate[] =>
  nodes.map((node) => compileNode(node, scope))

// The pattern must be a literal: it is checked before the run, and compiled once instead of for every row.
function compileMatches(subject: ASTNode, [pattern, ...more]: readonly ASTNode[], scope: ExpressionScope): Evaluate {
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string' || more.length > 0)
    return failCompilation('matches(…) takes one pattern in quotes')
  const fault = checkPattern(pattern.args)
  if (fault !== undefined) return failCompilation(`matches: ${fault}`)
  const { finds } = compilePattern(pattern.args, scope.steps)
  const value = compileNode(subject, scope)
  return (row) => {
    const text = value(row)
    return typeof text === 'string'
      ? finds(bounded(text))
      : failEvaluation(`matches: ${kindOfOperand(text)} is not text`)
  }
}

function findCallable(callables: Readonly<Record<string, Callable>>, name: string, count: number): Callable {
  const callable = Object.hasOwn(callables, name) ? callables[name] : undefined
  if (callable === undefined) return failCompilation(unknownCallable(callables, name))
  const [fewest, most] = callable.takes
  if (count >= fewest && count <= most) return callable
  return failCompilation(
    `${name}(…) got ${count} arguments, expected ${fewest === most ? fewest : `${fewest} to ${most}`}`,
  )
}

function unknownCallable(callables: Readonly<Record<string, Callable>>, name: string): string {
  const names =
    callables === ALL_METHODS
      ? [...Object.keys(ALL_METHODS), 'matches', 'exists', 'all']
      : [...Object.keys(ALL_FUNCTIONS), 'has']
  const [near] = suggest(name, names)
  return `there is no function ${name}; ${near === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`}`
}

const isRow = (node: ASTNode): boolean => node.op === 'id' && node.args === 'row'
