import { isRecord, type Json, stringOf } from './read-json.ts'
import { type ReferencedClass, readReference } from './wire-name.ts'

/**
 * The class inside a class document, which is an object with one key `pkg:Class`. Undefined if there is none: the key
 * must look like a class, or the body must name its package and class, so that error replies and aggregates are not
 * mistaken for classes.
 */
export function classBody(document: unknown): (ReferencedClass & { readonly body: Json }) | undefined {
  if (!isRecord(document)) return undefined
  for (const [key, body] of Object.entries(document)) {
    if (!isRecord(body)) continue
    // The two fields take precedence: without the colon, the package of `fvBD` cannot be separated from its name.
    const named = readReference(`${stringOf(body.classPkg)}:${stringOf(body.className)}`) ?? readReference(key)
    if (named !== undefined) return { ...named, body }
  }
  return undefined
}
