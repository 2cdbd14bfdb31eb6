import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AI_ACTIONS } from '../ai/control/ai-actions.ts'
import type { AiSimulator } from '../ai/start-ai.ts'
import { AUTOMATION_ACTIONS } from '../automation/control/automation-actions.ts'
import type { AutomationSimulator } from '../automation/start-automation.ts'
import { REGISTRY_ACTIONS } from '../registry/control/registry-actions.ts'
import type { RegistrySimulator } from '../registry/start-registry.ts'
import { readBody } from '../shared/read-request.ts'
import type { ControllerSimulator } from '../controller/start-controller.ts'
import { CONTROL_ACTIONS, type ControlBody } from '../controller/control/control-actions.ts'

type Controlled = {
  readonly simulators: readonly ControllerSimulator[]
  readonly registry: RegistrySimulator | undefined
  readonly automation: AutomationSimulator | undefined
  readonly ai: AiSimulator | undefined
}

export type Control = { readonly url: string; close(): Promise<void> }

/** A small HTTP interface next to the simulated ones, for people and scripts that run the simulators as a program. */
export async function startControl(
  simulators: readonly ControllerSimulator[],
  port = 0,
  registry?: RegistrySimulator,
  automation?: AutomationSimulator,
  ai?: AiSimulator,
): Promise<Control> {
  const server = createServer(
    (request, response) => void answer({ simulators, registry, automation, ai }, request, response),
  )
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

async function answer(controlled: Controlled, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const action = findAction(controlled, request.method ?? '', request.url ?? '/')
    if (action) send(response, 200, (await action(parse(await readBody(request)))) ?? { done: true })
    else send(response, 404, { detail: 'unknown controller or action', actions: actionsOf(controlled) })
  } catch (error: unknown) {
    send(response, 400, { detail: error instanceof Error ? error.message : String(error) })
  }
}

/** `/2/faults` addresses the second controller, `/faults` the first; `/registry/…` and so on the other simulators. */
function findAction(controlled: Controlled, method: string, url: string): ((body: ControlBody) => unknown) | undefined {
  const { simulators, registry, automation, ai } = controlled
  const [, target = '1', path = '/'] = /^(?:\/(\d+|registry|automation|ai)(?=[/?]|$))?(\/[^?]*)?/.exec(url) ?? []
  if (target === 'automation') {
    const action = AUTOMATION_ACTIONS[`${method} ${path}`]
    return automation && action && ((body) => action(automation, body))
  }
  if (target === 'ai') {
    const action = AI_ACTIONS[`${method} ${path}`]
    return ai && action && ((body) => action(ai, body))
  }
  if (target === 'registry') {
    const action = REGISTRY_ACTIONS[`${method} ${path}`]
    return registry && action && ((body) => action(registry, body))
  }
  const simulator = simulators[Number(target) - 1]
  const action = CONTROL_ACTIONS[`${method} ${path}`]
  return simulator && action && ((body) => action(simulator, body))
}

function actionsOf({ registry, automation, ai }: Controlled): string[] {
  const below = (place: string, actions: object) =>
    Object.keys(actions).map((action) => action.replace(' ', ` /${place}`))
  return [
    ...Object.keys(CONTROL_ACTIONS),
    ...(registry ? below('registry', REGISTRY_ACTIONS) : []),
    ...(automation ? below('automation', AUTOMATION_ACTIONS) : []),
    ...(ai ? below('ai', AI_ACTIONS) : []),
  ]
}

function parse(text: string): ControlBody {
  const json: unknown = text === '' ? {} : JSON.parse(text)
  if (typeof json !== 'object' || json === null) throw new Error('expected a JSON object')
  return json as ControlBody
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body, undefined, 2)}\n`)
}
