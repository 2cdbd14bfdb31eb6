/** A class as package and name apart, as documents are addressed. */
export type ReferencedClass = { readonly package: string; readonly class_name: string }

/** Longer names are damage: the longest real one has some 50 characters. */
export const LONGEST_NAME = 200
const REFERENCE = /^(\w+):(\w+)$/
const WIRE_NAME = /^([a-z][a-z0-9]*)([A-Z_]\w*)$/

/** `fv:BD` to its two parts; undefined for what does not look like a class. */
export function readReference(reference: string): ReferencedClass | undefined {
  const [, pkg, className] = (reference.length > LONGEST_NAME ? null : REFERENCE.exec(reference)) ?? []
  return pkg === undefined || className === undefined ? undefined : { package: pkg, class_name: className }
}

/** `fv:BD` to `fvBD`; undefined for what does not look like a class. */
export function wireName(reference: string): string | undefined {
  return readReference(reference) === undefined ? undefined : reference.replace(':', '')
}

/**
 * `fvBD` to its two parts. A guess, since the colon is gone: the package is taken to be the lower case letters and digits in front.
 * Undefined for what has no such beginning.
 */
export function splitWireName(name: string): ReferencedClass | undefined {
  const [, pkg, className] = (name.length > LONGEST_NAME ? null : WIRE_NAME.exec(name)) ?? []
  return pkg === undefined || className === undefined ? undefined : { package: pkg, class_name: className }
}
