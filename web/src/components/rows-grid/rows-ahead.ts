import { type AccessTokens, type GridRowSource, RowsClient } from './rows-client.ts'
import type { StoreView } from './row-store.ts'

/** Rows that may be shown next, read while nobody waits for others. Each source has a worker of its own. */
export class RowsAhead {
  readonly #clients = new Map<GridRowSource, RowsClient>()

  /** Begins to read what is not here yet. */
  read(sources: readonly GridRowSource[], view: StoreView, access: AccessTokens): void {
    for (const source of sources.filter((one) => !this.#clients.has(one))) {
      const client = new RowsClient(source)
      this.keep(client)
      // The cells that are seen first come along. Asking again for what was asked for does nothing.
      client.store.subscribe(({ isDone, hits }) => {
        if (isDone && hits > 0) client.rowAt(0)
      })
      client.look(view)
      client.start(access)
    }
  }

  /** Gives up all but these: what is still being read is canceled. */
  keepOnly(sources: readonly GridRowSource[]): void {
    for (const [source, client] of this.#clients) {
      if (sources.includes(source)) continue
      client.close()
      this.#clients.delete(source)
    }
  }

  /** Rows that were shown until now are often the next ones again. */
  keep(client: RowsClient): void {
    this.#clients.get(client.source)?.close()
    this.#clients.set(client.source, client)
  }

  /** Hands over the rows of a source, whether they are complete or not; undefined when nobody read them. */
  take(source: GridRowSource): RowsClient | undefined {
    const client = this.#clients.get(source)
    this.#clients.delete(source)
    if (client?.store.getState().failure === undefined) return client
    client.close()
    return undefined
  }
}
