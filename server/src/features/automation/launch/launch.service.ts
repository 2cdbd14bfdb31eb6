import { randomUUID } from 'node:crypto'
import type { LaunchDryRunReply, LaunchBody, RequestSource } from '@heddle/contract/automation.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { type LaunchRow, planLaunches } from '@heddle/domain/automation/launch-variables.ts'
import type { Static } from 'typebox'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor, Caller } from '../../../kernel/caller.ts'
import { FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../../kernel/field-messages.ts'
import type { LaunchTemplate, LaunchSelection } from '../automation.tables.ts'
import { fitRows, type LaunchableTemplate, type LaunchesFrom } from './launchable.ts'
import type { NewRequest } from './new-request.ts'
import type { NewRequests } from './new-requests.ts'

type RowsChoice = Pick<LaunchBody, 'rows' | 'rows_from' | 'mapping' | 'filter' | 'verify_after'>

/** Finds the rows of a launch that names their source. Throws `FieldErrors`. */
export type ChoosesRows = {
  readonly choose: (
    actor: Actor,
    choice: RowsChoice,
    columns: readonly SchemaColumn[],
    signal: AbortSignal,
  ) => Promise<{
    readonly rows: readonly { readonly values: LaunchRow; readonly source: LaunchRow }[]
    readonly source: RequestSource
    readonly selection: LaunchSelection
    readonly warnings: readonly string[]
  }>
}

type LaunchParts = {
  readonly database: Database
  readonly templates: LaunchesFrom
  readonly source: ChoosesRows
  readonly newRequests: Pick<NewRequests, 'create'>
}

type CheckedLaunch = Pick<NewRequest, 'rows' | 'source' | 'selection' | 'warnings'> & {
  readonly template: LaunchTemplate
}
/** What the schema of the body found is reported with everything else. */
type LaunchOrder = { readonly body: LaunchBody; readonly faults: FieldMessages; readonly signal: AbortSignal }

/** `needsApproval`: nothing is launched before somebody else approves it. */
type LaunchTerms = { readonly needsApproval?: boolean }

export type LaunchService = {
  /** Answers the id of the new request. */
  readonly launch: (caller: Caller, templateId: string, order: LaunchOrder, terms?: LaunchTerms) => Promise<string>
  /** The ids in it are those of no request. */
  readonly dryRun: (caller: Caller, templateId: string, order: LaunchOrder) => Promise<Static<typeof LaunchDryRunReply>>
}

/** Checks what somebody wants to launch, and launches it or shows what would be launched. */
export const createLaunchService = (parts: LaunchParts): LaunchService => ({
  launch: (caller, templateId, order, terms = {}) => launchRows(parts, caller, templateId, order, terms),
  dryRun: (caller, templateId, order) => dryRun(parts, caller, templateId, order),
})

async function launchRows(
  parts: LaunchParts,
  caller: Caller,
  templateId: string,
  order: LaunchOrder,
  { needsApproval = false }: LaunchTerms,
): Promise<string> {
  const checked = await checkLaunch(parts, caller, templateId, order)
  return parts.database.transaction((tx) =>
    parts.newRequests.create(tx, {
      ...checked,
      templateId,
      requester: caller,
      comment: order.body.comment ?? '',
      verifyAfter: order.body.verify_after ?? null,
      needsApproval,
      relaunchOf: null,
    }),
  )
}

async function dryRun(
  parts: LaunchParts,
  caller: Caller,
  templateId: string,
  order: LaunchOrder,
): Promise<Static<typeof LaunchDryRunReply>> {
  const { template, rows, source, warnings } = await checkLaunch(parts, caller, templateId, order)
  const launches = planLaunches(
    template.executionMode,
    rows.map(({ values }) => values),
    { requestId: randomUUID(), requestedBy: caller.username },
  )
  return {
    valid: true,
    executions: launches.map((launch) => ({ rows: [...launch.rows], extra_vars: launch.extraVars })),
    warnings: [...warnings],
    source,
  }
}

/** The rows of a launch as they fit its template. A fault of the rows does not hide one of another field. */
async function checkLaunch(
  { templates, source }: LaunchParts,
  caller: Caller,
  templateId: string,
  { body, faults, signal }: LaunchOrder,
): Promise<CheckedLaunch> {
  const launchable = orNotFound(await templates.launchable(caller, templateId, signal))
  const valid = validFields(body, faults)
  return refuseTogether(mergeMessages(faults, faultsOfChoice(valid)), async () => {
    const chosen = await chooseRows(source, caller, launchable, valid, signal)
    return { ...chosen, template: launchable.template, rows: await fitRows(launchable, chosen.rows) }
  })
}

async function chooseRows(
  source: ChoosesRows,
  caller: Caller,
  { template }: LaunchableTemplate,
  body: Partial<LaunchBody>,
  signal: AbortSignal,
): Promise<Omit<CheckedLaunch, 'template'>> {
  if (body.rows_from !== undefined) return source.choose(caller, body, template.columns, signal)
  const rows = (body.rows ?? []).map((values) => ({ values: values as LaunchRow, source: null }))
  return { rows, source: null, selection: null, warnings: [] }
}

/** What the work refuses is reported together with the faults known before, which are refused in any case. */
async function refuseTogether<T>(known: FieldMessages, work: () => Promise<T>): Promise<T> {
  const result = await work().catch((error: unknown) => {
    if (!(error instanceof FieldErrors)) throw error
    const extra = Object.entries(error.body).filter(([name]) => !Object.hasOwn(error.fields, name))
    throw new FieldErrors(mergeMessages(known, error.fields), Object.fromEntries(extra))
  })
  if (Object.keys(known).length > 0) throw new FieldErrors(known)
  return result
}

/** Fields that mean something only beside `rows_from`. */
function faultsOfChoice(body: Partial<LaunchBody>): FieldMessages {
  if (body.rows_from !== undefined) return {}
  const message = 'Needs rows_from: rows that are sent come from no source.'
  return {
    ...(body.mapping !== undefined && { mapping: [message] }),
    ...(body.filter !== undefined && { filter: [message] }),
    ...(body.verify_after != null && { verify_after: [message] }),
  }
}
