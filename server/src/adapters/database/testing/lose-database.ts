import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../database.ts'

// Deletes the log from under the embedded database and then waits: only the failure of the database ends this process.
const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir })
setInterval(() => undefined, 60_000)
rmSync(join(dataDir, 'database', 'pg_wal'), { recursive: true })
await database.pool.query('select pg_switch_wal()').catch(() => undefined)
await database.pool.query('create table lost (id int)').catch(() => undefined)
