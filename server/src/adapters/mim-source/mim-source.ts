/** A class document's address, the same at every source. */
export type DocumentPlace = { readonly package: string; readonly className: string }

/** What a source answered, before its bytes are read. */
export type SourceAnswer =
  /** The body owns its buffer, so it may be transferred to a worker thread; it is as received, possibly compressed. */
  | { readonly kind: 'document'; readonly body: Uint8Array<ArrayBuffer>; readonly encoding: 'gzip' | 'identity' }
  /** The source does not have it. */
  | { readonly kind: 'missing'; readonly status: number }
  /** Retrying would not help. */
  | { readonly kind: 'refused'; readonly status: number | null; readonly message: string }
  /**
   * Retrying may help, after this many milliseconds at the earliest. A null status means there was no complete
   * response.
   */
  | {
      readonly kind: 'unavailable'
      readonly status: number | null
      readonly message: string
      readonly retryAfterMs?: number
    }

export type FetchOptions = { readonly signal: AbortSignal; readonly compressed: boolean }

/** Where class models come from. Never throws; aborting ends a request as `unavailable`. */
export type MimSource = {
  readonly fetchDocument: (versionKey: string, place: DocumentPlace, options: FetchOptions) => Promise<SourceAnswer>
  /** All classes of a version in one file, with few details of each; many sources have none. */
  readonly fetchAggregate: (versionKey: string, options: FetchOptions) => Promise<SourceAnswer>
  readonly close: () => Promise<void>
}

/** As received, and decoded. A generic class has several megabytes; anything larger is not a class document. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024
/** Before decoding. All of a release is about 100 MB. */
export const MAX_AGGREGATE_BYTES = 160 * 1024 * 1024
