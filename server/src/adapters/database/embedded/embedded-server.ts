import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedStream } from './embedded-stream.ts'
import { EmbeddedDatabaseLost, launchThread } from './launch-thread.ts'

export type EmbeddedServer = {
  /** A new connection; its first message resets the database's session. */
  readonly openStream: () => EmbeddedStream
  /** Copies the database's folder while no query is running. */
  readonly copyTo: (folder: string) => Promise<void>
  /**
   * Shuts the database down cleanly, or ends its thread when that takes too long: no committed data is lost either way.
   */
  readonly stop: () => Promise<void>
}

type Listener = {
  readonly onLog: (line: string) => void
  /** Called once, if the database fails after it has started. */
  readonly onLost: (error: Error) => void
}

const STOP_TIMEOUT_MS = 5_000

/** Starts the thread that serves the database in `folder`; rejects when the database does not start. */
export async function startEmbeddedServer(folder: string, { onLog, onLost }: Listener): Promise<EmbeddedServer> {
  const thread = await launchThread({ task: 'serve', folder }, onLog)
  await thread.reached('ready')

  const streams = new Map<number, EmbeddedStream>()
  let lastStream = 0
  let isStopping = false
  let lost: Error | undefined
  thread.onReply((reply) => {
    if (reply.type === 'data') streams.get(reply.stream)?.push(reply.bytes)
    if (reply.type === 'superseded')
      streams.get(reply.stream)?.destroy(new EmbeddedDatabaseLost('a later connection has the session'))
  })
  void thread.failed.then((error) => {
    lost = error
    for (const stream of streams.values()) stream.destroy(error)
    if (!isStopping) onLost(error)
  })

  return {
    openStream: () => {
      const id = (lastStream += 1)
      const stream = new EmbeddedStream((bytes) => thread.post({ type: 'data', stream: id, bytes }, [bytes.buffer]))
      streams.set(id, stream)
      if (lost) stream.destroy(lost)
      return stream.once('close', () => streams.delete(id))
    },
    copyTo: async (to) => {
      const copied = Promise.withResolvers<string | undefined>()
      thread.onReply((reply) => {
        if (reply.type === 'copied') copied.resolve(reply.failure)
      })
      void thread.failed.then(copied.reject)
      thread.post({ type: 'copy', to })
      const failure = await copied.promise
      if (failure !== undefined) throw new Error(`could not copy the database: ${failure}`)
    },
    stop: async () => {
      isStopping = true
      const stopped = thread.reached('stopped').catch(() => undefined)
      thread.post({ type: 'stop' })
      await Promise.race([stopped, delay(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await thread.end()
    },
  }
}
