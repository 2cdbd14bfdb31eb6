import type { AuditSettingsPatch } from '@heddle/contract/audit.ts'
import type { AuditSettings } from '@heddle/domain/audit/audit-settings.ts'

/** Merges the patch into the settings. */
export function patchSettings(settings: AuditSettings, patch: AuditSettingsPatch): AuditSettings {
  return {
    // JSON has no undefined, so every key in the patch has a value.
    groups: { ...settings.groups, ...(patch.groups as Partial<AuditSettings['groups']>) },
    retention_days: {
      ...settings.retention_days,
      ...(patch.retention_days as Partial<AuditSettings['retention_days']>),
    },
    content_max_bytes: patch.content_max_bytes ?? settings.content_max_bytes,
    compress_threshold_bytes: patch.compress_threshold_bytes ?? settings.compress_threshold_bytes,
  }
}

type Values = Readonly<Record<string, boolean | number>>

/** The settings that differ, by dotted name. */
export function settingsChanges(
  before: AuditSettings,
  after: AuditSettings,
): { readonly before: Values; readonly after: Values } {
  const [old, fresh] = [flat(before), flat(after)]
  const changed = Object.keys(fresh).filter((name) => old[name] !== fresh[name])
  const pick = (values: Values) => Object.fromEntries(changed.map((name) => [name, values[name]!]))
  return { before: pick(old), after: pick(fresh) }
}

function flat({ groups, retention_days, ...limits }: AuditSettings): Values {
  return { ...prefixed('groups', groups), ...prefixed('retention_days', retention_days), ...limits }
}

const prefixed = (prefix: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]))
