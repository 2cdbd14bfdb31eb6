import { describe, expect, it } from 'vitest'
import { mergedConnectionId } from './merged-connection.ts'
import { choiceFaults, chosenConnections, missingConnections } from './chosen-connections.ts'

const [A, B, OWN] = [
  '0b0e7f0e-6b1a-4a53-9d3f-aaaaaaaaaaaa',
  '0b0e7f0e-6b1a-4a53-9d3f-bbbbbbbbbbbb',
  '0b0e7f0e-6b1a-4a53-9d3f-000000000000',
]

describe('the connections of a run', () => {
  it.each([
    ['none: that of the query', {}, { connection: OWN }],
    ['one', { controller_connection: A }, { connection: A }],
    ['a list of one', { controller_connections: [A.toUpperCase()] }, { connection: A }],
    ['null beside a list', { controller_connection: null, controller_connections: [A] }, { connection: A }],
    [
      'several to merge, in the order given',
      { controller_connections: [B, A], merge: true },
      { connection: mergedConnectionId([A, B]), merged: { ids: [B, A], allowPartial: false } },
    ],
    [
      'one to merge: a merged run of one',
      { controller_connections: [A], merge: true, allow_partial: true },
      { connection: mergedConnectionId([A]), merged: { ids: [A], allowPartial: true } },
    ],
  ])('%s', (_, choice, expected) => {
    expect([choiceFaults(choice), chosenConnections(choice, OWN)]).toEqual([{}, expected])
  })

  it.each([
    [{ controller_connections: [A, B] }, ['merge']],
    [{ controller_connections: [A, B], merge: false }, ['merge']],
    [{ controller_connection: A, controller_connections: [A] }, ['controller_connection']],
    [{ controller_connections: [A, A.toUpperCase()], merge: true }, ['controller_connections']],
    [{ merge: true }, ['controller_connections']],
    [{ controller_connection: A, merge: true }, ['controller_connections']],
    [{ controller_connections: [A], allow_partial: true }, ['allow_partial']],
    [
      { controller_connection: A, controller_connections: [A, B, B], allow_partial: true },
      ['controller_connection', 'controller_connections', 'merge', 'allow_partial'],
    ],
  ])('of %j are wrong in %j', (choice, fields) => {
    expect(Object.keys(choiceFaults(choice)).sort()).toEqual([...fields].sort())
  })

  it('that do not exist are all listed', async () => {
    const faults = await missingConnections({ controller_connections: [A, B, OWN] }, async (id) => id === OWN)

    expect(faults).toEqual({
      controller_connections: [`Connection ${A} does not exist.`, `Connection ${B} does not exist.`],
    })
  })
})
