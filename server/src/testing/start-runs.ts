import { onTestFinished } from 'vitest'
import type { ControllerOptions } from '@heddle/simulators/controller/controller-options.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Answer, type Client, startTestApp } from './start-test-app.ts'

type Options = {
  readonly env?: Readonly<Record<string, string>>
  readonly controller?: ControllerOptions
  readonly clock?: Clock
  readonly webUiFolder?: string
  readonly commandLineFolder?: string
}
export type Drawing = {
  readonly nodes: readonly object[]
  readonly edges?: readonly object[]
  readonly post_processors?: readonly object[]
}
export type Runs = Awaited<ReturnType<typeof startRuns>>

export const QUERIES = '/api/queries/saved-queries/'
export const LOGS = '/api/queries/execution-logs/'
export const CONNECTIONS = '/api/controller/connections/'

/** The whole server and a simulated controller, with shortcuts to save and run queries as an editor. */
export async function startRuns(options: Options = {}) {
  const { env = {}, controller: simulated = {}, clock, webUiFolder, commandLineFolder } = options
  const controller = await startController(simulated)
  const app = await startTestApp({
    env,
    ...(clock && { clock }),
    ...(webUiFolder !== undefined && { webUiFolder }),
    ...(commandLineFolder !== undefined && { commandLineFolder }),
  })
  const editor = await app.userOf('editor')

  const connect = async (body: object = {}): Promise<string> => {
    const account = { username: 'admin', password: DEFAULT_PASSWORD }
    return created(await app.admin.post(CONNECTIONS, { name: 'lab', host: controller.url, ...account, ...body })).id
  }
  const connection = await connect()
  const save = async (drawing: Drawing & { readonly name?: string }, on: string = connection): Promise<string> =>
    created(await editor.post(QUERIES, { name: 'query', controller_connection: on, edges: [], ...drawing })).id
  const execute = (id: string, body: object = {}, client: Client = editor) =>
    client.post(`${QUERIES}${id}/execute/`, body)

  return {
    app,
    controller,
    editor,
    connection,
    connect,
    save,
    execute,
    /** Saves and runs a query; the run must be accepted, whatever its outcome. */
    run: async (drawing: Drawing, body: object = {}, on: string = connection): Promise<Answer['body']> =>
      accepted(await execute(await save(drawing, on), body)),
    log: async (id: string, client: Client = editor): Promise<Answer['body']> =>
      accepted(await client.get(`${LOGS}${id}/`)),
    stop: async () => {
      await app.stop()
      await controller.close()
    },
  }
}

function created(answer: Answer): Answer['body'] {
  if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${answer.text}`)
  return answer.body
}

function accepted(answer: Answer): Answer['body'] {
  if (answer.status !== 200) throw new Error(`not answered: ${answer.status} ${answer.text}`)
  return answer.body
}

/** A second controller for one test. */
export async function startOtherController(options: ControllerOptions = {}): Promise<ControllerSimulator> {
  const other = await startController(options)
  onTestFinished(() => other.close())
  return other
}
