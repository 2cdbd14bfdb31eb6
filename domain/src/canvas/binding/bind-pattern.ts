import type { Variables } from '../canvas.ts'
import { asText, type Filled, type Given, fillValue } from './fill-template.ts'

/** A pattern with its variables filled in. A variable that is the whole pattern is one itself, any other is literal. */
export function bindPattern(template: string, variables: Variables): Filled<Given> {
  return fillValue(template, variables, asLiteral)
}

const asLiteral = asText((text, before) => {
  const backslashes = /\\*$/.exec(before)?.[0].length ?? 0
  if (backslashes % 2 === 1) return { fault: 'a backslash in front of it would change its meaning' }
  return { text: text.replace(/[!-/:-@[-^`{-~]/g, String.raw`\$&`) }
})
