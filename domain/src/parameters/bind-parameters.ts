import type { Parameter } from '@heddle/contract/queries.ts'
import type { Variables } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { show } from '../canvas/wire.ts'
import { matchingChoice, readValue } from './parameter-value.ts'

export type BoundParameters = {
  /** As given, with the values of parameters as their types have them, and defaults for those without one. */
  readonly variables: Variables
  /** The path of each is `variables.<name>`. */
  readonly problems: readonly Problem[]
  /** Parameters with a problem; they have no value. */
  readonly unusable: readonly string[]
}

/**
 * Gives the declared variables of a query their values: the one given, else the default. Null is absent. Other
 * variables are passed on as they are. Choices that come from another query are not checked here.
 */
export function bindParameters(parameters: readonly Parameter[], variables: Variables): BoundParameters {
  const bound = new Map(Object.entries(variables))
  const problems: Problem[] = []
  for (const parameter of parameters) {
    const problem = bindOne(parameter, bound)
    if (problem === undefined) continue
    bound.delete(parameter.name)
    problems.push({ ...problem, path: variablePath(parameter.name) })
  }
  const unusable = problems.map(({ path = '' }) => path.slice(VARIABLES.length))
  return { variables: Object.fromEntries(bound), problems, unusable }
}

const VARIABLES = 'variables.'
export const variablePath = (name: string): string => `${VARIABLES}${name}`

function bindOne(parameter: Parameter, bound: Map<string, unknown>): Omit<Problem, 'path'> | undefined {
  const { name, type, required, choices } = parameter
  const given = bound.get(name) ?? null
  if (given === null) {
    bound.delete(name)
    if (parameter.default !== null) bound.set(name, parameter.default)
    else if (required) return { code: 'missing_variable', message: `parameter ${name} is required` }
    return undefined
  }
  const read = readValue(type, given)
  if (!read.ok) return { code: 'bad_value', message: `parameter ${name}: ${read.fault}` }
  const value = choices === undefined ? read.value : matchingChoice(type, choices, read.value)
  if (value === undefined) return notAChoice(name, given, choices)
  bound.set(name, value)
  return undefined
}

const MOST_CHOICES_SHOWN = 10

/** Says that a value is none of those a parameter may have; which these are, where the query itself lists them. */
export function notAChoice(name: string, value: unknown, choices: readonly unknown[] = []): Omit<Problem, 'path'> {
  const shown = choices.slice(0, MOST_CHOICES_SHOWN).map(show)
  const more = choices.length - shown.length
  const which = shown.length === 0 ? '' : `: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return { code: 'bad_value', message: `parameter ${name}: ${show(value)} is not one of its choices${which}` }
}
