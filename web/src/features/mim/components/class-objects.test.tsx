import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { ClassObjects } from './class-objects.tsx'

const connection = (id: string, name: string, isDefault: boolean) =>
  ({ id, name, is_default: isDefault }) as Wire.ControllerConnection
const BD = { name: 'fvBD', properties: [{ name: 'name', naming: true }] } as Wire.MimClassDetail
const ROW = { arpFlood: 'no', name: 'app', dn: 'uni/tn-a/BD-app', descr: '' }
const REPLY = { class_name: 'fvBD', total: 82, objects: [ROW], asked: [] }

function prepared(): SimulatedApi {
  const api = new SimulatedApi()
  api.lists(
    (heddle) => heddle.controller.connections.all({}),
    [connection('c-1', 'Lab', false), connection('c-2', 'Main', true)],
  )
  return api
}
const objectsOfMain = ({ controller }: Pick<Heddle, 'controller'>) =>
  controller.connections.objects('c-2', { class_name: 'fvBD' })
const ask = async () => userEvent.click(await screen.findByRole('button', { name: 'Show 20 objects', description: '' }))

it('asks the default connection for the first objects, once somebody wants to see them', async () => {
  const api = prepared()
  api.answers(objectsOfMain, REPLY)
  show(<ClassObjects found={BD} />, { api })
  await screen.findByRole('combobox', { name: 'Connection' })
  expect(api.requests.map(({ path }) => path)).toEqual(['/api/controller/connections/'])

  await ask()

  await screen.findByText(/^1 object of Main,/)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['dn', 'name', 'arpFlood'])
  expect(api.requests.map(({ path }) => path).at(-1)).toBe('/api/controller/connections/c-2/objects/')
})

it('says why nothing could be read', async () => {
  const api = prepared()
  api.refuses(objectsOfMain, 502, { detail: 'The controller does not answer.', reason: 'unreachable' })
  show(<ClassObjects found={BD} />, { api })

  await ask()

  await screen.findByText(/The controller does not answer/)
})
