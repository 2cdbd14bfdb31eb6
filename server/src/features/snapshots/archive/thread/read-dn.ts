/**
 * A top-level text attribute of a canonical row, without parsing the row. Only a row that holds objects is parsed:
 * inside a text the quotes of a name would be escaped, so elsewhere the name can not be mistaken.
 */
export function readText(canonical: string, name: 'dn' | 'className'): string | undefined {
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
