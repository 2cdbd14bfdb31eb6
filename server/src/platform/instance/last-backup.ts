import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Executor } from '../../adapters/database/database.ts'
import { timestamp } from '../../kernel/instants.ts'
import { VERSION } from '../../kernel/product-version.ts'
import { readInstanceSetting, writeInstanceSetting } from './instance-settings.ts'

const KEY = 'last_backup'

const LastBackup = Type.Object({ taken_at: Type.String(), program_version: Type.String() })
export type LastBackup = Static<typeof LastBackup>

/** What the `backup` command took last; undefined if it never did, or other tools take the backups. */
export async function readLastBackup(db: Executor): Promise<LastBackup | undefined> {
  const value = await readInstanceSetting(db, KEY)
  return Check(LastBackup, value) ? value : undefined
}

export async function noteBackup(db: Executor, takenAt: Date): Promise<void> {
  await writeInstanceSetting(db, KEY, { taken_at: timestamp(takenAt), program_version: VERSION })
}
