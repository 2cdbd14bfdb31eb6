import type { InstalledCheck, Pack, PackListItem } from '@heddle/contract/packs.ts'
import { DEFAULT_SEVERITY } from '@heddle/contract/queries.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { ShownCheck, ShownPack } from './packs.store.ts'

export const presentPack = (row: ShownPack): PackListItem => ({
  ...{ name: row.name, version: row.version, title: row.title, hash: row.hash, checks: row.checkCount },
  installed_at: timestamp(row.installedAt),
  installed_by: row.installedByName,
  category: row.categoryId,
})

export const presentPackDetail = ({
  pack,
  checks,
}: {
  readonly pack: ShownPack
  readonly checks: readonly ShownCheck[]
}): Pack => ({
  ...presentPack(pack),
  ...{ description: pack.description, parameters: pack.parameters, groups: pack.groups, needs: pack.needs },
  checks: checks.map(presentCheck),
})

export const presentCheck = (row: ShownCheck): InstalledCheck => ({
  id: row.checkId,
  title: row.title,
  severity: row.severity ?? (row.ownSeverity as InstalledCheck['severity'] | null) ?? DEFAULT_SEVERITY,
  enabled: row.enabled ?? true,
  group: row.group,
  saved_query: row.savedQueryId,
  overrides: { enabled: row.enabled, severity: row.severity, parameters: row.parameters },
  needs: row.needs as InstalledCheck['needs'],
  verified_on: row.verifiedOn,
  sources: [...(row.sources ?? [])],
  mends_with: row.mendsWith,
})
