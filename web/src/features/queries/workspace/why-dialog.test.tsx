import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { WhyDialog } from './why-dialog.tsx'

const DN = 'uni/tn-a/BD-web'
const stage = (kind: Wire.WhyStage['kind'], verdict: Wire.WhyStage['verdict'], because: string): Wire.WhyStage => ({
  ...{ kind, id: because, verdict, because, values: {} },
})

async function ask(reply: Partial<Wire.WhyReply>) {
  const api = new SimulatedApi()
  const answer = { dn: DN, exists: true, present: false, stages: [], row: null, objects: [], ...reply }
  api.answers(({ queries }) => queries.savedQueries.why('q-1', { dn: DN }), answer)
  const asked = { controller_connection: 'c-1', variables: { mtu: 9000 } }
  const shown = show(<WhyDialog queryId="q-1" asked={asked} onClose={() => undefined} />, { api })
  await shown.user.type(screen.getByLabelText('DN of the object'), ` ${DN} `)
  await shown.user.click(screen.getByRole('button', { name: 'Find out' }))
  return { ...shown, api }
}

describe('the question why an object is not in the rows', () => {
  it('is about the canvas as it is, on the connection and with the values of the workspace', async () => {
    const { api } = await ask({ stages: [stage('filter', 'dropped', 'The filter mtu eq 9000 does not hold.')] })

    expect(await screen.findByText('The filter mtu eq 9000 does not hold.')).toBeDefined()
    expect(screen.getByText('It is not in the rows.')).toBeDefined()
    expect(api.requests.map(({ body }) => body)).toEqual([
      { dn: DN, controller_connection: 'c-1', variables: { mtu: 9000 } },
    ])
  })

  it('names what a row is made of', async () => {
    await ask({ present: true, objects: [DN, 'uni/tn-a/ctx-a'], stages: [stage('edge', 'kept', 'It has a partner.')] })

    expect(await screen.findByText('It is in the rows.')).toBeDefined()
    expect(screen.getByText('uni/tn-a/ctx-a')).toBeDefined()
  })

  it('says that there is no such object', async () => {
    await ask({ exists: false })

    expect(await screen.findByText(`The controller has no object ${DN}.`)).toBeDefined()
  })

  it('shows a fault of the DN on its field', async () => {
    const api = new SimulatedApi()
    api.refuses(({ queries }) => queries.savedQueries.why('q-1', { dn: 'x[' }), 400, { dn: ['x[: expected a DN.'] })
    const { user } = show(<WhyDialog queryId="q-1" asked={{}} onClose={() => undefined} />, { api })
    await user.type(screen.getByLabelText('DN of the object'), 'x[[')
    await user.click(screen.getByRole('button', { name: 'Find out' }))

    expect(await screen.findByText('x[: expected a DN.')).toBeDefined()
  })
})
