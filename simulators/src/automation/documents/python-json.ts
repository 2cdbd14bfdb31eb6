/** JSON as Python writes it: spaces after commas and colons and, unless told otherwise, no characters beyond ASCII. */
export function pythonJson(value: unknown, escapes = true): string {
  const text = write(value)
  return escapes ? text.replace(/[\u0080-\uffff]/g, escapeCharacter) : text
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${write(one)}`)
  return `{${entries.join(', ')}}`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
