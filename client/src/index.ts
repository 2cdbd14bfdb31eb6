import type { CallOptions, ClientRequest, HttpMethod } from './call.ts'
import { type ChannelFrame, type ChannelOptions, follow } from './channel.ts'
import {
  createClientCredentials,
  type CredentialOptions,
  type ClientCredentials,
  type SessionTokens,
} from './credentials.ts'
import { createOperations, type Operations } from './generated/operations.ts'
import type {
  AutomationExecutionFrame,
  AutomationRequestFrame,
  LoginReply,
  ModelImportFrame,
  NotificationFrame,
  RunEndedFrame,
  RunFrame,
} from './generated/types.ts'
import { HeddleError } from './heddle-error.ts'
import { linesOfStream } from './lines.ts'
import { createTransport } from './transport.ts'
import { createWaitFor, type WaitFor } from './wait-for.ts'

export type { CallOptions, ClientRequest, Download, HttpMethod } from './call.ts'
export type { ChannelOptions, ChannelFrame } from './channel.ts'
export type { ClientCredentials, SessionTokens } from './credentials.ts'
export type * from './generated/types.ts'
export { errorOf, HeddleError } from './heddle-error.ts'
export type { WaitFor, WaitOptions } from './wait-for.ts'

export type HeddleOptions = CredentialOptions & {
  /** Where the server is, such as `https://heddle.example.com/`. */
  readonly baseUrl: string | URL
  /** Instead of a token or a session: whatever else knows what to send, such as a session in a cookie. */
  readonly credentials?: ClientCredentials
  /** How often a request is repeated that was throttled or met a server that is not ready; 3 if absent. */
  readonly retries?: number | ((method: HttpMethod) => number)
  /** Called before each pause that the server asked for. */
  readonly onPause?: (seconds: number) => void
  /** A longer pause than this is left to the caller; 60 if absent. */
  readonly longestPauseSeconds?: number
  /** A channel that is silent for longer is connected again: the server pings every 30 seconds. 75 if absent. */
  readonly silenceSeconds?: number
  /** Instead of the global ones. */
  readonly fetch?: typeof fetch
  readonly WebSocket?: typeof WebSocket
}

export type SignIn = {
  readonly username: string
  readonly password: string
  /** An account of the directory. */
  readonly directory?: boolean
  /** Asked for when the account has a second factor: six digits, or a backup code. */
  readonly code?: () => Promise<string>
}

type Follow<F extends ChannelFrame> = (id: string, given?: ChannelOptions) => AsyncGenerator<F, void, undefined>

// An interface that extends another: declarations write out any other type and lose the comments of its methods.
export interface Heddle extends Operations {
  /** Starts a session; later requests belong to it, and it is refreshed until it ends. */
  readonly signIn: (given: SignIn) => Promise<LoginReply['user']>
  /** Ends the session, on the server too. */
  readonly signOut: () => Promise<void>
  /** Any request; the answer as it is, also one of an error. */
  readonly request: (method: HttpMethod, path: string, given?: ClientRequest) => Promise<Response>
  /** All rows of a run, as they arrive. */
  readonly rows: (executionId: string, given?: CallOptions) => AsyncGenerator<Record<string, unknown>, void, undefined>
  /** What happens, as it happens. A dropped connection is opened again; to stop, leave the loop or abort. */
  readonly follow: {
    /** A background run, until it ends. */
    readonly run: Follow<RunFrame>
    /** Each run that ends from now on, no matter who started it. */
    readonly runs: (given?: ChannelOptions) => AsyncGenerator<RunEndedFrame, void, undefined>
    readonly notifications: (given?: ChannelOptions) => AsyncGenerator<NotificationFrame, void, undefined>
    readonly automationRequest: Follow<AutomationRequestFrame>
    readonly automationExecution: Follow<AutomationExecutionFrame>
    readonly modelImport: Follow<ModelImportFrame>
  }
  /** What takes a while, until it has ended, also while the server restarts. */
  readonly waitFor: WaitFor
}

/** A client of one server, for one user. */
export function createHeddle({
  baseUrl,
  retries = 3,
  longestPauseSeconds = 60,
  silenceSeconds = 75,
  ...options
}: HeddleOptions): Heddle {
  const base = new URL(String(baseUrl).replace(/\/?$/, '/'))
  const {
    fetch: ownFetch = (input: Parameters<typeof fetch>[0], init?: RequestInit) => fetch(input, init),
    WebSocket: OwnSocket = globalThis.WebSocket,
    onPause,
  } = options
  const retriesOf = typeof retries === 'function' ? retries : () => retries
  const terms = { baseUrl: base, fetch: ownFetch, retriesOf, longestPauseSeconds, onPause }
  const anonymous = createOperations(createTransport(terms, () => undefined))
  const renewed = async (refresh: string): Promise<string | undefined> => {
    try {
      return (await anonymous.auth.token.refresh({ refresh })).access
    } catch (error) {
      if (error instanceof HeddleError && error.status === 401) return undefined
      throw error
    }
  }
  const credentials = options.credentials ?? createClientCredentials(options, renewed)
  const transport = createTransport(terms, () => credentials)
  const operations = createOperations(transport)

  const channel = <F extends ChannelFrame>(path: string, replays: boolean, given: ChannelOptions = {}) => {
    const ticket = async () => (await operations.wsTicket(given.signal ? { signal: given.signal } : {})).ticket
    return follow<F>(path, { baseUrl: base, WebSocket: OwnSocket, ticket, replays, silenceSeconds }, given)
  }

  return {
    ...operations,

    signIn: async ({ username, password, directory, code }) => {
      const { auth } = anonymous
      const first = await (directory ? auth.ldapLogin : auth.login)({ username, password })
      const reply =
        first.mfa_token !== undefined
          ? await auth.mfaLogin({ mfa_token: first.mfa_token, code: await codeFrom(code) })
          : first
      credentials.set({ access: reply.access, refresh: reply.refresh! } satisfies SessionTokens)
      return reply.user
    },

    signOut: async () => {
      await operations.auth.logout()
      credentials.set(undefined)
    },

    waitFor: createWaitFor(operations),

    request: (method, path, given = {}) => transport.raw(method, path, given),

    rows: async function* (executionId, given = {}) {
      const { body } = await operations.queries.executionLogs.results(executionId, { format: 'ndjson' }, given)
      for await (const line of linesOfStream(body)) yield JSON.parse(line) as Record<string, unknown>
    },

    follow: {
      run: (jobId, given) => channel(`/ws/chain-execution/${encodeURIComponent(jobId)}/`, true, given),
      runs: (given) => channel('/ws/runs/', false, given),
      notifications: (given) => channel('/ws/notifications/', false, given),
      automationRequest: (id, given) => channel(`/ws/automation/request/${encodeURIComponent(id)}/`, true, given),
      automationExecution: (id, given) => channel(`/ws/automation/execution/${encodeURIComponent(id)}/`, true, given),
      modelImport: (runId, given) => channel(`/ws/mim-import/${encodeURIComponent(runId)}/`, true, given),
    },
  }
}

async function codeFrom(code: SignIn['code']): Promise<string> {
  if (code === undefined) throw new HeddleError('This account has a second factor: pass `code`.', 202)
  return code()
}
