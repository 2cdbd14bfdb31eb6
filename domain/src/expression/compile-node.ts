import type { ASTNode } from '@marcbachmann/cel-js'
import { RE2JS } from 're2js'
import type { Row } from '../values/row.ts'
import { suggest } from '../suggest.ts'
import { textOf } from '../values/compare-texts.ts'
import { namedColumn } from './columns-used.ts'
import { failEvaluation, failCompilation } from './evaluation-failure.ts'
import { FUNCTIONS, METHODS, type Callable } from './functions.ts'
import { asNumber } from './numbers.ts'
import { BINARY, bounded, eitherDecides, isEqual, isList, kindOfOperand, negate, truth } from './operators.ts'
import { TYPED_FUNCTIONS, TYPED_METHODS } from './typed-functions.ts'
import { cellOfOperand, type Operand } from './typed-values.ts'

/** Part of an expression, ready to be evaluated for every row. */
export type Evaluate = (row: Row) => Operand

const ALL_FUNCTIONS = { ...FUNCTIONS, ...TYPED_FUNCTIONS }
const ALL_METHODS = { ...METHODS, ...TYPED_METHODS }

const LOOPS = new Set(['map', 'filter', 'exists', 'exists_one', 'all', 'bind'])

/** Turns a syntax tree into a function of a row; anything outside the supported part of CEL is refused. */
export function compileNode(node: ASTNode): Evaluate {
  const column = namedColumn(node)
  if (column !== undefined) return (row) => cell(row, column)
  switch (node.op) {
    case 'value':
      return constant(literal(node.args))
    case 'list':
      return compileList(node.args)
    case '?:':
      return compileChoice(node.args)
    case '&&':
    case '||':
      return compileLogic(node.args, node.op === '||')
    case '!_':
      return compileUnary(node.args, (value) => !truth(value))
    case '-_':
      return compileUnary(node.args, negate)
    case '[]':
      return compileIndex(node.args)
    case 'call':
      return compileCall(node.args)
    case 'rcall':
      return compileMethod(node.args)
    case 'in':
      if (isRow(node.args[1])) return compileHas(compileNode(node.args[0]))
      return compileBinary(node.op, node.args)
    case 'map':
      return failCompilation('{…} is a map, which a column cannot hold')
    case 'id':
      return failCompilation('row means all columns: write row["column"]')
    default:
      if (Array.isArray(node.args) && Object.hasOwn(BINARY, node.op))
        return compileBinary(node.op, node.args as [ASTNode, ASTNode])
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

function compileList(nodes: readonly ASTNode[]): Evaluate {
  const items = nodes.map(compileNode)
  return (row) => items.map((item) => item(row))
}

function compileChoice([condition, yes, no]: [ASTNode, ASTNode, ASTNode]): Evaluate {
  const [test, left, right] = [compileNode(condition), compileNode(yes), compileNode(no)]
  return (row) => (truth(test(row)) ? left(row) : right(row))
}

function compileLogic([one, other]: [ASTNode, ASTNode], stop: boolean): Evaluate {
  const [left, right] = [compileNode(one), compileNode(other)]
  return (row) =>
    eitherDecides(
      stop,
      () => left(row),
      () => right(row),
    )
}

function compileUnary(node: ASTNode, operation: (value: Operand) => Operand): Evaluate {
  const operand = compileNode(node)
  return (row) => operation(operand(row))
}

function compileBinary(operator: string, [one, other]: readonly [ASTNode, ASTNode]): Evaluate {
  const operation = BINARY[operator] ?? failCompilation(`${operator} cannot be used here`)
  const [left, right] = [compileNode(one), compileNode(other)]
  return (row) => operation(left(row), right(row))
}

function compileIndex([list, index]: [ASTNode, ASTNode]): Evaluate {
  if (isRow(list)) return failCompilation('row[…] takes the name of a column in quotes')
  const [items, at] = [compileNode(list), compileNode(index)]
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

function compileCall([name, args]: [string, ASTNode[]]): Evaluate {
  if (name === 'has') return compileHasColumn(args)
  const callable = findCallable(ALL_FUNCTIONS, name, args.length)
  const values = args.map(compileNode)
  return (row) => callable.call(values.map((value) => value(row)))
}

// For `"x" in row` a column that holds null exists; has(x) is meant to exclude it.
function compileHasColumn([argument]: readonly ASTNode[]): Evaluate {
  const column = argument === undefined ? undefined : namedColumn(argument)
  if (column === undefined) return failCompilation('has(…) takes one column')
  return (row) => Object.hasOwn(row, column) && !isEqual(row[column] ?? null, null)
}

function compileMethod([name, subject, args]: [string, ASTNode, ASTNode[]]): Evaluate {
  if (LOOPS.has(name)) return failCompilation(`${name}(…) is a loop; expressions have none`)
  if (name === 'matches') return compileMatches(subject, args)
  const callable = findCallable(ALL_METHODS, name, args.length)
  const values = [subject, ...args].map(compileNode)
  return (row) => callable.call(values.map((value) => value(row)))
}

// The pattern must be a literal: it is checked before the run, and compiled once instead of for every row.
function compileMatches(subject: ASTNode, [pattern, ...more]: readonly ASTNode[]): Evaluate {
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string' || more.length > 0)
    return failCompilation('matches(…) takes one pattern in quotes')
  const compiled = compilePattern(pattern.args)
  const value = compileNode(subject)
  return (row) => {
    const text = value(row)
    return typeof text === 'string'
      ? compiled.matcher(bounded(text)).find()
      : failEvaluation(`matches: ${kindOfOperand(text)} is not text`)
  }
}

function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error: unknown) {
    return failCompilation(
      `${JSON.stringify(pattern)} is not a valid pattern: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
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
    callables === ALL_METHODS ? [...Object.keys(ALL_METHODS), 'matches'] : [...Object.keys(ALL_FUNCTIONS), 'has']
  const [near] = suggest(name, names)
  return `there is no function ${name}; ${near === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`}`
}

const isRow = (node: ASTNode): boolean => node.op === 'id' && node.args === 'row'
