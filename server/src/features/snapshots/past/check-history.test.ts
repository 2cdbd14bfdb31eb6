import { expect, it } from 'vitest'
import { TooMuchRowWork } from '../../row-work/index.ts'
import { checkHistory } from './check-history.ts'

type Parts = Parameters<typeof checkHistory>[0]

const never = () => Promise.reject(new Error('not expected to be called'))
const parts = {
  queries: { find: async () => ({ expect: { rows: { max: 0 } } }) as never },
  archive: { newest: never, listChunks: never, readChunks: never },
  reading: { snapshotsOf: async () => [{ controllerConnectionIds: null }] as never, snapshotIfAny: never },
  rowWork: { use: () => Promise.reject(new TooMuchRowWork('The rows take more than 20 s of processor time.')) },
  waivers: { activeOf: async () => [] },
  connections: { find: never },
  clock: { now: () => new Date(0) } as Parts['clock'],
} satisfies Parts

it('captures that take too much work are refused in words that say how to ask for fewer', async () => {
  const order = { savedQuery: 'q', connection: 'c', from: undefined, to: undefined }

  await expect(checkHistory(parts, { id: 1, group: null }, order, new AbortController().signal)).rejects.toMatchObject({
    fields: {
      from_date: ['The rows take more than 20 s of processor time. Ask for fewer captures, with a later from_date.'],
    },
  })
})
