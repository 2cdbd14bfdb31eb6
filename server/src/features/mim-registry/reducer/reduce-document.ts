import { referencedClasses } from '@heddle/domain/mim/class-references.ts'
import { parseClassDocument } from '@heddle/domain/mim/parse-class-document.ts'
import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import { decodeJson } from './decode-body.ts'
import { createLineSheets } from './line-sheets.ts'
import type { Encoded, Reduced } from './reducer-calls.ts'

/** Reduces documents to class records. Remembers the classes it has reported, so that each is reported once. */
export function createDocumentReducer() {
  const reported = new Set<string>()
  const encodeLine = createLineSheets()

  function unreported(document: unknown): DocumentPlace[] {
    const places: DocumentPlace[] = []
    for (const { package: pkg, class_name: className } of referencedClasses(document)) {
      const key = `${pkg}:${className}`
      if (reported.has(key)) continue
      reported.add(key)
      places.push({ package: pkg, className })
    }
    return places
  }

  function read(place: DocumentPlace, encoded: Encoded, reportsReferences: boolean): Reduced {
    const decoded = decodeJson(encoded)
    if (!decoded.ok) return decoded
    const record = parseClassDocument(decoded.value)
    if (record === undefined) return { ok: false, message: 'The response is not a class document.' }
    if (record.name !== place.package + place.className)
      return { ok: false, message: `The response is the document of another class, ${record.name}.` }
    const line = encodeLine(`${JSON.stringify(record)}\n`)
    return { ok: true, line, references: reportsReferences ? unreported(decoded.value) : [] }
  }

  return {
    /** Classes already known from elsewhere, which need not be reported. */
    markReported: ({ package: pkg, className }: DocumentPlace): unknown => reported.add(`${pkg}:${className}`),

    reduce: (place: DocumentPlace, encoded: Encoded): Reduced => read(place, encoded, true),
    /** Like `reduce`, but reports no references. */
    check: (place: DocumentPlace, encoded: Encoded): Reduced => read(place, encoded, false),
  }
}
