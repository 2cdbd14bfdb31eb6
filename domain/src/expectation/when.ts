import type { Parameter } from '@heddle/contract/queries.ts'
import { bindExpression } from '../canvas/binding/bind-expression.ts'
import { findVariables } from '../canvas/binding/variables.ts'
import { FilledTexts } from '../canvas/budget.ts'
import type { Variables } from '../canvas/canvas.ts'
import { compileExpression, type CompiledExpression } from '../expression/expression.ts'
import { LIMITS } from '../expression/expression-limits.ts'
import { classColumn } from '../expression/scope.ts'
import type { FabricFacts } from '../fabric/fabric-facts.ts'
import { bindParameters } from '../parameters/bind-parameters.ts'
import { Steps } from '../patterns/steps.ts'
import { Suggestions } from '../suggest.ts'
import type { Row, Value } from '../values/row.ts'

/** The condition under which a check concerns a fabric. */
type When = Extract<CompiledExpression, { ok: true }> & { readonly classes: readonly string[] }

export type WhenFacts = {
  readonly fabric: FabricFacts
  /** Whether the controller knows each class that `whenClasses` names. */
  readonly classes: ReadonlyMap<string, boolean>
  /** What the query declares, and the values of the run. */
  readonly parameters: readonly Parameter[]
  readonly variables: Variables
  /** The start of the run, which is `now()`. */
  readonly now: number
}

export type WhenJudgement =
  { readonly status: 'applies' } | { readonly status: 'not_applicable' | 'error'; readonly reason: string }

const FACTS: readonly (keyof FabricFacts)[] = [
  'version',
  'switch_versions',
  'lowest_switch',
  'highest_switch',
  'nodes',
  'leafs',
  'spines',
  'controllers',
  'pods',
]
const FABRIC = 'fabric.'
const PARAMS = 'params.'

/** Why a condition cannot be used with these parameters; undefined if it can. */
export function whenFault(text: string, parameters: readonly Pick<Parameter, 'name'>[]): string | undefined {
  if (text.length > LIMITS.textLength)
    return `The expression has ${text.length} characters: expected at most ${LIMITS.textLength}.`
  const [variable] = findVariables(text)
  if (variable !== undefined)
    return `{{${variable.name}}} cannot be used here: declare a parameter and write params.${variable.name}.`
  const compiled = compileWhen(text, 0)
  if (!compiled.ok) return `${capitalized(compiled.message)}.`
  const known = [...FACTS.map((name) => FABRIC + name), ...parameters.map(({ name }) => PARAMS + name)]
  const unknown = compiled.named.filter((name) => !known.includes(name))
  return unknown.length === 0 ? undefined : unknown.map((name) => unknownName(name, known)).join(' ')
}

function unknownName(name: string, known: readonly string[]): string {
  const [near] = new Suggestions().among(known, name)
  return `There is no ${name}${near === undefined ? `; expected one of ${known.join(', ')}.` : `. Did you mean ${near}?`}`
}

/** The classes that a condition asks for; none if it cannot be used. */
export function whenClasses(text: string): readonly string[] {
  const compiled = compileWhen(text, 0)
  return compiled.ok ? compiled.classes : []
}

/**
 * Whether a check concerns a fabric. The reason names the facts that the condition uses, but no values of parameters:
 * those are not for everybody who may read the reason.
 */
export function judgeWhen(text: string, facts: WhenFacts): WhenJudgement {
  const compiled = compileWhen(text, facts.now)
  if (!compiled.ok) return { status: 'error', reason: `when: ${compiled.message}` }
  const row = rowOf(facts)
  const result = compiled.evaluate(row)
  const used = usedFacts(compiled, row)
  if (!result.ok) return { status: 'error', reason: `when: ${result.message}${used}` }
  if (result.value === true) return { status: 'applies' }
  return result.value === false
    ? { status: 'not_applicable', reason: `\`${text}\` is not true here${used}` }
    : { status: 'error', reason: `when: \`${text}\` is neither true nor false here${used}` }
}

function compileWhen(text: string, now: number): When | { readonly ok: false; readonly message: string } {
  const bound = bindExpression(text, { variables: {}, filled: new FilledTexts(), now })
  if (!bound.ok) return { ok: false, message: bound.faults[0]?.message ?? 'the expression cannot be used' }
  const classes = new Set<string>()
  const compiled = compileExpression(bound.value, new Steps(), { classes })
  return compiled.ok ? { ...compiled, classes: [...classes] } : compiled
}

function rowOf({ fabric, classes, parameters, variables }: WhenFacts): Row {
  const { variables: values } = bindParameters(parameters, variables)
  return Object.fromEntries([
    ...FACTS.map((name) => [FABRIC + name, fabric[name]] as const),
    ...parameters.map(({ name }) => [PARAMS + name, valueOf(values[name])] as const),
    ...[...classes].map(([name, isKnown]) => [classColumn(name), isKnown] as const),
  ])
}

function valueOf(value: unknown): Value {
  if (Array.isArray(value)) return value.map(valueOf)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function usedFacts({ named, classes }: When, row: Row): string {
  const names = [...named.filter((name) => name.startsWith(FABRIC)), ...classes.map(classColumn)]
  const used = names.map((name) => `${name} is ${shown(row[name] ?? null)}`)
  return used.length === 0 ? '' : ` (${used.join(', ')})`
}

const shown = (value: Value): string =>
  value === null ? 'not known' : Array.isArray(value) ? value.join(', ') || 'empty' : String(value)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
