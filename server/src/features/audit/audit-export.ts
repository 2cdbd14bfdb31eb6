import type { Readable } from 'node:stream'
import { setImmediate as otherWork } from 'node:timers/promises'
import { AuditEntry } from '@heddle/contract/audit.ts'
import { sendSlowly } from '../../platform/rows/send-slowly.ts'
import { csvText } from '../../platform/text/csv-text.ts'
import type { ListedEntry } from './audit-log.store.ts'
import { presentEntry } from './audit.presenter.ts'

const COLUMNS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[]

/** Streams entries as a CSV file. */
export const exportEntries = (batches: AsyncIterable<readonly ListedEntry[]>): Readable => sendSlowly(lines(batches))

/** Written in one step; a batch from the database has more. */
const ENTRIES_AT_ONCE = 100

async function* lines(batches: AsyncIterable<readonly ListedEntry[]>): AsyncGenerator<string> {
  yield csvText([COLUMNS])
  for await (const entries of batches) {
    for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
      const some = entries.slice(start, start + ENTRIES_AT_ONCE)
      yield csvText(some.map(presentEntry).map((entry) => COLUMNS.map((column) => entry[column])))
      await otherWork()
    }
  }
}
