import { describe, expect, it } from 'vitest'
import type { Cluster } from '../harness/start-cluster.ts'
import type { Happened } from './disturb.ts'
import { judgeRuns } from './judge/judge-runs.ts'
import { judgeSockets } from './judge/judge-sockets.ts'
import { judgeWrites } from './judge/judge-writes.ts'
import { openLedger } from './ledger.ts'
import { changedBetween, descriptionAfter } from './load/load-captures.ts'
import { planDisturbances } from './plan-disturbances.ts'

const MINUTE = 60_000
const TARGETS = ['api A', 'worker A']
const ENDED_AT = new Date(100_000)

/** A system that has stored these rows, and a controller that was asked with these markers. */
const systemWith = (rows: readonly object[], markers: readonly string[] = []) =>
  ({
    sql: async () => rows,
    controller: {
      requests: markers.map((marker) => ({ kind: 'data', query: `filter=${marker}&page=0&page-size=80&` })),
    },
  }) as unknown as Cluster

const RUN = {
  id: 'run',
  trigger: 'background',
  status: 'success',
  message: null,
  rows: 2,
  stored_rows: 2,
  captured: false,
  ends: 1,
}
const PROMISE = { kind: 'background', marker: 'marker-1.', requestedAt: 90_000 } as const

/** What is found when this run was promised, in words without ids. */
async function findingsOf(
  stored: object | undefined,
  { markers = ['marker-1.'], happened = [] as readonly Happened[] } = {},
) {
  const ledger = openLedger()
  ledger.runs.set('run', PROMISE)
  const rows = stored === undefined ? [] : [{ ...RUN, marker: PROMISE.marker, ended_at: ENDED_AT, ...stored }]
  const { problems } = await judgeRuns(systemWith(rows, markers), ledger, happened)
  return problems.map((problem) => problem.replace(/^1 (.*): run.*$/, '$1'))
}

describe('a plan of disturbances', () => {
  it('is decided by its seed', () => {
    const plan = planDisturbances(7, MINUTE, TARGETS)

    expect(planDisturbances(7, MINUTE, TARGETS)).toEqual(plan)
    expect(planDisturbances(8, MINUTE, TARGETS)).not.toEqual(plan)
    expect(plan.every(({ atMs, forMs }) => atMs + forMs <= MINUTE)).toBe(true)
  })
})

describe('the verdict on runs', () => {
  const twice = ['marker-1.', 'marker-1.']
  const nearby = [{ kind: 'kill', target: 'worker A', atMs: 0, forMs: 0, from: 80_000, to: 95_000 }] as const

  it.each<[string, object | undefined, Parameters<typeof findingsOf>[1], readonly string[]]>([
    ['a run as promised', {}, {}, []],
    ['a run that is gone', undefined, {}, ['accepted runs have no log']],
    ['two ends', { ends: 2 }, {}, ['runs did not end exactly once']],
    ['no end', { ends: 0 }, {}, ['runs did not end exactly once']],
    ['lost rows', { stored_rows: 1 }, {}, ['runs do not have the rows that they say']],
    [
      'a run executed twice for no reason',
      {},
      { markers: twice },
      ['runs were executed again although nothing had happened'],
    ],
    ['a run executed again after a kill', {}, { markers: twice, happened: nearby }, []],
    ['a success out of nowhere', {}, { markers: [] }, ['runs succeeded without asking the controller']],
    [
      'a run that lost its process twice',
      { status: 'failure', message: 'The server stopped or failed twice during this run.' },
      {},
      [],
    ],
    [
      'any other failure',
      { status: 'failure', message: 'internal error' },
      {},
      ['background runs failed without having lost their process'],
    ],
  ])('knows %s', async (_what, stored, options, expected) => {
    expect(await findingsOf(stored, options)).toEqual(expected)
  })
})

describe('the verdict on everything else', () => {
  it('knows a save that was lost', async () => {
    const ledger = openLedger()
    ledger.saves.set('query', { confirmed: 5, sent: 6 })
    const verdict = async (description: string) =>
      (await judgeWrites(systemWith([{ id: 'query', name: '', description }]), ledger)).problems.length

    expect([await verdict('4'), await verdict('5'), await verdict('6'), await verdict('7')]).toEqual([1, 0, 0, 1])
  })

  it('knows a channel that said something else than the log', async () => {
    const verdict = async (types: readonly string[]) => {
      const ledger = openLedger()
      ledger.followed.set('run', types)
      return (await judgeSockets(systemWith([{ id: 'run', status: 'success' }]), ledger)).problems.length
    }

    expect(await verdict(['node_start', 'execution_complete'])).toBe(0)
    expect(await verdict(['execution_failed'])).toBe(1)
    expect(await verdict([])).toBe(1)
  })

  it('knows what a capture holds after so many changes', () => {
    expect([
      descriptionAfter(0, 5),
      descriptionAfter(5, 5),
      descriptionAfter(304, 5),
      descriptionAfter(305, 5),
    ]).toEqual(['v0', 'v5', 'v5', 'v305'])
    expect([changedBetween(1, 4), changedBetween(1, 900)]).toEqual([3, 300])
  })
})
