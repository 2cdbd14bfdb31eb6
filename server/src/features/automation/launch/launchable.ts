import type { CheckedRows } from '@heddle/domain/automation/check-rows.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { LaunchTemplate } from '../automation.tables.ts'

/** A template that may be launched, with the values of its lists as of now. */
export type Launchable = {
  readonly id: string
  readonly template: LaunchTemplate
  readonly checkRows: (rows: readonly unknown[]) => Promise<CheckedRows>
}

/** Undefined if the actor does not see the template. */
export type LaunchesFrom = {
  readonly launchable: (actor: Actor, templateId: string, signal: AbortSignal) => Promise<Launchable | undefined>
}
