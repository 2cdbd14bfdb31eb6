import { openDatabase } from '../adapters/database/database.ts'
import { CANARY_KEY, checkCanary, createCanary } from '../adapters/secrets/canary.ts'
import { reencryptAll } from '../adapters/secrets/reencrypt.ts'
import { SEALED_COLUMNS } from '../compose/features.ts'
import { openKeys } from '../compose/open-adapters.ts'
import type { CommandOptions } from './command.ts'
import { readInstanceSetting, writeInstanceSetting } from '../platform/instance/instance-settings.ts'

/**
 * Rotates the root key. The canary comes last, because the previous key is needed until everything else is
 * re-encrypted.
 */
export async function reencrypt({ config, logger, print }: CommandOptions): Promise<number> {
  const { secrets: box } = await openKeys(config, logger)
  const database = await openDatabase({ url: config.database.url?.reveal(), dataDir: config.dataDir, logger })
  try {
    const canary = checkCanary(box, await readInstanceSetting(database.db, CANARY_KEY))
    if (!canary.ok) throw new Error(canary.message)
    const reports = await reencryptAll({
      columns: SEALED_COLUMNS,
      query: (text, values) => database.pool.query(text, values),
      box,
    })
    for (const { table, column, resealed, unreadable, rowsByKeyId } of reports) {
      const keys = Object.entries(rowsByKeyId).map(([key, rows]) => `${rows} with key ${key}`)
      print(`${table}.${column}: ${resealed} re-encrypted; now ${keys.join(', ') || 'none'}`)
      for (const id of unreadable)
        print(`${table}.${column}: row ${id} cannot be decrypted with any configured key and was left unchanged`)
    }
    if (reports.some(({ unreadable }) => unreadable.length > 0)) return 1
    await writeInstanceSetting(database.db, CANARY_KEY, createCanary(box))
    print(`All secrets use key ${box.keyId}; SECRET_KEY_PREVIOUS is no longer needed.`)
    return 0
  } finally {
    await database.close()
  }
}
