import type { RecordEvent } from '@heddle/domain/records/record-event.ts'
import type { SecretLike } from '../secrets/secret.ts'

export const SIEM_TARGETS = ['syslog', 'otlp'] as const
export type SiemTarget = (typeof SIEM_TARGETS)[number]

/** Why a batch was not taken, by class for metrics and in words for people. */
export type SiemFailure = {
  readonly kind: 'unreachable' | 'tls' | 'timeout' | 'interrupted' | 'refused'
  readonly message: string
  /** A smaller batch may be taken. */
  readonly isTooLarge?: boolean
  /** The collector wants to be left alone for so long. */
  readonly retryAfterMs?: number
}

/** `refused` counts records that the collector has for good refused to keep. */
export type Taken =
  { readonly ok: true; readonly refused: number } | { readonly ok: false; readonly failure: SiemFailure }

/** Where records are sent. */
export type SiemCollector = {
  readonly target: SiemTarget
  /** For people: host and port. */
  readonly address: string
  /** Resolves as soon as the collector has taken all of the batch, or has not. */
  readonly send: (events: readonly RecordEvent[], signal: AbortSignal) => Promise<Taken>
}

/** How the program introduces itself. */
export type SiemIdentity = { readonly host: string; readonly instance: string; readonly version: string }

export type SiemOptions = {
  readonly syslog: { readonly host: string; readonly port: number; readonly mostBytes: number } | undefined
  readonly otlp: { readonly url: string; readonly headers: Readonly<Record<string, SecretLike>> } | undefined
  readonly caFile: string | undefined
  readonly certificateFile: string | undefined
  readonly keyFile: string | undefined
}

/** In PEM. */
export type SiemTls = { readonly ca?: string; readonly cert?: string; readonly key?: string }
