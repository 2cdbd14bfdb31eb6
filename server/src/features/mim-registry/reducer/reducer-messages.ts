import type { DocumentPlace } from '../../../adapters/mim-source/mim-sources.ts'

/**
 * Messages between the main thread, which owns sockets and database, and the document thread. Bytes are transferred.
 */

export type Encoded = { readonly body: Uint8Array<ArrayBuffer>; readonly encoding: 'gzip' | 'identity' }

export type Reduced =
  | {
      readonly ok: true
      /** The class record as one line of JSON, ending with a line feed. */
      readonly line: Uint8Array<ArrayBuffer>
      /** Classes referenced in the document that this thread has not reported before. */
      readonly references: readonly DocumentPlace[]
    }
  | { readonly ok: false; readonly message: string }

/** A class listed in an aggregate. */
export type ListedClass = DocumentPlace & { readonly isCore: boolean }
export type Listed = { readonly ok: true; readonly classes: readonly ListedClass[] } | { readonly ok: false; readonly message: string }

export type ToReducer =
  | ({ readonly type: 'document'; readonly id: number; readonly place: DocumentPlace } & Encoded)
  /** Only checks the document: its references are not reported. */
  | ({ readonly type: 'check'; readonly id: number; readonly place: DocumentPlace } & Encoded)
  | ({ readonly type: 'aggregate'; readonly id: number } & Encoded)
export type FromReducer = { readonly id: number; readonly result: Reduced | Listed }
