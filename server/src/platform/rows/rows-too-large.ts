import { ServiceUnavailable } from '../../kernel/errors.ts'
import { ThreadOutOfMemory } from '../threads/thread-ended.ts'

/** Rows are not read because one of them, or what it is built from, fits into no thread. */
export class RowsTooLarge extends ServiceUnavailable {
  constructor() {
    super('These rows are too large to be read: they have many megabytes each. Run the query with fewer properties.')
  }
}

/** Thrown in a thread for a row that is longer than any that is read. */
export class RowTooLong extends Error {
  override readonly name = 'RowTooLong'
}

/** Errors of Node.js for what exceeds a limit of zstd, or of strings. */
const CODES = ['ERR_BUFFER_TOO_LARGE', 'ERR_STRING_TOO_LONG']

/** The error of a thread that met rows too large for its memory, in words; any other as it is. */
export const tooLargeInWords = (error: unknown): unknown => (isTooLarge(error) ? new RowsTooLarge() : error)

const isTooLarge = (error: unknown): boolean =>
  error instanceof ThreadOutOfMemory ||
  (error instanceof Error &&
    (error.name === 'RowTooLong' || CODES.includes(String((error as NodeJS.ErrnoException).code))))
