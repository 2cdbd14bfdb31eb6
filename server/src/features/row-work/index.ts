import { defineFeature } from '../../platform/feature.ts'
import { createRowWork } from './row-work.ts'

export { readPages } from './read-pages.ts'
export { type RowSession, type RowWork, TooMuchRowWork } from './row-work.ts'
export type { JudgedCapture } from './thread/judge-captures.ts'
export type { JudgedRows, StoredRequestedRow } from './thread/judge-rows.ts'
export type { RowsToRead } from './thread/rows-part.ts'

/** Threads for what users have done to their rows: expressions, patterns, judging. */
export const rowWorkFeature = defineFeature({
  name: 'row-work',
  needs: {},
  create: ({ logger, memory: budget }) => ({ rowWork: createRowWork({ logger, budget }) }),
  close: ({ rowWork }) => rowWork.close(),
})
