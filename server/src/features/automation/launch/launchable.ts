import type { CheckedRows } from '@heddle/domain/automation/check-rows.ts'
import type { LaunchRow } from '@heddle/domain/automation/launch-variables.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { LaunchTemplate } from '../automation.tables.ts'
import type { NewRequest } from './new-request.ts'

/** A template that may be launched, with the values of its lists as of now. */
export type LaunchableTemplate = {
  readonly id: string
  readonly template: LaunchTemplate
  readonly checkRows: (rows: readonly unknown[]) => Promise<CheckedRows>
}

/** Undefined if the actor does not see the template. */
export type LaunchesFrom = {
  readonly launchable: (
    actor: Actor,
    templateId: string,
    signal: AbortSignal,
  ) => Promise<LaunchableTemplate | undefined>
}

/** The rows as the template passes them on, each with its source. Throws `FieldErrors` for rows that do not fit. */
export async function fitRows(
  { checkRows }: LaunchableTemplate,
  rows: readonly { readonly values: unknown; readonly source: LaunchRow | null }[],
): Promise<NewRequest['rows']> {
  const checked = await checkRows(rows.map(({ values }) => values))
  if ('faults' in checked) throw new FieldErrors({ ...checked.faults })
  return checked.rows.map((values, index) => ({ values, source: rows[index]?.source ?? null }))
}
