import { DuckDBInstance } from '@duckdb/node-api'

/** What DuckDB says about a Parquet file, or all files of a pattern: the type of each column, and the rows. */
export async function readParquet(files: string, sql = 'select * from rows') {
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  try {
    const from = `read_parquet('${files.replaceAll("'", "''")}', union_by_name = true)`
    await connection.run(`create view rows as from ${from}`)
    const types = await connection.runAndReadAll('describe rows')
    const rows = await connection.runAndReadAll(sql)
    return {
      types: Object.fromEntries(types.getRows().map(([name, type]) => [String(name), String(type)])),
      rows: rows.getRowObjectsJS(),
    }
  } finally {
    connection.closeSync()
    database.closeSync()
  }
}
