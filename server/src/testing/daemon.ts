import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Third-party programs that a test starts: finding ports for them, waiting for them and stopping them. */

/** Two free ports. Both are held until both are known, or they could be the same. */
export async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()]
  const ports: number[] = []
  for (const server of servers) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    ports.push(typeof address === 'object' && address !== null ? address.port : 0)
  }
  for (const server of servers) await once(server.close(), 'close')
  return [ports[0]!, ports[1]!]
}

/** Resolves to true when the program accepts connections, to false when it ended instead. */
export async function listens(child: ChildProcess, port: number): Promise<boolean> {
  while (isRunning(child)) {
    const socket = connect({ host: '127.0.0.1', port })
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return isRunning(child)
    await delay(10)
  }
  return false
}

/** A test worker that is killed cannot stop its programs itself. */
export function killAtExit(child: ChildProcess): void {
  const kill = (): unknown => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

export async function end(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
