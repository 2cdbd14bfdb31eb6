/** JSON that is already text, as a database keeps it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The JSON of an object, some of whose members may be JSON already. */
export function writeJson(members: Readonly<Record<string, unknown>>): string {
  const written: string[] = []
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue
    written.push(`${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`)
  }
  return `{${written.join(',')}}`
}
