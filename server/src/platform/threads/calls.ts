import type { Moved } from './bytes.ts'

/** Functions by name, each with one input. The second parameter of a thread's function, if any, is its `Host`. */
export type Functions = Readonly<Record<string, (input: never, host: never) => unknown>>

export type CallInput<F> = F extends (input: infer I, host: never) => unknown ? I : never
export type Output<F> = F extends (input: never, host: never) => infer O ? Awaited<O> : never
export type SentToThread<T> = T | Moved<T>
export type CallAnswer<T> = SentToThread<T> | Promise<SentToThread<T>>

/** What a caller offers to the thread for the time of one call. */
export type Host<H extends Functions> = {
  readonly ask: <Name extends keyof H & string>(
    name: Name,
    input: SentToThread<CallInput<H[Name]>>,
  ) => Promise<Output<H[Name]>>
  /** Sends without waiting. Whatever was sent arrives in order, and before the call ends. */
  readonly send: <Name extends keyof H & string>(name: Name, input: SentToThread<CallInput<H[Name]>>) => void
}

/** What implements the functions on their side. */
export type Implemented<F extends Functions> = {
  readonly [Name in keyof F]: (...parameters: Parameters<F[Name]>) => CallAnswer<Output<F[Name]>>
}

export type AbortOptions = {
  /**
   * Aborting ends the thread, with all its calls, because nothing else stops a thread that keeps computing. The call
   * rejects with the signal's reason.
   */
  readonly signal?: AbortSignal
  /** How long an aborted call may take to end on its own and save its thread. */
  readonly graceMs?: number
}

// A tuple, because a function without a host may be one with fewer parameters.
type HostOption<F> = F extends (...parameters: infer P) => unknown
  ? P extends readonly [unknown, Host<infer H>]
    ? { readonly host: Implemented<H> }
    : unknown
  : never

export type OptionsOf<F> =
  HostOption<F> extends { readonly host: unknown } ? [options: AbortOptions & HostOption<F>] : [options?: AbortOptions]
