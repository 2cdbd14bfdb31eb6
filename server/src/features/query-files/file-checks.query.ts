import { FileSavedQuery, FileScheduledTask } from '@heddle/contract/query-files.ts'
import type { EntryChecks } from '@heddle/domain/query-files/read-query-file.ts'
import { bodyCheck } from '../../platform/http/validation.ts'

/** Checks the entries of a file one by one, so that every fault is reported under the name of what has it. */
export const FILE_CHECKS: EntryChecks = {
  savedQuery: bodyCheck(FileSavedQuery),
  scheduledTask: bodyCheck(FileScheduledTask),
}
