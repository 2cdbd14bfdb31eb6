import { SOCKET_CHANNELS } from '@heddle/contract/socket-frames.ts'
import { isAllowed, may } from '../../kernel/access.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { SocketChannel, Subscriber } from '../../platform/realtime/channel.ts'
import type { UsersService } from '../users/index.ts'
import { runTold } from './executions.events.ts'

type Dependencies = { readonly events: Events; readonly users: Pick<UsersService, 'actor'>; readonly clock: Clock }
type Listener = { readonly subscriber: Subscriber; mayListen: Promise<boolean>; askedAt: number }

const VIEW = may('queries.view_executionlog')
/** Such a socket stays open for days: its user may have lost the permission meanwhile. */
const ASKED_AGAIN_MS = MINUTE

/** Reports each run that ends, no matter who started it. */
export function runsChannel({ events, users, clock }: Dependencies): SocketChannel {
  const listeners = new Set<Listener>()
  const now = (): number => clock.now().getTime()

  /** Nothing is sent before the answer is there, nor while there is none. */
  function mayListen(listener: Listener): Promise<boolean> {
    if (now() < listener.askedAt + ASKED_AGAIN_MS) return listener.mayListen
    listener.askedAt = now()
    listener.mayListen = ask(listener).catch((error: unknown) => {
      listener.askedAt = -Infinity
      throw error
    })
    return listener.mayListen
  }

  async function ask({ subscriber }: Listener): Promise<boolean> {
    const actor = await users.actor(subscriber.caller.id)
    return actor !== undefined && isAllowed(VIEW, actor)
  }

  async function tell(listener: Listener, data: Record<string, unknown>): Promise<void> {
    if (await mayListen(listener)) {
      if (listeners.has(listener)) listener.subscriber.send({ type: 'run_ended', data })
    } else if (listeners.delete(listener)) listener.subscriber.close('forbidden')
  }

  events.on(runTold, async (data) => {
    await Promise.all([...listeners].map((listener) => tell(listener, data)))
  })

  return {
    path: SOCKET_CHANNELS.runs.path,
    open: async (subscriber) => {
      if (!isAllowed(VIEW, subscriber.caller)) return { status: 'forbidden' }
      const listener = { subscriber, mayListen: Promise.resolve(true), askedAt: now() }
      listeners.add(listener)
      return { status: 'open', close: () => void listeners.delete(listener) }
    },
  }
}
