import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type RowSession, TooMuchRowWork } from '../../row-work/index.ts'
import { createAskSource } from './ask-source.ts'

type Parts = Parameters<typeof createAskSource>[0]

const CHECK = {
  requestId: 'r',
  spec: { expect: 'gone' },
  dueAt: null,
  userId: 1,
  username: 'emma',
  source: null,
  createdAt: new Date(0),
  selection: {
    savedQuery: 'q',
    savedQueryVersion: null,
    controllerConnection: 'c',
    variables: {},
    skipPostProcessors: false,
    mapping: {},
    filter: null,
  },
} as const

const found = async () => ({}) as never
const run = {
  id: 'run',
  ending: { status: 'success', rowCount: 1, columns: ['dn'] },
  chunks: [{ rowCount: 1, body: zstdCompressSync('{"dn":"uni/a"}') }],
}
const asking = (use: (session: RowSession<'judge'>) => unknown) =>
  createAskSource({
    users: { actor: async () => ({ isSuperuser: true }) as never },
    queries: { find: found },
    connections: { find: found },
    runs: { execute: async () => run as never },
    rowWork: { use: async (_tool: never, _start: never, _terms: never, work: never) => use(work) } as never,
    timeoutMs: 1,
  } satisfies Parts)

async function* noRows() {}

it('a check whose rows take too much work ends in words', async () => {
  const ask = asking(() => {
    throw new TooMuchRowWork('The rows take more than 30 s of processor time.')
  })

  expect(await ask(CHECK, noRows(), new AbortController().signal)).toEqual({
    ok: false,
    executionId: 'run',
    error: 'The rows could not be judged. The rows take more than 30 s of processor time.',
  })
})
