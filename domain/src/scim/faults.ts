/** The kinds of faults of RFC 7644, table 9, that a request can have here. */
export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget'

/** What is wrong with a part of a request. */
export type ScimFault = { readonly type: ScimType; readonly field: string; readonly message: string }

/** What a part of a change came to; nothing if it was done. */
export type ScimOutcome = 'refused' | undefined
export type ReportScimFault = (type: ScimType, message: string) => 'refused'

/** The fields of an object under their names in small letters, as names have no case here; the last one counts. */
export function scimFields(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]))
}
