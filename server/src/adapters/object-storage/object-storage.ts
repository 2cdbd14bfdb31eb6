import type { SecretLike } from '../secrets/secret.ts'

export type ObjectStorageOptions = {
  readonly url: string
  readonly bucket: string
  readonly region: string
  readonly keyId: string
  readonly secret: SecretLike
}

/** Files by key in one bucket. Everything but a missing file is reported as `ServiceUnavailable`. */
export type ObjectStorage = {
  /** Replaces the file if there is one. Once it resolves, every reader finds the whole file. */
  readonly put: (key: string, body: Uint8Array) => Promise<void>
  /** Undefined when there is no such file. */
  readonly read: (key: string, range?: ByteRange) => Promise<Uint8Array | undefined>
  /** Does nothing when there is no such file. */
  readonly remove: (key: string) => Promise<void>
  readonly close: () => Promise<void>
}

export type ByteRange = { readonly offset: number; readonly length: number }
