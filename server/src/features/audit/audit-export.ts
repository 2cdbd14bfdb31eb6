import { Readable } from 'node:stream'
import { AuditEntry } from '@heddle/contract/audit.ts'
import { csvText } from '../../platform/text/csv-text.ts'
import type { ListedEntry } from './audit-log.store.ts'
import { presentEntry } from './audit.presenter.ts'

const COLUMNS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[]

/** Streams entries as a CSV file. */
export const exportEntries = (batches: AsyncIterable<readonly ListedEntry[]>): Readable =>
  Readable.from(lines(batches), { objectMode: false })

async function* lines(batches: AsyncIterable<readonly ListedEntry[]>): AsyncGenerator<string> {
  yield csvText([COLUMNS])
  for await (const entries of batches) {
    if (entries.length > 0)
      yield csvText(entries.map(presentEntry).map((entry) => COLUMNS.map((column) => entry[column])))
  }
}
