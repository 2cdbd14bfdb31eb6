import type { LaunchRow } from '@heddle/domain/automation/launch-variables.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import type { LaunchTemplate } from '../automation.tables.ts'

/** A template that may be launched, with the values of its lists as of now. */
export type Launchable = {
  readonly id: string
  readonly template: LaunchTemplate
  readonly checkRows: (rows: readonly unknown[]) => { readonly rows: readonly LaunchRow[] } | { readonly faults: FieldMessages }
}

/** Undefined if the actor does not see the template. */
export type LaunchesFrom = {
  readonly launchable: (actor: Actor, templateId: string, signal: AbortSignal) => Promise<Launchable | undefined>
}
