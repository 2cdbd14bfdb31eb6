import { addAbortListener } from 'node:events'
import { Client } from 'undici'
import { checkedConnector, type ConnectorOptions } from './checked-connector.ts'

type Options = ConnectorOptions & {
  readonly origin: string
  /** Ends the client with whatever it is doing. */
  readonly signal: AbortSignal
  readonly limits?: Omit<Client.Options, 'connect' | 'pipelining'>
}

/** A connection of its own for one request: on one that the server is just closing, a request would be lost. */
export type OpenClient = AsyncDisposable & { readonly request: Client['request'] }

/** Opens a client to allowed addresses. Once it is disposed, its sockets are gone, also those in mid-handshake. */
export function openClient({ origin, signal, limits, ...connection }: Options): OpenClient {
  const connector = checkedConnector(connection)
  const client = new Client(origin, { ...limits, connect: connector.connect, pipelining: 0 })
  const destroy = async (): Promise<void> => {
    const destroyed = client.destroy()
    connector.destroySockets()
    await destroyed
  }
  // The library looks at a signal only once it is connected.
  const listener = addAbortListener(signal, () => void destroy())
  return {
    request: client.request.bind(client),
    [Symbol.asyncDispose]: async () => {
      listener[Symbol.dispose]()
      await destroy()
    },
  }
}
