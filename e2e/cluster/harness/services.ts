import { connect } from 'node:net'
import { once } from 'node:events'

/** The PostgreSQL and Redis that clusters run on: as the environment names them, else those that answer on loopback. */
export type Services = { readonly databaseUrl: string; readonly redisUrl: string }

const DATABASE = 'postgres://postgres@127.0.0.1:5432/postgres'
const REDIS = 'redis://127.0.0.1:6379'

/** Undefined where a service is missing; experiments are then skipped. */
export const services: Services | undefined = await findServices()

async function findServices(): Promise<Services | undefined> {
  const databaseUrl = process.env['TEST_DATABASE_URL'] ?? DATABASE
  const redisUrl = process.env['TEST_REDIS_URL'] ?? REDIS
  const missing = [
    ...((await answers(databaseUrl, 5432)) ? [] : ['PostgreSQL (TEST_DATABASE_URL)']),
    ...((await answers(redisUrl, 6379)) ? [] : ['Redis (TEST_REDIS_URL)']),
  ]
  if (missing.length === 0) {
    // The helpers of the server's tests look there.
    Object.assign(process.env, { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl })
    return { databaseUrl, redisUrl }
  }
  console.warn(`SKIPPED: experiments with many processes, there is no ${missing.join(' and no ')}`)
  return undefined
}

async function answers(url: string, usualPort: number): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || usualPort) })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
