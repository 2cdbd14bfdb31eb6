/** Name and password of `{"aaaUser":{"attributes":{…}}}`; undefined for any other body. */
export function parseLoginBody(text: string): { name: string; password: string } | undefined {
  const attributes = member(member(parseJson(text), 'aaaUser'), 'attributes')
  const name = member(attributes, 'name')
  const password = member(attributes, 'pwd')
  return typeof name === 'string' && typeof password === 'string' ? { name, password } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller treats it like any other invalid body.
    return undefined
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
