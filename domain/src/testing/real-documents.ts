import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classInfoOf } from './class-info-of.ts'
import type { ClassRecord } from '../mim/class-record.ts'
import type { ClassInfo } from '../mim/model.ts'
import { parseClassDocument } from '../mim/parse-class-document.ts'

const folder = join(process.env.HEDDLE_TEST_DATA ?? join(import.meta.dirname, '../../../../shared/data'), 'mim')

/** Whether the real class documents are present. If not, warns, because the tests that need them are skipped. */
export const hasRealDocuments = existsSync(folder)
if (!hasRealDocuments) console.warn(`SKIPPED: tests against real class documents, because ${folder} is absent`)

let documents: readonly unknown[] | undefined
let records: readonly ClassRecord[] | undefined

/** All real class documents, as the registry serves them; read once for all tests of a process. */
export function readRealDocuments(): readonly unknown[] {
  return (documents ??= readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))))
}

/** The real class documents, reduced. */
export function parseRealRecords(): readonly ClassRecord[] {
  return (records ??= readRealDocuments().flatMap((document) => parseClassDocument(document) ?? []))
}

/** The real class documents as the query engine sees them. */
export function parseRealDocuments(): ClassInfo[] {
  return parseRealRecords().map(classInfoOf)
}
