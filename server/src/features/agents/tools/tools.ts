import { getCheck, listPacks, runChecks } from './checks.ts'
import { describeClass, searchClasses } from './classes.ts'
import { compareCaptures, listCaptures } from './history.ts'
import { proposeRequest } from './propose-request.ts'
import { explainQuery, getQuery, listQueries, validateQuery } from './queries.ts'
import { getRows, runQuery } from './rows.ts'
import type { Tool } from './tool.ts'

/** In the order in which an agent is likely to need them. */
export const TOOLS: readonly Tool[] = [
  searchClasses,
  describeClass,
  listQueries,
  getQuery,
  validateQuery,
  runQuery,
  getRows,
  listCaptures,
  compareCaptures,
  explainQuery,
  listPacks,
  runChecks,
  getCheck,
  proposeRequest,
]
