import { expect, it } from 'vitest'
import { type ChangesToExplain, explainChanges } from './explain-changes.ts'

const side = (parts: object = {}) => ({
  ...{ capturedAt: new Date('2026-11-20T10:00:00Z'), className: 'ethpmPhysIf', savedQueryId: 'q', savedQueryVersion: 1, controllerConnectionId: 'c' },
  ...parts,
}) // prettier-ignore
const port = (number: number) => ({ dn: `topology/pod-1/node-101/sys/phys-[eth1/${number}]/phys` })
const flap = (number: number, after = 'down') => ({ key: port(number), fields: { operSt: { before: 'up', after } } })
const explain = (parts: Partial<ChangesToExplain>) =>
  explainChanges({
    counts: { added: 0, removed: 0, changed: parts.changed?.length ?? 0, unchanged: 7 },
    ...{ added: [], removed: [], changed: [], truncated: false, rules: { match: 'dn', ignoreFields: [] } },
    ...{ before: side(), after: side({ capturedAt: new Date('2026-11-21T10:00:00Z') }) },
    ...parts,
  })

it('says which column changed how, how often, and where', () => {
  const changed = [
    flap(1),
    flap(2),
    flap(3),
    { key: port(4), fields: { ...flap(4).fields, lastLinkStChg: { before: '1', after: '2' } } },
  ]

  const { text, facts } = explain({ changed })

  expect(text).toContain(
    'Between the snapshots of 2026-11-20 10:00 UTC and 2026-11-21 10:00 UTC, 4 objects changed; 7 stayed the same.',
  )
  expect(text).toContain('Of the 4 that changed, 3 changed only operSt (all from "up" to "down").')
  expect(text).toContain('All 4 differences are below topology/pod-1/node-101/sys.')
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'field', name: 'operSt', count: 4, only: 3, of: 4 }))
})

it('says that nothing changed', () => {
  expect(explain({}).text).toContain('Nothing changed between')
})

it('says what makes a comparison different from what one expects', () => {
  const counts = { added: 9_000, removed: 0, changed: 0, unchanged: 0 }
  const after = side({
    capturedAt: new Date('2026-11-01T10:00:00Z'),
    savedQueryVersion: 3,
    controllerConnectionId: 'other',
  })

  const { text } = explain({
    counts,
    added: [port(1)],
    truncated: true,
    after,
    rules: { match: 'hash', ignoreFields: ['modTs'] },
  })

  expect(text).toContain('9,000 rows were added')
  expect(text).toContain('The second snapshot is the older one')
  expect(text).toContain('its versions 1 and 3')
  expect(text).toContain('from different controllers')
  expect(text).toContain('The counts are exact')
  expect(text).toContain('Not compared: modTs.')
})
