import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { ClassObjects } from './class-objects.tsx'

const connection = (id: string, name: string, isDefault: boolean) =>
  ({ id, name, is_default: isDefault }) as Wire.ControllerConnection
const BD = { name: 'fvBD', properties: [{ name: 'name', naming: true }] } as Wire.MimClassDetail
const ROW = { className: 'fvBD', arpFlood: 'no', name: 'app', dn: 'uni/tn-a/BD-app', descr: '' }
const REPLY = { status: 'success', error_message: null, results: [ROW] }

function prepared(reply: object = REPLY): SimulatedApi {
  const api = new SimulatedApi()
  api.lists(
    (heddle) => heddle.controller.connections.all({}),
    [connection('c-1', 'Lab', false), connection('c-2', 'Main', true)],
  )
  api.answers((heddle) => heddle.queries.execute({} as Wire.ExecuteDraftBody), reply as Wire.ExecuteReply)
  return api
}
const ask = async () => userEvent.click(await screen.findByRole('button', { name: 'Show 20 objects', description: '' }))

it('asks the default connection for the first objects, once somebody wants to see them', async () => {
  const api = prepared()
  show(<ClassObjects found={BD} />, { api })
  await screen.findByRole('combobox', { name: 'Connection' })
  expect(api.requests.map(({ path }) => path)).toEqual(['/api/controller/connections/'])

  await ask()

  await screen.findByText(/^1 object of Main,/)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['dn', 'name', 'arpFlood'])
  expect(api.requests.at(-1)?.body).toMatchObject({
    controller_connection: 'c-2',
    draft: {
      nodes: [{ class_name: 'fvBD' }],
      post_processors: [{ type: 'sort' }, { type: 'limit', config: { count: 20 } }],
    },
  })
})

it('says why nothing could be read', async () => {
  show(<ClassObjects found={BD} />, {
    api: prepared({ ...REPLY, status: 'failure', error_message: 'The controller does not answer.', results: [] }),
  })

  await ask()

  await screen.findByText('The controller does not answer.')
})
