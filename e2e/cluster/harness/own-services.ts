import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { end, freePorts, killAtExit, listens } from '@heddle/server/testing/daemon.ts'

/** Services that an experiment may stop, kill and pause, which it must not do to those of the environment. */
export type OwnService = {
  readonly url: string
  /** Ends it, in order unless another signal is given, and keeps its data, if it keeps any. */
  readonly halt: (signal?: NodeJS.Signals) => Promise<void>
  readonly start: () => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
  /** Ends it and removes its data. */
  readonly remove: () => Promise<void>
}

const READY_POLL_MS = 50
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)

/** Whether a PostgreSQL and a Redis can be started here. */
export const canStartPostgres = PROGRAMS !== undefined && existsSync(join(PROGRAMS, 'initdb'))
export const canStartRedis = spawnSync('redis-server', ['--version']).status === 0
if (!canStartPostgres)
  console.warn(
    'SKIPPED: experiments that stop PostgreSQL, its programs are not on this machine (Debian: apt install postgresql)',
  )
if (!canStartRedis)
  console.warn(
    'SKIPPED: experiments that stop Redis, its program is not on this machine (Debian: apt install redis-server)',
  )

/** PostgreSQL refuses to run as root: it then runs as its own user. */
const asUser = (user: string, command: string): readonly [string, readonly string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', command]]
    : [command, []]

export async function startPostgres(settings: readonly string[] = []): Promise<OwnService> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-postgres-'))
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const [initdb, before] = asUser('postgres', join(PROGRAMS!, 'initdb'))
  const made = spawnSync(initdb, [...before, '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'])
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr.toString()}`)
  const [port] = await freePorts()
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    ...settings,
  ]
  const args = ['-D', data, ...options.flatMap((option) => ['-c', option])]
  return daemon({
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    folder,
    run: asUser('postgres', join(PROGRAMS!, 'postgres')),
    args,
    stop: 'SIGINT',
    isReady: () => spawnSync(join(PROGRAMS!, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0,
  })
}

export async function startRedis(): Promise<OwnService> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-redis-'))
  const [port] = await freePorts()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  return daemon({ url: `redis://127.0.0.1:${port}`, port, folder, run: ['redis-server', []], args, stop: 'SIGTERM' })
}

type Daemon = {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly run: readonly [string, readonly string[]]
  readonly args: readonly string[]
  readonly stop: NodeJS.Signals
  /** Absent where a program serves as soon as it listens. */
  readonly isReady?: () => boolean
}

async function daemon({ url, port, folder, run: [command, before], args, stop, isReady }: Daemon): Promise<OwnService> {
  const launch = async () => {
    const child = spawn(command, [...before, ...args], { stdio: 'ignore' })
    killAtExit(child)
    if (!(await listens(child, port))) throw new Error(`${command} did not start`)
    while (isReady?.() === false) await delay(READY_POLL_MS)
    return child
  }
  let child = await launch()
  const halt = async (signal = stop): Promise<void> => {
    child.kill('SIGCONT')
    child.kill(signal)
    await end(child)
  }
  return {
    url,
    halt,
    start: async () => {
      child = await launch()
    },
    signal: (signal) => void child.kill(signal),
    remove: async () => {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => existsSync(path))

/** Whether PgBouncer can be started here. */
export const canStartPgBouncer = canStartPostgres && PGBOUNCER !== undefined
if (!canStartPgBouncer)
  console.warn(
    'SKIPPED: experiments behind PgBouncer, its program is not on this machine (Debian: apt install pgbouncer)',
  )

/** PgBouncer in transaction mode in front of a PostgreSQL that asks for no password. */
export async function startPgBouncer(databaseUrl: string, serverConnections: number): Promise<OwnService> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-pgbouncer-'))
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres', folder])
  const [port] = await freePorts()
  const { hostname, port: databasePort } = new URL(databaseUrl)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${databasePort} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${serverConnections}`,
    ].join('\n'),
    { mode: 0o644 },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return daemon({ url, port, folder, run: asUser('postgres', PGBOUNCER!), args: [file], stop: 'SIGINT' })
}
