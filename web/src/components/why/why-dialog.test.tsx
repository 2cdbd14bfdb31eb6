import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Wire } from '../../lib/api/wire.ts'
import { show } from '../../testing/show.tsx'
import { SimulatedApi } from '../../testing/simulated-api.ts'
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
  const shown = show(<WhyDialog question={{ queryId: 'q-1', asked }} onClose={() => undefined} />, { api })
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
    const { user } = show(<WhyDialog question={{ queryId: 'q-1', asked: {} }} onClose={() => undefined} />, { api })
    await user.type(screen.getByLabelText('DN of the object'), 'x[[')
    await user.click(screen.getByRole('button', { name: 'Find out' }))

    expect(await screen.findByText('x[: expected a DN.')).toBeDefined()
  })

  it('says of merged rows what each fabric does with it; of a row, only its own', async () => {
    const api = new SimulatedApi()
    const none = { exists: true, present: false, row: null, objects: [] }
    const on = (name: string, because: string) => ({
      ...{ controller_connection: name, name, error: null },
      answer: { ...none, stages: [stage('filter', 'dropped', because)] },
    })
    const connections = [on('west', 'West drops it.'), on('east', 'East drops it.')]
    const reply = { dn: DN, ...none, stages: [], connections }
    api.answers(({ queries }) => queries.savedQueries.why('q-1', { dn: DN }), reply)
    const question = { queryId: 'q-1', asked: { controller_connections: ['w', 'e'], merge: true } }

    const { unmount } = show(
      <WhyDialog question={question} object={{ dn: DN, controller: undefined }} onClose={() => undefined} />,
      { api },
    )
    expect(await screen.findByText('West drops it.')).toBeDefined()
    expect(screen.getByText('East drops it.')).toBeDefined()
    unmount()
    show(<WhyDialog question={question} object={{ dn: DN, controller: 'east' }} onClose={() => undefined} />, { api })

    expect(await screen.findByText('East drops it.')).toBeDefined()
    expect(screen.queryByText('West drops it.')).toBeNull()
  })

  it('says of a captured row what it was made of, and of the fabric what drops it now', async () => {
    const api = new SimulatedApi()
    const asked = { controller_connection: 'c-1', variables: { mtu: '9000' } }
    const place = { snapshot: 's-0', at: '2026-01-01T00:00:00.000+00:00' }
    const then = {
      ...{ dn: DN, snapshot: 's-1', captured_at: '2026-01-02T00:00:00.000+00:00', saved_query: 'q-1' },
      ...{ saved_query_version: 3, present: true, row: {}, objects: [DN, 'uni/tn-a/ctx-a'] },
      ...{ before: place, after: null, asked },
    }
    const now = { dn: DN, exists: true, present: false, row: null, objects: [] }
    api.answers(({ history }) => history.snapshots.why('s-1', { dn: DN }), then)
    api.answers(({ queries }) => queries.savedQueries.why('q-1', { dn: DN }), {
      ...now,
      stages: [stage('filter', 'dropped', 'The filter mtu eq "9000" does not hold.')],
    })
    const question = { queryId: 'q-1', asked: {}, snapshot: 's-1' }
    const object = { dn: DN, controller: undefined }

    show(<WhyDialog question={question} object={object} onClose={() => undefined} />, {
      api,
      permissions: ['queries.execute_savedquery'],
    })

    expect(await screen.findByText('It was in the rows.')).toBeDefined()
    expect(screen.getByText('uni/tn-a/ctx-a')).toBeDefined()
    expect(screen.getByText(/It was not in the rows in/)).toBeDefined()
    expect(screen.getByText('The filter mtu eq "9000" does not hold.')).toBeDefined()
    expect(api.requests.at(-1)?.body).toEqual({ dn: DN, ...asked })
  })
})
