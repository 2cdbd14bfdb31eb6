import type { Wire } from '../../../lib/api/wire.ts'

type Settings = Wire.AuditSettingsGetReply

/** What was typed and ticked; numbers stay text until they are saved. */
export type SettingsDraft = {
  readonly groups: Readonly<Record<string, boolean>>
  readonly days: Readonly<Record<string, string>>
  readonly contentMax: string
  readonly compressFrom: string
}

export const settingsDraft = ({ groups, retention_days: days, ...sizes }: Settings): SettingsDraft => ({
  groups: { ...(groups as Readonly<Record<string, boolean>>) },
  days: Object.fromEntries(Object.entries(days).map(([name, value]) => [name, String(value)])),
  contentMax: String(sizes.content_max_bytes),
  compressFrom: String(sizes.compress_threshold_bytes),
})

/** Only what differs, so that two who change different things do not undo each other's; undefined if nothing does. */
export function settingsChanges(settings: Settings, draft: SettingsDraft): Wire.AuditSettingsUpdateBody | undefined {
  const before = settingsDraft(settings)
  const groups = differing(before.groups, draft.groups)
  const days = differing(before.days, draft.days)
  const changes = {
    ...(groups.length > 0 && { groups: Object.fromEntries(groups) }),
    ...(days.length > 0 && { retention_days: Object.fromEntries(days.map(([name, text]) => [name, numberOf(text)])) }),
    ...(before.contentMax !== draft.contentMax && { content_max_bytes: numberOf(draft.contentMax) }),
    ...(before.compressFrom !== draft.compressFrom && { compress_threshold_bytes: numberOf(draft.compressFrom) }),
  }
  return Object.keys(changes).length === 0 ? undefined : (changes as Wire.AuditSettingsUpdateBody)
}

const differing = <T>(before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(after).filter(([name, value]) => before[name] !== value)

/** What is no number goes to the server as it is typed, which says so. */
const numberOf = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text)
