import secureJson from 'secure-json-parse'

/** Reasoning that some models write before their answer. */
const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i
const FENCE = /```(?:json)?\s*\n([\s\S]*?)\n?```/i
/** Texts with many opening braces would otherwise be read over and over. */
const MOST_STARTS = 5

/** JSON as a program writes it, without keys that reach prototypes; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: 'remove', constructorAction: 'remove' })
  } catch {
    // Not JSON: callers say so in their own words.
    return undefined
  }
}

/**
 * The object that a model wrote. Models that know no schemas wrap it: `Here you are: {"a": 1}`, or a fenced block.
 * Undefined if there is none that is complete.
 */
export function readObject(text: string): object | undefined {
  const said = withoutThoughts(text)
  return objectOf(parseJson(said.trim())) ?? objectOf(parseJson(FENCE.exec(said)?.[1] ?? '')) ?? objectWithin(said)
}

export const withoutThoughts = (text: string): string => text.replace(THOUGHTS, '')

function objectOf(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

function objectWithin(text: string): object | undefined {
  let start = text.indexOf('{')
  for (let tries = 0; start >= 0 && tries < MOST_STARTS; tries++) {
    const end = endOfObject(text, start)
    const found = end === undefined ? undefined : objectOf(parseJson(text.slice(start, end)))
    if (found) return found
    start = text.indexOf('{', end ?? start + 1)
  }
  return undefined
}

/** Behind the brace that closes the one at `start`; braces in strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return undefined
}
