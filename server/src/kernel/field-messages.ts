/** What is wrong with a body, by the dotted name of the field. */
export type FieldMessages = Record<string, string[]>

/** Without a prototype: clients also name their fields `constructor` and `__proto__`. */
export const noMessages = (): FieldMessages => Object.create(null) as FieldMessages

/** Merges the messages of several checks. */
export function mergeMessages(...parts: readonly FieldMessages[]): FieldMessages {
  const merged = noMessages()
  for (const part of parts)
    for (const [field, messages] of Object.entries(part)) (merged[field] ??= []).push(...messages)
  return merged
}

/** Whether a field, or a part of it, has an error. */
export const hasError = (faults: FieldMessages, field: string): boolean =>
  Object.keys(faults).some((name) => name === field || name.startsWith(`${field}.`))

/** The valid fields of a body, so that their meaning can be checked as well. */
export const validFields = <Body extends object>(body: Body, faults: FieldMessages): Partial<Body> =>
  Object.fromEntries(Object.entries(body).filter(([field]) => !hasError(faults, field))) as Partial<Body>
