import { classBody } from './class-body.ts'
import { isRecord, stringOf, texts } from './read-json.ts'
import { type ReferencedClass, readReference } from './wire-name.ts'

/**
 * Every other class that a class document mentions, without duplicates, in order of appearance: containment,
 * inheritance, relations and their ends. Package and class are separate because documents are addressed by both. Empty
 * if the value is not a class document.
 */
export function referencedClasses(document: unknown): ReferencedClass[] {
  const found = classBody(document)
  if (found === undefined) return []
  const { body } = found
  const references = new Set([
    ...classNames(body.contains),
    ...classNames(body.containedBy),
    ...classNames(body.subClasses),
    ...classNames(body.superClasses),
    ...namesAndTargets(body.relationTo),
    ...namesAndTargets(body.relationFrom),
    ...relationEnds(body.relationInfo),
  ])
  references.delete(`${found.package}:${found.class_name}`)
  return [...references].flatMap((reference) => readReference(reference) ?? [])
}

/** Class references in a map (its keys) or a list: the same field occurs as either. */
export function classNames(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : texts(value)
}

function namesAndTargets(value: unknown): string[] {
  return isRecord(value) ? Object.entries(value).flatMap(([name, target]) => [name, stringOf(target)]) : []
}

function relationEnds(info: unknown): string[] {
  return isRecord(info) ? [info.fromMo, info.fromRelMo, info.toMo, info.toRelMo].map(stringOf) : []
}
