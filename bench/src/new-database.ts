import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Creates an empty database next to the given one and drops it afterwards. */
export async function withNewDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `heddle_bench_${randomUUID().replaceAll('-', '')}`
  const own = new URL(url)
  own.pathname = `/${name}`
  await statement(url, `create database ${name}`)
  try {
    return await work(own.href)
  } finally {
    await statement(url, `drop database ${name} with (force)`)
  }
}

async function statement(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
