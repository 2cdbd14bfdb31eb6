import type { RelaunchBody } from '@heddle/contract/automation.ts'
import { isRequestEnded } from '@heddle/domain/automation/states.ts'
import type { Static } from 'typebox'
import type { Database } from '../../../adapters/database/database.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Conflict } from '../../../kernel/errors.ts'
import { fitRows, type LaunchesFrom } from '../launch/launchable.ts'
import type { NewRequests } from '../launch/new-requests.ts'
import { requireSeenRequest } from './require-seen.ts'
import { allRows, type RowOfRequest, unsuccessful } from './requests.store.ts'

type Dependencies = { readonly database: Database; readonly templates: LaunchesFrom; readonly newRequests: NewRequests }
type Unsuccessful = Awaited<ReturnType<typeof unsuccessful>>

/** Launches rows of an earlier request again, from its template as it is now. */
export function createRelaunchRequests({ database, templates, newRequests }: Dependencies) {
  return async (
    caller: Caller,
    id: string,
    { only = 'failed' }: Static<typeof RelaunchBody>,
    signal: AbortSignal,
  ): Promise<string> => {
    const { db } = database
    const request = await requireSeenRequest(db, caller, id)
    if (!isRequestEnded(request.status)) throw new Conflict('The request has not finished yet.', 'not_finished')
    const failed = await unsuccessful(db, id)
    if (only === 'failed' && failed.length === 0)
      throw new Conflict('All rows of the request succeeded.', 'nothing_failed')
    const launchable = await templates.launchable(caller, request.templateId, signal)
    if (!launchable)
      throw new Conflict('The template no longer exists, or you may no longer launch it.', 'template_gone')
    const rows = await fitRows(launchable, chosen(await allRows(db, id), only === 'all' ? undefined : failed))
    return database.transaction((tx) =>
      newRequests.create(tx, {
        templateId: request.templateId,
        template: launchable.template,
        requester: caller,
        comment: request.comment,
        rows,
        source: request.source,
        selection: request.selection,
        warnings: warningsOf(failed),
        verifyAfter: request.verifyAfter,
        // What a follow-up found, or an agent proposed, is approved each time.
        needsApproval: request.source?.scheduled_execution != null || request.approvalStatus !== null,
        relaunchOf: id,
      }),
    )
  }
}

/** In bulk one job had all rows. */
function chosen(rows: readonly RowOfRequest[], failed: Unsuccessful | undefined): readonly RowOfRequest[] {
  if (failed === undefined || failed.some(({ rowIndex }) => rowIndex === null)) return rows
  const indexes = new Set(failed.map(({ rowIndex }) => rowIndex))
  return rows.filter(({ index }) => indexes.has(index))
}

function warningsOf(failed: Unsuccessful): string[] {
  const uncertain = failed.filter(({ launch }) => launch === 'uncertain').length
  if (uncertain === 0) return []
  return [
    `Of ${uncertain} earlier ${uncertain === 1 ? 'launch' : 'launches'} the answer was lost: these rows may have run already.`,
  ]
}
