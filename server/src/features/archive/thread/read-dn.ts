type TextColumn = 'dn' | 'className' | '@controller'

/**
 * A top-level text attribute of a canonical row. Parses the row only if it holds objects: inside a string the quotes
 * around the name would be escaped, so otherwise the name cannot be mistaken.
 */
export function readText(canonical: string, name: TextColumn): string | undefined {
  const mark = `"${name}":"`
  const at = canonical.indexOf(mark)
  if (at < 0) return undefined
  if (canonical.indexOf('{', 1) >= 0) return parsedText(canonical, name)
  const start = at + mark.length
  const end = canonical.indexOf('"', start)
  const text = canonical.slice(start, end)
  return text.includes('\\') ? parsedText(canonical, name) : text
}

function parsedText(canonical: string, name: string): string | undefined {
  const value = (JSON.parse(canonical) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
