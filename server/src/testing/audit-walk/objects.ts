import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { app, controller, another, hush, expectOk, idOf } from './walk.ts'

const CONNECTIONS = '/api/controller/connections/'
const QUERIES = '/api/queries/saved-queries/'

export const connectionBody = () => ({
  name: `lab ${another()}`,
  host: controller.url,
  username: 'admin',
  password: hush(DEFAULT_PASSWORD),
})
export const newConnection = async (host = controller.url): Promise<string> =>
  idOf(await expectOk(app.admin.post(CONNECTIONS, { ...connectionBody(), host })))
export const queryBody = async (connection?: string) => ({
  name: `query ${another()}`,
  controller_connection: connection ?? (await newConnection()),
  nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }],
  edges: [],
})
export const newQuery = async (connection?: string): Promise<string> =>
  idOf(await expectOk(app.admin.post(QUERIES, await queryBody(connection))))
