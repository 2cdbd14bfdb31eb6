import { saveFile, textFile } from '../../../components/save-file.ts'
import type { Heddle } from '../../../lib/api/heddle.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import type { QueryRef } from '../api.ts'
import { fileNameOf } from './read-import.ts'

const JSON_TYPE = 'application/json'

/** One query as a file; what it refers to is named, so that another installation understands it. */
export async function exportQuery(heddle: Heddle, query: QueryRef): Promise<void> {
  const { saved_queries } = await fileOf(heddle, [query])
  saveFile(fileNameOf(query.name), textFile(`${JSON.stringify(saved_queries[0], null, 2)}\n`, JSON_TYPE))
}

/** Several queries, their categories, and your own schedules of them. */
export async function exportQueries(heddle: Heddle, queries: readonly QueryRef[]): Promise<void> {
  saveFile('queries.heddle.json', textFile(`${JSON.stringify(await fileOf(heddle, queries), null, 2)}\n`, JSON_TYPE))
}

async function fileOf(heddle: Heddle, queries: readonly QueryRef[]): Promise<Wire.QueryFile> {
  const file = await heddle.queries.export({ ids: queries.map(({ id }) => id).join(','), format: 'json' })
  return await file.json()
}
