import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type * as Undici from 'undici'
import { here } from '../virtual/take-over-node.ts'
import type { World } from './world.ts'

export type WireRequest = {
  readonly from: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The network delivers the request a second time. */
  readonly isEcho: boolean
  /** Whether the one who asked still waits. */
  readonly isWanted: () => boolean
}
export type WireAnswer = {
  readonly status: number
  readonly body: string
  /** How long it takes; undefined for one that never comes. */
  readonly afterMs: number | undefined
  readonly onSent?: () => void
}
export type WireServer = (request: WireRequest) => WireAnswer

export type NetworkFaults = {
  readonly latencyMs: () => number
  readonly wireBreaks: () => 'no' | 'before' | 'after' | 'twice'
}

type Options = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  readonly signal?: AbortSignal
  /** How long the head of an answer is waited for. */
  readonly headersTimeout?: number | null
}
type Answer = { readonly statusCode: number; readonly headers: Record<string, string>; readonly body: Readable }

/** As long as the library waits where nobody says how long. */
const HEAD_MS = 300_000

/** Everything that processes reach by HTTP. */
export class Network {
  readonly #world: World
  readonly #faults: NetworkFaults
  readonly #servers = new Map<string, WireServer>()

  constructor(world: World, faults: NetworkFaults) {
    this.#world = world
    this.#faults = faults
  }

  serve(origin: string, server: WireServer): void {
    this.#servers.set(origin, server)
  }

  async request(origin: string, options: Options): Promise<Answer> {
    const { method, path, headers = {}, body, signal, headersTimeout } = options
    signal?.throwIfAborted()
    const { owner } = here()!
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    let isWanted = true
    const end = (settle: () => void): void => {
      isWanted = false
      settle()
    }
    signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)))
    const fail = (code: string): void =>
      void this.#world.timeline.after(this.#faults.latencyMs(), owner, () =>
        end(() => reject(Object.assign(new Error(code), { code }))),
      )
    this.#world.timeline.after(headersTimeout || HEAD_MS, owner, () =>
      end(() => reject(Object.assign(new Error('no answer'), { code: 'UND_ERR_HEADERS_TIMEOUT' }))),
    )
    const server = this.#servers.get(origin)
    const breaks = server === undefined ? 'before' : this.#faults.wireBreaks()
    if (breaks === 'before') fail('ECONNREFUSED')
    else {
      const request: WireRequest = {
        from: owner.name,
        method,
        path,
        headers,
        body: body ?? '',
        isEcho: false,
        isWanted: () => isWanted && !owner.isDead(),
      }
      this.#arrive(server!, request, (answer) => {
        if (breaks === 'after') fail('ECONNRESET')
        else this.#world.timeline.after(this.#faults.latencyMs(), owner, () => end(() => resolve(answerOf(answer))))
      })
      if (breaks === 'twice')
        this.#arrive(server!, { ...request, isEcho: true, isWanted: () => false }, () => undefined)
    }
    return promise
  }

  /** What is on the wire arrives, whatever becomes of its sender. */
  #arrive(server: WireServer, request: WireRequest, answered: (answer: WireAnswer) => void): void {
    const wire = { name: `${request.from}~`, isDead: () => false }
    this.#world.timeline.after(this.#faults.latencyMs(), wire, () => {
      const answer = server(request)
      if (answer.afterMs === undefined) return
      this.#world.timeline.after(answer.afterMs, wire, () => {
        answer.onSent?.()
        answered(answer)
      })
    })
  }
}

const answerOf = ({ status, body }: WireAnswer): Answer => ({
  statusCode: status,
  headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  body: Readable.from([Buffer.from(body)], { objectMode: false }),
})

/** That of the server: this package may have another one. */
const { Dispatcher } = createRequire(new URL('../../../server/src/main.ts', import.meta.url))('undici') as typeof Undici

let network: Network | undefined
export const setNetwork = (next: Network | undefined): void => void (network = next)

/** All of our clients send their requests with this one function of the library. */
export function takeOverNetwork(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with whatever it was called on
  const original = Dispatcher.prototype.request
  const replaced = function request(this: object, options: Options, ...rest: unknown[]): unknown {
    if (!network) return (original as (...values: unknown[]) => unknown).call(this, options, ...rest)
    const key = Object.getOwnPropertySymbols(this).find(({ description }) => description === 'url')
    return network.request((this as Record<symbol, URL>)[key!]!.origin, options)
  }
  Object.assign(Dispatcher.prototype, { request: replaced })
}
