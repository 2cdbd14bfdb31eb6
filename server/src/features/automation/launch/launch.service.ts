import { randomUUID } from 'node:crypto'
import type { LaunchDryRunReply, LaunchBody, RequestSource } from '@heddle/contract/automation.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { type LaunchRow, planLaunches } from '@heddle/domain/automation/launch-variables.ts'
import type { Static } from 'typebox'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor, Caller } from '../../../kernel/caller.ts'
import { FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../../kernel/field-messages.ts'
import type { Selection } from '../automation.tables.ts'
import type { Launchable, LaunchesFrom } from './launchable.ts'
import type { NewRequest, NewRequests } from './new-request.ts'

type Choice = Pick<LaunchBody, 'rows' | 'rows_from' | 'mapping' | 'filter' | 'verify_after'>

/** Finds the rows of a launch that names their source. Throws `FieldErrors`. */
export type ChoosesRows = {
  readonly choose: (
    actor: Actor,
    choice: Choice,
    columns: readonly SchemaColumn[],
    signal: AbortSignal,
  ) => Promise<{
    readonly rows: readonly { readonly values: LaunchRow; readonly source: LaunchRow }[]
    readonly source: RequestSource
    readonly selection: Selection
    readonly warnings: readonly string[]
  }>
}

type Dependencies = {
  readonly database: Database
  readonly templates: LaunchesFrom
  readonly source: ChoosesRows
  readonly newRequests: NewRequests
}

type Chosen = Pick<NewRequest, 'rows' | 'source' | 'selection' | 'warnings'>
/** What the schema of the body found is reported with everything else. */
type LaunchOrder = { readonly body: LaunchBody; readonly faults: FieldMessages; readonly signal: AbortSignal }

export type LaunchService = ReturnType<typeof createLaunchService>

/** Checks what somebody wants to launch, and launches it or shows what would be launched. */
export function createLaunchService({ database, templates, source, newRequests }: Dependencies) {
  async function prepare(
    caller: Caller,
    templateId: string,
    { body, faults, signal }: LaunchOrder,
  ): Promise<[Launchable, Chosen]> {
    const launchable = orNotFound(await templates.launchable(caller, templateId, signal))
    const valid = validFields(body, faults)
    const chosen = await choose(caller, launchable, valid, signal).catch(faultsOf)
    const checked = 'faults' in chosen ? chosen : await check(launchable, chosen)
    const all = mergeMessages(faults, faultsOfChoice(valid), 'faults' in checked ? checked.faults : {})
    if ('faults' in checked || Object.keys(all).length > 0)
      throw new FieldErrors(all, isFailed(checked) ? checked.extra : {})
    return [launchable, checked]
  }

  async function choose(
    caller: Caller,
    { template }: Launchable,
    body: Partial<LaunchBody>,
    signal: AbortSignal,
  ): Promise<Chosen> {
    if (body.rows_from !== undefined) return source.choose(caller, body, template.columns, signal)
    const rows = (body.rows ?? []).map((values) => ({ values: values as LaunchRow, source: null }))
    return { rows, source: null, selection: null, warnings: [] }
  }

  return {
    launch: async (caller: Caller, templateId: string, order: LaunchOrder): Promise<string> => {
      const [{ template }, chosen] = await prepare(caller, templateId, order)
      return database.transaction((tx) =>
        newRequests.create(tx, {
          ...chosen,
          templateId,
          template,
          requester: caller,
          comment: order.body.comment ?? '',
          verifyAfter: order.body.verify_after ?? null,
          needsApproval: false,
          relaunchOf: null,
        }),
      )
    },

    /** The ids in it are those of no request. */
    dryRun: async (
      caller: Caller,
      templateId: string,
      order: LaunchOrder,
    ): Promise<Static<typeof LaunchDryRunReply>> => {
      const [{ template }, { rows, source: from, warnings }] = await prepare(caller, templateId, order)
      const values = rows.map((row) => row.values)
      const launches = planLaunches(template.executionMode, values, {
        requestId: randomUUID(),
        requestedBy: caller.username,
      })
      return {
        valid: true,
        executions: launches.map((launch) => ({ rows: [...launch.rows], extra_vars: launch.extraVars })),
        warnings: [...warnings],
        source: from,
      }
    },
  }
}

async function check(launchable: Launchable, chosen: Chosen): Promise<Chosen | { readonly faults: FieldMessages }> {
  const checked = await launchable.checkRows(chosen.rows.map(({ values }) => values))
  if ('faults' in checked) return { faults: { ...checked.faults } }
  return {
    ...chosen,
    rows: checked.rows.map((values, index) => ({ values, source: chosen.rows[index]?.source ?? null })),
  }
}

type Failed = { readonly faults: FieldMessages; readonly extra: Record<string, unknown> }
const isFailed = (checked: object): checked is Failed => 'extra' in checked

/** A fault of the rows does not hide one of another field. */
function faultsOf(error: unknown): Failed {
  if (!(error instanceof FieldErrors)) throw error
  return { faults: { ...error.fields }, extra: { ...error.body } }
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
