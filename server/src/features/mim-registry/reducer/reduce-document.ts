import { referencesIn } from '@heddle/domain/mim/class-references.ts'
import { parseClassDocument } from '@heddle/domain/mim/parse-class-document.ts'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import { decodeJson } from './decode-body.ts'
import type { Encoded, Reduced } from './reducer-messages.ts'

const encoder = new TextEncoder()

/** Reads documents down to class records. Remembers what it has reported, so that each class is reported once. */
export function createDocumentReducer() {
  const reported = new Set<string>()

  function unreported(document: unknown): DocumentPlace[] {
    const places: DocumentPlace[] = []
    for (const { package: pkg, class_name: className } of referencesIn(document)) {
      const key = `${pkg}:${className}`
      if (reported.has(key)) continue
      reported.add(key)
      places.push({ package: pkg, className })
    }
    return places
  }

  function read(place: DocumentPlace, encoded: Encoded, tell: boolean): Reduced {
    const decoded = decodeJson(encoded)
    if (!decoded.ok) return decoded
    const record = parseClassDocument(decoded.value)
    if (record === undefined) return { ok: false, message: 'The answer is no class document.' }
    if (record.name !== place.package + place.className)
      return { ok: false, message: `The answer is the document of another class, ${record.name}.` }
    const line = encoder.encode(`${JSON.stringify(record)}\n`)
    return { ok: true, line, references: tell ? unreported(decoded.value) : [] }
  }

  return {
    /** Whatever else tells of classes that need not be reported. */
    markReported: ({ package: pkg, className }: DocumentPlace): unknown => reported.add(`${pkg}:${className}`),

    reduce: (place: DocumentPlace, encoded: Encoded): Reduced => read(place, encoded, true),
    /** The same, reporting nothing. */
    check: (place: DocumentPlace, encoded: Encoded): Reduced => read(place, encoded, false),
  }
}
