import type { AiSettingsPatch } from '@heddle/contract/ai.ts'
import type { AuditSettingsPatch } from '@heddle/contract/audit.ts'
import type { FileAiSettings } from '@heddle/contract/platform-files.ts'
import type { NamedThing } from '@heddle/domain/query-files/read-query-file.ts'
import { admin } from '../../../kernel/access.ts'
import { Conflict } from '../../../kernel/errors.ts'
import type { AiSettingsService } from '../../ai/index.ts'
import type { AuditService } from '../../audit/index.ts'
import type { FoundThing, PlatformKind } from './platform-kind.ts'

type Services = {
  readonly ai: Pick<AiSettingsService, 'many'>
  readonly audit: Pick<AuditService, 'many'>
}

/** Settings of the installation, an entry for each area. They are always there. */
export function settingKind({ ai, audit }: Services): PlatformKind {
  return {
    list: 'settings',
    view: admin,
    required: [],
    find: async (tx): Promise<readonly FoundThing[]> => {
      const { has_platform_api_key: _, is_configured: __, ...shown } = await ai.many.read(tx)
      return [
        { id: 'ai', name: 'ai', content: { name: 'ai', ...shown } satisfies FileAiSettings },
        { id: 'audit', name: 'audit', content: { name: 'audit', ...(await audit.many.read(tx)) } },
      ]
    },
    check: async (fields) => (fields.name === 'ai' ? ai.many.check(patchOf(fields)) : {}),
    create: nothing,
    change: async ({ tx, caller }, { id }, fields) => {
      const patch = patchOf(fields)
      await (id === 'ai' ? ai.many.change(tx, patch) : audit.many.change(tx, caller, patch as AuditSettingsPatch))
    },
    whyKept: async () => KEPT,
    remove: nothing,
  }
}

const patchOf = ({ name: _, ...patch }: NamedThing) => patch as Partial<AiSettingsPatch>

const KEPT = 'Settings neither come nor go: keep the entry, or take settings out of the scope.'
/** Unreachable: what is always there is neither created nor deleted. */
const nothing = (): Promise<void> => Promise.reject(new Conflict(KEPT, 'in_use'))
