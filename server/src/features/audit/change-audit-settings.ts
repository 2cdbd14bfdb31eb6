import type { AuditSettingsPatch } from '@heddle/contract/audit.ts'
import type { AuditSettings } from '@heddle/domain/audit/audit-settings.ts'
import { settingsBelowFloor } from '@heddle/domain/audit/floor.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Forbidden } from '../../kernel/errors.ts'
import type { Precondition } from '../../kernel/versions.ts'
import { auditFloorLowered } from './audit.events.ts'
import { AUDIT_SETTINGS } from './audit-retention.store.ts'
import { lockAuditSettings, writeAuditSettings } from './audit-settings.store.ts'
import { patchSettings, settingsChanges } from './settings-changes.ts'
import type { AuditParts } from './audit-parts.ts'

export type AuditSettingsChange = { readonly patch: AuditSettingsPatch; readonly ifMatch: Precondition }

export function changeAuditSettings(
  { database, audit, events }: AuditParts,
  caller: Pick<Caller, 'username' | 'isSuperuser'>,
  { patch, ifMatch }: AuditSettingsChange,
): Promise<AuditSettings> {
  return database.transaction(async (tx) => {
    const before = await lockAuditSettings(tx)
    ifMatch.check(before)
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
  })
}
