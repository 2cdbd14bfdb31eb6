import type { Logger } from 'pino'

export type TracingOptions = {
  /** Where an OTLP collector listens, without `/v1/traces`. */
  readonly endpoint: string
  readonly serviceName: string
  readonly sampler: string
  /** For samplers that take a share of the traces. */
  readonly share: number
  readonly role: string
  readonly version: string
  readonly logger: Logger
  /** How often spans are sent. */
  readonly sendEveryMs?: number
}
