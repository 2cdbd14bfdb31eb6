import type { Duplex } from 'node:stream'
import type { Client } from 'pg'
import { SECOND } from '../../../kernel/durations.ts'
import { ConnectionSilent } from '../../../kernel/database-errors.ts'
import type { Activity } from './ask-activity.ts'

export type SilenceWatch = {
  /** From now on, this connection may not be silent while a statement waits for its answer. */
  readonly add: (client: Client) => void
  /** The server process behind a connection; not given behind a pooler, where it changes. */
  readonly identify: (client: Client, pid: number) => void
  /** Until the returned function is called, the connection may be silent for this long if nothing else is known. */
  readonly allow: (client: Client, silentMs: number) => () => void
  readonly stop: () => void
}

export type SilenceLimits = {
  readonly tickMs: number
  /** After this the server is asked whether it still works on the statement. */
  readonly suspectMs: number
  /** After this a connection that the server does not know is given up. */
  readonly giveUpMs: number
}

/** With the four seconds that asking may take, and a tick before and after it, less than 15 s. */
export const SILENCE_LIMITS: SilenceLimits = { tickMs: SECOND, suspectMs: 8 * SECOND, giveUpMs: 12 * SECOND }
/** How long a connection that was asked to end may take. */
const END_MS = 5 * SECOND

type Watched = {
  readonly socket: Duplex & { readonly bytesRead?: number }
  pid: number | undefined
  /** Undefined while no statement waits. */
  silentSinceMs: number | undefined
  bytesRead: number
  askedAtMs: number
  allowedMs: number | undefined
  state: 'believed' | 'asked about' | 'doubted' | 'given up'
}

/**
 * Gives up connections that have gone silent: those on which a statement waits, nothing has arrived for seconds, and of
 * which the server says that it does not work for them. The driver would wait for as long as the kernel retransmits.
 * A statement that really takes this long goes on.
 */
export function watchSilence(
  ask: (pids: readonly number[]) => Promise<Activity>,
  limits: SilenceLimits = SILENCE_LIMITS,
): SilenceWatch {
  const watched = new Map<Client, Watched>()

  const look = (): void => {
    const nowMs = performance.now()
    const waiting = [...watched.values()].filter((one) => isSilent(one, nowMs))
    for (const one of waiting) if (one.state === 'given up' || isOverdue(one, nowMs, limits)) giveUp(one, nowMs)
    const suspects = waiting.filter((one) => isSuspect(one, nowMs, limits))
    if (suspects.length > 0) void judge(suspects)
  }
  const judge = async (suspects: readonly Watched[]): Promise<void> => {
    for (const one of suspects) one.state = 'asked about'
    const activity = await ask(suspects.flatMap(({ pid }) => pid ?? []))
    // Judged by what was heard until the next look: the answer may have been on its way.
    for (const one of suspects) {
      if (one.state !== 'asked about') continue
      one.state = verdictOn(one, activity)
      one.askedAtMs = performance.now()
    }
  }
  const timer = setInterval(look, limits.tickMs).unref()

  return {
    add: (client) => {
      const { stream: socket } = client.connection
      const one: Watched = {
        socket,
        ...NOTHING_WAITS,
        pid: undefined,
        bytesRead: 0,
        askedAtMs: 0,
        allowedMs: undefined,
      }
      watched.set(client, one)
      noteCalls(client, 'query', () => (one.silentSinceMs ??= performance.now()))
      noteCalls(client, 'end', () => destroyUnlessClosed(socket))
      client.on('drain', () => Object.assign(one, NOTHING_WAITS))
      client.on('end', () => watched.delete(client))
    },
    identify: (client, pid) => {
      const one = watched.get(client)
      if (one) one.pid = pid
    },
    allow: (client, silentMs) => {
      const one = watched.get(client)
      if (one) one.allowedMs = silentMs
      return () => {
        if (one) one.allowedMs = undefined
      }
    },
    stop: () => clearInterval(timer),
  }
}

const NOTHING_WAITS = { silentSinceMs: undefined, state: 'believed' } as const

/** Whether a statement waits and nothing has arrived since the last look. */
function isSilent(one: Watched, nowMs: number): boolean {
  const bytesRead = one.socket.bytesRead ?? 0
  if (bytesRead !== one.bytesRead) {
    one.bytesRead = bytesRead
    one.state = 'believed'
    if (one.silentSinceMs !== undefined) one.silentSinceMs = nowMs
  }
  return one.silentSinceMs !== undefined
}

function isSuspect(
  { state, silentSinceMs = 0, askedAtMs }: Watched,
  nowMs: number,
  { suspectMs }: SilenceLimits,
): boolean {
  return state === 'believed' && nowMs - Math.max(silentSinceMs, askedAtMs) >= suspectMs
}

/** For a connection that the server does not know. */
function isOverdue(
  { state, silentSinceMs = 0, allowedMs }: Watched,
  nowMs: number,
  { giveUpMs }: SilenceLimits,
): boolean {
  return state === 'doubted' && nowMs - silentSinceMs >= (allowedMs ?? giveUpMs)
}

function verdictOn({ pid }: Watched, activity: Activity): Watched['state'] {
  if (activity === 'unreachable') return 'given up'
  if (activity === 'unknown' || pid === undefined) return 'doubted'
  return activity.working.has(pid) ? 'believed' : 'given up'
}

function giveUp({ socket, silentSinceMs = 0 }: Watched, nowMs: number): void {
  socket.destroy(new ConnectionSilent(nowMs - silentSinceMs))
}

/** The goodbye of a connection is never answered by a server that is out of reach. */
function destroyUnlessClosed(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), END_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}

function noteCalls(client: Client, method: 'query' | 'end', note: () => void): void {
  const call = client[method]
  const noted = (...parameters: unknown[]): unknown => {
    note()
    return Reflect.apply(call, client, parameters)
  }
  Object.assign(client, { [method]: noted })
}
