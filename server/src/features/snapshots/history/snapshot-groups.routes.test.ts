import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BRIDGE_DOMAINS,
  type Snapshots,
  SNAPSHOTS,
  startSnapshots,
} from '../../../testing/snapshots/start-snapshots.ts'

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
})
afterAll(() => app.stop())

const groupsOf = async (id: string, by: string, client = app.editor) => client.get(`${SNAPSHOTS}${id}/groups/?by=${by}`)

describe('the groups of the rows of a snapshot', () => {
  it('are its tenants and nodes, its classes, or the objects above', async () => {
    const { id } = await app.captured(await app.save(BRIDGE_DOMAINS))

    expect((await groupsOf(id, 'place')).body).toEqual({ groups: ['tn-A', 'tn-B'], truncated: false })
    expect((await groupsOf(id, 'class')).body.groups).toEqual(['fvBD'])
    expect((await groupsOf(id, 'parent')).body.groups).toEqual(['uni/tn-A', 'uni/tn-B'])
  })

  it('are for those who may see snapshots', async () => {
    const { id } = await app.captured(await app.save(BRIDGE_DOMAINS))

    expect((await groupsOf(id, 'place', await app.app.userOf('viewer'))).status).toBe(200)
    expect((await groupsOf(id, 'place', await app.app.userOf(undefined))).status).toBe(403)
    expect((await groupsOf(randomUUID(), 'place')).status).toBe(404)
    expect((await groupsOf(id, 'colour')).status).toBe(400)
  })
})
