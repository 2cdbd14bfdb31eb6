import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'
import type { SharedBytes } from '../../../platform/threads/bytes.ts'

export type Encoded = { readonly body: Uint8Array<ArrayBuffer>; readonly encoding: 'gzip' | 'identity' }

export type Reduced =
  | {
      readonly ok: true
      /** The class record as one line of JSON, ending with a line feed. */
      readonly line: SharedBytes
      /** Classes referenced in the document that this thread has not reported before. */
      readonly references: readonly DocumentPlace[]
    }
  | {
      readonly ok: false
      readonly message: string
      /** The document is the same at every attempt, so another would not help. */
      readonly isFinal?: boolean
    }

/** A class listed in an aggregate. */
export type ListedClass = DocumentPlace & { readonly isCore: boolean }
export type Listed =
  { readonly ok: true; readonly classes: readonly ListedClass[] } | { readonly ok: false; readonly message: string }

export type PlacedDocument = Encoded & { readonly place: DocumentPlace }

/** The main thread owns sockets and database, the document thread reads. Bytes are moved. */
export type ReducerCalls = {
  reduce: (document: PlacedDocument) => Reduced
  /** Like `reduce`, but only checks the document: its references are not reported. */
  check: (document: PlacedDocument) => Reduced
  listClasses: (aggregate: Encoded) => Listed
}
