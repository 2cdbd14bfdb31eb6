import { Pool } from 'undici'

const CONNECTIONS = 10

type Load = { readonly answered: number; readonly rate: number }

/** How many requests a URL serves over ten connections, each with one request at a time, in all and per second. */
export async function load(url: string, authorization: string, forMs: number): Promise<Load> {
  const { origin, pathname, search } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const end = performance.now() + forMs
  const lane = async () => {
    let answered = 0
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: pathname + search,
        headers: { authorization },
      })
      await body.dump({ limit: Infinity })
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
      answered++
    }
    return answered
  }
  const startedAt = performance.now()
  const answered = await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  const all = answered.reduce((sum, count) => sum + count, 0)
  return { answered: all, rate: all / seconds }
}
