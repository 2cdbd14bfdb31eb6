export type Check = (value: unknown) => boolean
/** What each key of a rule may hold. */
export type Shape = Readonly<Record<string, Check>>

export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const isText: Check = (value) => typeof value === 'string'
export const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(String(value))

/** When a rule strikes. */
export const TIMING: Shape = { kind: isText, next: isNumber, after: isNumber, every: isNumber }
export const isStatus: Check = (value) => isNumber(value) && Number(value) >= 200 && Number(value) < 600

/** Throws an error that lists every mistake. */
export function checkRule(
  json: Readonly<Record<string, unknown>>,
  kinds: Readonly<Record<string, Shape>>,
  options: Shape,
): void {
  const kind = String(json['kind'])
  const needs = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!needs) throw new Error(`kind "${kind}": expected one of ${Object.keys(kinds).join(', ')}`)
  const wrong = Object.entries(json).filter(([key, value]) => !(needs[key] ?? options[key])?.(value))
  const missing = Object.keys(needs).filter((key) => !(key in json))
  const mistakes = [
    ...wrong.map(([key, value]) => `${key}: ${JSON.stringify(value)} is not usable for "${kind}"`),
    ...missing.map((key) => `"${kind}" needs ${key}`),
  ]
  if (mistakes.length > 0) throw new Error(mistakes.join('; '))
}
