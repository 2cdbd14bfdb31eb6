import { asText, type Embed, type Filled, type Filling, type VariableValue, fillValue } from './fill-template.ts'

/** A pattern with its variables filled in. A variable that is the whole pattern is one itself, any other is literal. */
export function bindPattern(template: string, filling: Filling): Filled<VariableValue> {
  return fillValue(template, filling, asLiteral)
}

function asLiteral(): Embed {
  let isEscaped = false
  return {
    write: asText((text) => {
      if (isEscaped) return { fault: 'a backslash in front of it would change its meaning' }
      return { text: text.replace(/[!-/:-@[-^`{-~]/g, String.raw`\$&`) }
    }),
    pass: (text) => {
      for (const character of text) isEscaped = character === '\\' && !isEscaped
    },
  }
}
