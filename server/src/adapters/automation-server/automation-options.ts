import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import type { ResolveName } from '../outbound/check-address.ts'

export type AutomationSettings = {
  readonly logger: Logger
  /** Addresses that must not be connected to. */
  readonly deny: BlockList
  readonly resolve: ResolveName | undefined
  readonly connectTimeoutMs: number
  /** From sending a request to the end of its answer; outputs take as long as they take. */
  readonly requestTimeoutMs: number
  /** Until an answer to a read begins, and the longest pause within any answer. */
  readonly stallTimeoutMs: number
  /** Of an output: the server collects all of it before it sends anything. */
  readonly outputStartTimeoutMs: number
  /** Of one decoded answer in JSON. */
  readonly maxBodyBytes: number
  /** Of one that can be asked for again in parts: larger ones would block the event loop while they are parsed. */
  readonly maxPageBytes: number
  /** Per address, across all connections of the process. */
  readonly requestsInFlight: number
  readonly retryDelayMs: number
  /** A whole test of a connection. */
  readonly testTimeoutMs: number
}

export type AutomationOptions = Pick<AutomationSettings, 'logger' | 'deny'> & Partial<AutomationSettings>

const MEGABYTE = 1024 * 1024

const DEFAULTS = {
  resolve: undefined,
  connectTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  stallTimeoutMs: 14_000,
  outputStartTimeoutMs: 120_000,
  maxBodyBytes: 16 * MEGABYTE,
  maxPageBytes: 4 * MEGABYTE,
  requestsInFlight: 6,
  retryDelayMs: 500,
  testTimeoutMs: 20_000,
}

export function automationSettings(options: AutomationOptions): AutomationSettings {
  return { ...DEFAULTS, ...options }
}
