/** A class as separate package and name, which address its document. */
export type ReferencedClass = { readonly package: string; readonly class_name: string }

/** Longer names are corrupt: the longest real one has about 50 characters. */
export const LONGEST_WIRE_NAME = 200
const REFERENCE = /^(\w+):(\w+)$/
const WIRE_NAME = /^([a-z][a-z0-9]*)([A-Z_]\w*)$/

/** Splits `fv:BD` into its two parts; undefined if it does not look like a class. */
export function readReference(reference: string): ReferencedClass | undefined {
  const [, pkg, className] = (reference.length > LONGEST_WIRE_NAME ? null : REFERENCE.exec(reference)) ?? []
  return pkg === undefined || className === undefined ? undefined : { package: pkg, class_name: className }
}

/** Converts `fv:BD` to `fvBD`; undefined if it does not look like a class. */
export function wireName(reference: string): string | undefined {
  return readReference(reference) === undefined ? undefined : reference.replace(':', '')
}

/**
 * Splits `fvBD` into its two parts. This is a guess, as the colon is gone: the package is assumed to be the leading
 * lower case letters and digits. Undefined if there are none.
 */
export function splitWireName(name: string): ReferencedClass | undefined {
  const [, pkg, className] = (name.length > LONGEST_WIRE_NAME ? null : WIRE_NAME.exec(name)) ?? []
  return pkg === undefined || className === undefined ? undefined : { package: pkg, class_name: className }
}
