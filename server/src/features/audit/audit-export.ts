import { Readable } from 'node:stream'
import { AuditEntry } from '@heddle/contract/audit.ts'
import { csvLine } from '../../platform/text/csv-text.ts'
import type { ListedEntry } from './audit-log.store.ts'
import { presentEntry } from './audit.presenter.ts'

const COLUMNS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[]

/** Streams entries as a CSV file. */
export const exportEntries = (batches: AsyncIterable<readonly ListedEntry[]>): Readable =>
  Readable.from(lines(batches), { objectMode: false })

async function* lines(batches: AsyncIterable<readonly ListedEntry[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const entries of batches) {
    if (entries.length > 0) yield entries.map(presentEntry).map(line).join('')
  }
}

const line = (entry: AuditEntry): string => csvLine(COLUMNS.map((column) => cellText(entry[column])))

const cellText = (value: AuditEntry[keyof AuditEntry]): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
