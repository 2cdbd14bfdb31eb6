/** A class document's address, the same at every source. */
export type DocumentPlace = { readonly package: string; readonly className: string }

/** What a source answered, before anybody looked into the bytes. */
export type SourceAnswer =
  /** The body owns its buffer, so it may be transferred to a worker thread; it is as it came, perhaps compressed. */
  | { readonly kind: 'document'; readonly body: Uint8Array<ArrayBuffer>; readonly encoding: 'gzip' | 'identity' }
  /** The source does not have it. */
  | { readonly kind: 'missing'; readonly status: number }
  /** Asking again would not help. */
  | { readonly kind: 'refused'; readonly status: number | null; readonly message: string }
  /** Asking again may help, at the earliest after so many milliseconds. No status: there was no whole answer. */
  | { readonly kind: 'unavailable'; readonly status: number | null; readonly message: string; readonly retryAfterMs?: number }

export type FetchOptions = { readonly signal: AbortSignal; readonly compressed: boolean }

/** Where class models come from. Nothing is thrown; a signal that fires ends a request as `unavailable`. */
export type MimSource = {
  readonly fetchDocument: (versionKey: string, place: DocumentPlace, options: FetchOptions) => Promise<SourceAnswer>
  /** All classes of a version in one file, with little of each; many sources have none. */
  readonly fetchAggregate: (versionKey: string, options: FetchOptions) => Promise<SourceAnswer>
  readonly close: () => Promise<void>
}

/** Compressed or not: a generic class has several megabytes, everything beyond is no class document. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024
/** Not decoded. The whole of a release has some 100 MB. */
export const MAX_AGGREGATE_BYTES = 160 * 1024 * 1024
