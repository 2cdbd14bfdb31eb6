/**
 * The JSON of an object that has further members which are JSON already, as a database keeps it. The others are written
 * in one piece, which takes a fifth of the time of one by one.
 */
export function writeJson(members: object, texts: Readonly<Record<string, string>>): string {
  const added = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)}:${text}`)
  const written = JSON.stringify(members).slice(1, -1)
  return `{${[...(written === '' ? [] : [written]), ...added].join(',')}}`
}
