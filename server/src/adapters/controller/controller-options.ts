import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import { createInProcessLeases } from '../cache/in-process-leases.ts'
import type { Leases } from '../cache/leases.ts'
import type { ResolveName } from '../outbound/check-address.ts'
import type { FailureReason } from '../outbound/controller-failure.ts'
import type { ControllerTarget } from './controller-target.ts'

export type RequestOutcome = { readonly reason: 'success' | FailureReason; readonly status?: number | undefined }

/** Called for each request that goes on the wire; what it returns is called with the outcome. */
export type WatchRequest = (
  target: Pick<ControllerTarget, 'connectionId' | 'name'>,
  path: string,
) => (outcome: RequestOutcome) => void

export type ControllerSettings = {
  readonly logger: Logger
  /** Addresses that must not be connected to. */
  readonly deny: BlockList
  readonly resolve: ResolveName | undefined
  /** Milliseconds since the epoch; tests move it through token lifetimes. */
  readonly now: () => number
  /** From sending a request to the end of its response. Above the 90 s after which a controller itself gives up. */
  readonly requestTimeoutMs: number
  readonly loginTimeoutMs: number
  readonly connectTimeoutMs: number
  /** Longest pause within a response. */
  readonly stallTimeoutMs: number
  /** Of one decoded response. */
  readonly maxBodyBytes: number
  /** Of one connection, however many its budget allows. */
  readonly requestsInFlight: number
  /** Shares the budgets with other processes; by default there are none. */
  readonly leases: Leases
  readonly tries: number
  readonly retryDelayMs: number
  /** How long a rejected login is not repeated: controllers throttle and lock accounts after repeated failures. */
  readonly loginHoldMs: number
  /** A client idle for this long drops its session and sockets; the next use opens new ones. */
  readonly idleMs: number
  /** Whether to request compressed responses. */
  readonly compressed: boolean
  readonly watch: WatchRequest | undefined
}

export type ControllerOptions = Pick<ControllerSettings, 'logger' | 'deny'> & Partial<ControllerSettings>

const DEFAULTS = {
  resolve: undefined,
  now: Date.now,
  requestTimeoutMs: 100_000,
  loginTimeoutMs: 15_000,
  connectTimeoutMs: 10_000,
  stallTimeoutMs: 14_000,
  maxBodyBytes: 256 * 1024 * 1024,
  requestsInFlight: 64,
  tries: 3,
  retryDelayMs: 1000,
  loginHoldMs: 10_000,
  idleMs: 10 * 60_000,
  compressed: true,
  watch: undefined,
}

export function controllerSettings(options: ControllerOptions): ControllerSettings {
  const settings = { ...DEFAULTS, ...options }
  return { ...settings, leases: options.leases ?? createInProcessLeases(settings.now) }
}
