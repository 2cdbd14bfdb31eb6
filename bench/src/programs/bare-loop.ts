import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Pool } from 'undici'
import { ACCOUNT } from './fabric.ts'
import { measured } from './own-usage.ts'

type Page = { readonly imdata: readonly unknown[] }
type Login = { readonly imdata: readonly [{ readonly aaaLogin: { readonly attributes: { readonly token: string } } }] }

const unpack = promisify(gunzip)

/** The floor: logs in once, fetches pages one by one and `JSON.parse`s them. No retries, no checks, no limits. */
export async function open({ url }: { readonly url: string }) {
  const pool = new Pool(url, { connections: 1 })
  const login = await pool.request({
    method: 'POST',
    path: '/api/aaaLogin.json',
    body: JSON.stringify({ aaaUser: { attributes: { name: ACCOUNT.username, pwd: ACCOUNT.password } } }),
  })
  const cookie = `APIC-cookie=${((await login.body.json()) as Login).imdata[0].aaaLogin.attributes.token}`

  async function readPage(path: string): Promise<readonly unknown[]> {
    const { headers, body } = await pool.request({
      method: 'GET',
      path,
      headers: { cookie, 'accept-encoding': 'gzip' },
    })
    const bytes = await body.bytes()
    const text = headers['content-encoding'] === 'gzip' ? await unpack(bytes) : Buffer.from(bytes)
    return (JSON.parse(text.toString('utf8')) as Page).imdata
  }

  return {
    /** Keeps all rows until the last one has arrived. */
    keep: (paths: readonly string[]) =>
      measured(async () => {
        const rows: unknown[] = []
        for (const path of paths) for (const row of await readPage(path)) rows.push(row)
        return rows.length
      }),
    drop: (paths: readonly string[]) =>
      measured(async () => {
        let rows = 0
        for (const path of paths) rows += (await readPage(path)).length
        return rows
      }),
  }
}
