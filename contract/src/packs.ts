import { type Static, Type } from 'typebox'
import { Nullable, PageQuery, Timestamp, Uuid } from './common.ts'
import { CHECK_NEEDS } from './pack-files.ts'
import { Parameter, SEVERITIES } from './queries.ts'
import { ValueChange } from './query-files.ts'

const severity = Type.Enum([...SEVERITIES])
const name = Type.String({ maxLength: 60, description: 'As its file `heddle-pack.yaml` says.' })

export const PackListItem = Type.Object({
  name,
  version: Type.String(),
  title: Type.String(),
  hash: Type.String({ description: 'sha256:<hex> over its files.' }),
  checks: Type.Integer({ description: 'How many there are.' }),
  installed_at: Timestamp,
  installed_by: Nullable(Type.String()),
  category: Nullable(Type.Integer({ description: 'The folder of its checks.' })),
})
export type PackListItem = Static<typeof PackListItem>

/** Values that hold here instead of those of the pack; null: that of the pack. */
const Overrides = Type.Object({
  enabled: Nullable(Type.Boolean()),
  severity: Nullable(severity),
  parameters: Nullable(Type.Record(Type.String(), Type.Unknown())),
})

export const InstalledCheck = Type.Object({
  id: Type.String(),
  title: Type.String(),
  severity: Type.Enum([...SEVERITIES], { description: 'The one that holds here.' }),
  enabled: Type.Boolean({ description: 'Those that are not are left out when the pack runs.' }),
  group: Type.String(),
  saved_query: Uuid,
  overrides: Overrides,
  needs: Nullable(Type.Enum([...CHECK_NEEDS], { description: 'What it reads.' })),
  verified_on: Nullable(Type.String()),
  sources: Type.Array(Type.String()),
  mends_with: Nullable(Type.String({ description: 'The name of a job that fixes it.' })),
})
export type InstalledCheck = Static<typeof InstalledCheck>

export const Pack = Type.Object({
  ...PackListItem.properties,
  description: Type.String(),
  parameters: Type.Array(Parameter),
  groups: Type.Array(Type.Object({ title: Type.String(), checks: Type.Array(Type.String()) })),
  needs: Type.Object({ heddle: Nullable(Type.String()), classes: Type.Array(Type.String()) }),
  checks: Type.Array(InstalledCheck),
})
export type Pack = Static<typeof Pack>

export const PackParams = Type.Object({ name })
export const PackCheckParams = Type.Object({ name, id: Type.String({ maxLength: 60 }) })
export const PackListQuery = Type.Object(PageQuery)

export const PackInstallQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean()),
  force: Type.Optional(Type.Boolean({ description: 'Also in place of a newer version.' })),
})
/** Or an archive: `application/zip`, or `application/gzip` with a tar. */
export const PackInstallBody = Type.Object({
  files: Type.Record(Type.String(), Type.String(), { description: 'Texts by path.' }),
})

export const PLAN_ACTIONS = ['create', 'change', 'unchanged', 'delete'] as const
export const PackStep = Type.Object({
  action: Type.Enum([...PLAN_ACTIONS]),
  check: Type.String(),
  title: Type.String(),
  diff: Nullable(Type.Array(ValueChange)),
})
export type PackStep = Static<typeof PackStep>
export const PackInstallReply = Type.Object({
  name: Type.String(),
  version: Type.String(),
  hash: Type.String(),
  plan: Type.Array(PackStep),
  applied: Type.Boolean(),
})
export type PackInstallReply = Static<typeof PackInstallReply>

export const PackCheckPatch = Type.Object({
  enabled: Type.Optional(Nullable(Type.Boolean())),
  severity: Type.Optional(Nullable(severity)),
  parameters: Type.Optional(
    Nullable(Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), { description: 'Defaults by name.' })),
  ),
})
export type PackCheckPatch = Static<typeof PackCheckPatch>
