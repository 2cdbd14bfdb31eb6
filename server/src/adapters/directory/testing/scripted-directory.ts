import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The parts of a request that a script needs: its number on this connection, its id and its operation. */
export type Request = {
  readonly id: number
  readonly operation: 'bind' | 'search' | 'extended' | 'unbind' | 'other'
  readonly connection: number
}
type Answer = (request: Request, socket: Socket) => Buffer | undefined

const OPERATIONS: Readonly<Record<number, Request['operation']>> = {
  0x60: 'bind',
  0x63: 'search',
  0x77: 'extended',
  0x42: 'unbind',
}

/** A server for responses that a real directory does not send on demand; it ends with the test. */
export async function startScriptedDirectory(answer: Answer) {
  const sockets = new Set<Socket>()
  const requests: Request[] = []
  let connections = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)))
    connections += 1
    const connection = connections
    socket.on('data', (data: Buffer) => {
      const request = { ...readRequest(data), connection }
      requests.push(request)
      const reply = answer(request, socket)
      if (reply) socket.write(reply)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await once(server.close(), 'close')
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const allClosed = async (): Promise<void> => {
    await Promise.all([...sockets].map((socket) => once(socket, 'close')))
  }
  return { url: `ldap://127.0.0.1:${port}`, requests, connections: () => connections, allClosed }
}

/**
 * The client writes a request at once and waits for its answer, so a chunk is a message, or the start of a TLS
 * handshake.
 */
function readRequest(data: Buffer): Omit<Request, 'connection'> {
  if (data[0] !== 0x30) return { id: 0, operation: 'other' }
  const first = data[1] ?? 0
  const idAt = first < 0x80 ? 2 : 2 + first - 0x80
  const idLength = data[idAt + 1] ?? 1
  return { id: data.readUIntBE(idAt + 2, idLength), operation: OPERATIONS[data[idAt + 2 + idLength] ?? 0] ?? 'other' }
}

/** The end of an operation: code 0 is success. */
export function result(request: Request, code = 0, message = ''): Buffer {
  const tag = { bind: 0x61, search: 0x65, extended: 0x78, unbind: 0x78, other: 0x78 }[request.operation]
  return reply(request, tlv(tag, tlv(0x0a, Buffer.from([code])), text(''), text(message)))
}

export function entry(
  request: Request,
  dn: string,
  attributes: Readonly<Record<string, readonly (string | Buffer)[]>>,
): Buffer {
  const list = Object.entries(attributes).map(([name, values]) => tlv(0x30, text(name), tlv(0x31, ...values.map(text))))
  return reply(request, tlv(0x64, text(dn), tlv(0x30, ...list)))
}

export function referral(request: Request, url: string): Buffer {
  return reply(request, tlv(0x73, text(url)))
}

function reply({ id }: Request, operation: Buffer): Buffer {
  return tlv(0x30, tlv(0x02, Buffer.from([id])), operation)
}

function text(value: string | Buffer): Buffer {
  return tlv(0x04, Buffer.from(value))
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content])
}
