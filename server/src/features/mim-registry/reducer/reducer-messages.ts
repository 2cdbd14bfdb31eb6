import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'

/** What crosses between the main thread, which owns sockets and database, and the thread that reads documents. Bytes are transferred. */

export type Encoded = { readonly body: Uint8Array<ArrayBuffer>; readonly encoding: 'gzip' | 'identity' }

export type Reduced =
  | {
      readonly ok: true
      /** The class record as one line of JSON with a line feed at its end. */
      readonly line: Uint8Array<ArrayBuffer>
      /** Classes the document speaks of that this thread has not reported before. */
      readonly references: readonly DocumentPlace[]
    }
  | { readonly ok: false; readonly message: string }

/** A class as an aggregate lists it. */
export type ListedClass = DocumentPlace & { readonly isCore: boolean }
export type Listed = { readonly ok: true; readonly classes: readonly ListedClass[] } | { readonly ok: false; readonly message: string }

export type ToReducer =
  | ({ readonly type: 'document'; readonly id: number; readonly place: DocumentPlace } & Encoded)
  /** A document that is only looked at: its references count as not reported. */
  | ({ readonly type: 'check'; readonly id: number; readonly place: DocumentPlace } & Encoded)
  | ({ readonly type: 'aggregate'; readonly id: number } & Encoded)
export type FromReducer = { readonly id: number; readonly result: Reduced | Listed }
