import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClassInfo } from '../mim/model.ts'
import { parseClassDocument } from '../mim/parse-class-document.ts'

const folder = join(process.env.HEDDLE_TEST_DATA ?? join(import.meta.dirname, '../../../../shared/data'), 'mim')

/** Are the real class documents there? Says so loudly when not, since tests that need them are then skipped. */
export const hasRealDocuments = existsSync(folder)
if (!hasRealDocuments) console.warn(`SKIPPED: tests against real class documents, because ${folder} is absent`)

/** All real class documents, as the registry serves them. */
export function readRealDocuments(): unknown[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}

/** The real class documents, parsed. */
export function parseRealDocuments(): ClassInfo[] {
  return readRealDocuments().flatMap((document) => parseClassDocument(document) ?? [])
}
