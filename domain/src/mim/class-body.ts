import { isRecord, type Json, text } from './read-json.ts'
import { type ReferencedClass, readReference } from './wire-name.ts'

/**
 * The class inside a class document, which is an object of one key `pkg:Class`. Undefined when there is none: the key has to look
 * like a class, or the body has to say its package and name, so that error replies and aggregates are not taken for classes.
 */
export function classBody(document: unknown): (ReferencedClass & { readonly body: Json }) | undefined {
  if (!isRecord(document)) return undefined
  for (const [key, body] of Object.entries(document)) {
    if (!isRecord(body)) continue
    // The two fields come first: the package of `fvBD` can not be told from the name once the colon is gone.
    const named = readReference(`${text(body.classPkg)}:${text(body.className)}`) ?? readReference(key)
    if (named !== undefined) return { ...named, body }
  }
  return undefined
}
