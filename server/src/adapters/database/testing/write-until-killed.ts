import { writeSync } from 'node:fs'
import { openDatabase } from '../database.ts'

// Writes pairs of rows until killed; each number it prints is a pair already committed.
const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir })
const { rows } = await database.pool.query<{ next: number }>(
  'select coalesce(max(number), 0)::int + 1 as next from written',
)
for (let number = rows[0]!.next; ; number += 1) {
  await database.transaction(async (tx) => {
    await tx.execute(`insert into written (number, half) values (${number}, 1)`)
    await tx.execute(`insert into written (number, half) values (${number}, 2)`)
  })
  writeSync(1, `${number}\n`)
}
