import type { Wire } from '../../../lib/api/wire.ts'

/** Where the things that entries are about have their pages. */
const PAGES: Readonly<Record<string, string>> = {
  user: '/auth/management/',
  group: '/auth/groups/',
  automation_template: '/automation/templates/',
  automation_request: '/automation/requests/',
  automation_execution: '/automation/executions/',
  saved_query: '/queries/saved-queries/',
  execution_log: '/queries/execution-logs/',
  snapshot: '/history/snapshots/',
  scheduled_task: '/queries/scheduled-tasks/',
  check: '/queries/checks/',
  pack: '/packs/',
  mim_import_run: '/mim-registry/remote/runs/',
}

const GONE = /_(delete|remove)$/

/** The page of what an entry is about, if it has one; what was deleted has none. */
export function pageOfTarget({ action, target_type: type, target_id: id }: Wire.AuditEntry): string | undefined {
  const page = type === null ? undefined : PAGES[type]
  return page === undefined || id === null || GONE.test(action) ? undefined : `${page}${encodeURIComponent(id)}/`
}
