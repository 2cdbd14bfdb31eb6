import { bindExpression } from '../canvas/binding/bind-expression.ts'
import { findVariables } from '../canvas/binding/variables.ts'
import { FilledTexts } from '../canvas/budget.ts'
import type { Variables } from '../canvas/canvas.ts'
import { compileExpression } from '../expression/expression.ts'
import { LIMITS } from '../expression/expression-limits.ts'

// Which kind of value a variable will have is not known yet: the expression is good if it is good for one of them.
const SAMPLES = ['1', 'x', ['x'], '2026-01-01T00:00:00Z', '10.0.0.0/8', true] as const

/** Why an expression can be used for no values of its variables; undefined if it can. */
export function everyFault(template: string): string | undefined {
  if (template.length > LIMITS.textLength) {
    return `The expression has ${template.length} characters: expected at most ${LIMITS.textLength}`
  }
  const names = findVariables(template).map(({ name }) => name)
  const faults = (names.length === 0 ? SAMPLES.slice(0, 1) : SAMPLES).map((sample) =>
    faultWith(template, Object.fromEntries(names.map((name) => [name, sample]))),
  )
  const [first] = faults
  return faults.includes(undefined) || first === undefined ? undefined : capitalized(first)
}

function faultWith(template: string, variables: Variables): string | undefined {
  const bound = bindExpression(template, { variables, filled: new FilledTexts(), now: 0 })
  if (!bound.ok) return bound.faults[0]?.message
  const compiled = compileExpression(bound.value)
  return compiled.ok ? undefined : compiled.message
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
