import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../http/read-request.ts'
import type { ControllerSimulator } from '../start-controller.ts'
import { CONTROL_ACTIONS } from './control-actions.ts'
import type { ControlBody } from './control-actions.ts'

export type Control = { readonly url: string; close(): Promise<void> }

/** A small HTTP interface beside the simulated one, for people and scripts that start the simulator as a program. */
export async function startControl(simulators: readonly ControllerSimulator[], port = 0): Promise<Control> {
  const server = createServer((request, response) => void answer(simulators, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** `/2/faults` is about the second controller, `/faults` about the first. */
async function answer(simulators: readonly ControllerSimulator[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, number = '1', path = '/'] = /^(?:\/(\d+))?(\/[^?]*)?/.exec(request.url ?? '/') ?? []
  try {
    const simulator = simulators[Number(number) - 1]
    const action = CONTROL_ACTIONS[`${request.method} ${path}`]
    if (simulator && action) send(response, 200, action(simulator, parse(await readBody(request))) ?? { done: true })
    else send(response, 404, { detail: 'unknown controller or action', actions: Object.keys(CONTROL_ACTIONS) })
  } catch (error: unknown) {
    send(response, 400, { detail: error instanceof Error ? error.message : String(error) })
  }
}

function parse(text: string): ControlBody {
  const json: unknown = text === '' ? {} : JSON.parse(text)
  if (typeof json !== 'object' || json === null) throw new Error('expected a JSON object')
  return json as ControlBody
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body, undefined, 2)}\n`)
}
