import type { AuditSettingsPatch } from '@heddle/contract/audit.ts'
import type { AuditSettings } from '@heddle/domain/audit/audit-settings.ts'
import { settingsBelowFloor } from '@heddle/domain/audit/floor.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Forbidden } from '../../kernel/errors.ts'
import type { Precondition } from '../../kernel/versions.ts'
import { auditFloorLowered } from './audit.events.ts'
import { AUDIT_SETTINGS } from './audit-retention.store.ts'
import { lockAuditSettings, writeAuditSettings } from './audit-settings.store.ts'
import { patchSettings, settingsChanges } from './settings-changes.ts'
import type { AuditParts } from './audit-parts.ts'

export type AuditSettingsChange = { readonly patch: AuditSettingsPatch; readonly ifMatch?: Precondition }
type SettingsCaller = Pick<Caller, 'username' | 'isSuperuser'>

export const changeAuditSettings = (
  parts: AuditParts,
  caller: SettingsCaller,
  change: AuditSettingsChange,
): Promise<AuditSettings> => parts.database.transaction((tx) => writeSettings(parts, tx, caller, change))

export async function writeSettings(
  { audit, events }: Pick<AuditParts, 'audit' | 'events'>,
  tx: Executor,
  caller: SettingsCaller,
  { patch, ifMatch }: AuditSettingsChange,
): Promise<AuditSettings> {
  const before = await lockAuditSettings(tx)
  ifMatch?.check(before)
  const after = patchSettings(before, patch)
  const changes = settingsChanges(before, after)
  const lowered = settingsBelowFloor(changes.after)
  if (lowered.length > 0 && !caller.isSuperuser)
    throw new Forbidden(`Only a superuser may lower ${lowered.join(', ')} that far.`)
  await audit.record(tx, {
    action: 'settings_change',
    description: `The audit settings were changed: ${Object.keys(changes.after).join(', ') || 'nothing'}`,
    target: AUDIT_SETTINGS,
    metadata: changes,
    // Enabling the group of these entries leaves a first one.
    always: lowered.length > 0 || after.groups.settings,
  })
  await writeAuditSettings(tx, after)
  if (lowered.length > 0) {
    const settings = Object.fromEntries(lowered.map((name) => [name, changes.after[name]!]))
    await events.raise(tx, auditFloorLowered, { username: caller.username, settings })
  }
  return after
}
