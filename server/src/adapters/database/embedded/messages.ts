/** What the embedded database's thread is started with. */
export type ThreadTask =
  /** Makes a new database in an empty folder, then ends: this takes several hundred megabytes, which go with the thread. */
  | { readonly task: 'create'; readonly folder: string }
  /** Serves the database in `folder` until it is told to stop. */
  | { readonly task: 'serve'; readonly folder: string }

/** Main thread to database thread. A stream is one client connection; the newest one owns the session. */
export type Request =
  { readonly type: 'data'; readonly stream: number; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly type: 'stop' }

/** Database thread to main thread. */
export type Reply =
  | { readonly type: 'ready' }
  | { readonly type: 'data'; readonly stream: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A later stream has taken the session from this one. */
  | { readonly type: 'superseded'; readonly stream: number }
  | { readonly type: 'log'; readonly line: string }
  /** The database can't go on; the thread is of no use any more and may not even be able to end by itself. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'stopped' }
