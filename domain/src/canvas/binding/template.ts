import { isRelativeName } from '../../values/instants.ts'

/** A place for a value in a template: `{{name}}`, `{{name=default}}`, or an instant such as `{{now+7d}}`. */
export type Placeholder = { readonly name: string; readonly default?: string }

const NAME = /^[A-Za-z_][\w.-]*$/
const INSIDE = /^\s*(now\+\d+[mhdw]|[A-Za-z_][\w.-]*)\s*(?:=([^]*))?$/

/** Whether `{{name}}` is a variable with this name; the names of the start of the run are taken. */
export const isVariableName = (name: string): boolean => NAME.test(name) && !isRelativeName(name)

/**
 * Splits a template into literal pieces and placeholders. Braces without a variable name are literal. Takes linear time
 * for any text.
 */
export function templateParts(template: string): readonly (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = []
  let literalFrom = 0
  let open = -1
  // Of three opening braces, the last two start the placeholder.
  for (const { 0: braces, index } of template.matchAll(/\{\{(?!\{)|\}\}/g)) {
    if (braces === '{{') open = index
    else if (open >= 0) {
      const placeholder = readPlaceholder(template.slice(open + 2, index))
      if (placeholder) {
        if (open > literalFrom) parts.push(template.slice(literalFrom, open))
        parts.push(placeholder)
        literalFrom = index + 2
      }
      open = -1
    }
  }
  if (literalFrom < template.length) parts.push(template.slice(literalFrom))
  return parts
}

function readPlaceholder(inside: string): Placeholder | undefined {
  const found = INSIDE.exec(inside)
  if (!found?.[1]) return undefined
  return found[2] === undefined ? { name: found[1] } : { name: found[1], default: found[2].trim() }
}

/** The placeholder, if the template is nothing else. */
export function wholePlaceholder(template: string): Placeholder | undefined {
  const parts = templateParts(template)
  const [only] = parts
  return parts.length === 1 && typeof only === 'object' ? only : undefined
}

/** The variables a template uses, each name once; the start of the run is none. */
export function findVariables(template: string): readonly Placeholder[] {
  const found = new Map<string, Placeholder>()
  for (const part of templateParts(template)) {
    if (typeof part === 'object' && !found.has(part.name) && !isRelativeName(part.name)) found.set(part.name, part)
  }
  return [...found.values()]
}
