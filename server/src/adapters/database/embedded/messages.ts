import type { Programs } from './compile-programs.ts'

/** The task the embedded database's thread is started with. */
export type ThreadTask =
  /**
   * Creates a database in an empty folder, then ends: this takes several hundred megabytes, which are freed with the
   * thread.
   */
  | { readonly task: 'create'; readonly folder: string }
  /** Serves the database in `folder` until `stop`. */
  | { readonly task: 'serve'; readonly folder: string }

/** What the thread is given. */
export type ThreadInput = ThreadTask & { readonly programs: Programs }

/** Main thread to database thread. A stream is one client connection; the newest one owns the session. */
export type Request =
  | { readonly type: 'data'; readonly stream: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Copies the database's folder between two batches. */
  | { readonly type: 'copy'; readonly to: string }
  | { readonly type: 'stop' }

/** Database thread to main thread. */
export type DatabaseReply =
  | { readonly type: 'ready' }
  | { readonly type: 'data'; readonly stream: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A later stream has taken over this one's session. */
  | { readonly type: 'superseded'; readonly stream: number }
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'copied'; readonly failure: string | undefined }
  /** The database cannot continue; the thread is useless now and may not even be able to end on its own. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'stopped' }
