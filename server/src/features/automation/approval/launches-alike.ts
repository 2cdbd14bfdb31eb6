import { isDeepStrictEqual } from 'node:util'
import type { LaunchTemplate } from '../automation.tables.ts'

/**
 * Whether a template still launches what was asked for: the same job with rows of the same columns. Its name may have
 * changed, and how many of its jobs run at once.
 */
export const launchesAlike = (asked: LaunchTemplate, now: LaunchTemplate): boolean =>
  isDeepStrictEqual(identity(asked), identity(now))

/** As it is when it was stored, where nothing is undefined. */
const identity = ({ connectionId, jobTemplateId, executionMode, columns }: LaunchTemplate): unknown =>
  JSON.parse(JSON.stringify({ connectionId, jobTemplateId, executionMode, columns }))
