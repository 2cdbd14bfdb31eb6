import { getCheck, listPacksTool, runChecks } from './checks.ts'
import { describeClassTool, searchClasses } from './classes.ts'
import { compareCaptures, listCapturesTool } from './history.ts'
import { proposeRequest } from './propose-request.ts'
import { explainQueryTool, getQuery, listQueriesTool, validateQuery } from './queries.ts'
import { getRows, runQueryTool } from './rows.ts'
import type { Tool } from './tool.ts'

/** In the order in which an agent is likely to need them. */
export const TOOLS: readonly Tool[] = [
  searchClasses,
  describeClassTool,
  listQueriesTool,
  getQuery,
  validateQuery,
  runQueryTool,
  getRows,
  listCapturesTool,
  compareCaptures,
  explainQueryTool,
  listPacksTool,
  runChecks,
  getCheck,
  proposeRequest,
]
