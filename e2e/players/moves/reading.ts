import { EVERYONE, longText, type Move, type MoveMaker, sizeAround } from './move.ts'

const LISTS = [
  '/api/queries/saved-queries/',
  '/api/queries/execution-logs/',
  '/api/queries/pipeline-executions/',
  '/api/queries/scheduled-tasks/',
  '/api/automation/requests/',
  '/api/history/snapshots/',
  '/api/notifications/notifications/',
  '/api/mim/classes/',
]
const FORMATS = ['csv', 'ndjson', 'xlsx'] as const
/** A URL may have about that many characters. */
const URL_BYTES = 8_000

/** Lists, pages and files, some read slowly and some left half read. */
export const READING_MOVES: readonly MoveMaker[] = [
  {
    roles: EVERYONE,
    make: (random) => {
      const search = encodeURIComponent(longText(random, Math.min(sizeAround(random, 200), URL_BYTES)).toWellFormed())
      const size = random.pick([1, 50, 200, 201, 1_000_000])
      const path = `${random.pick(LISTS)}?page_size=${size}&page=${random.pick([1, 2, 100_000])}&search=${search}`
      return { name: 'a list', method: 'GET', path }
    },
  },
  {
    roles: EVERYONE,
    make: (random, _things, { executions }): Move | undefined => {
      if (executions.length === 0) return undefined
      const format = random.pick(['page', ...FORMATS])
      const query = format === 'page' ? `page_size=${random.pick([1, 200, 1_000, 5_000])}` : `format=${format}`
      return {
        name: `results as ${format}`,
        method: 'GET',
        path: `/api/queries/execution-logs/${random.pick(executions)}/results/?${query}`,
        ...(random.chance(0.3) && {
          reading: random.pick([{ bytesPerSecond: 100_000 }, { hangUpAfter: 100_000 }]),
        }),
      }
    },
  },
  {
    roles: EVERYONE,
    make: (random) => {
      const q = encodeURIComponent(longText(random, Math.min(sizeAround(random, 100), URL_BYTES)).toWellFormed())
      const path = random.pick([
        '/api/mim/search/?q=',
        '/api/mim/classes/search/enhanced/?q=',
        '/api/mim/classes/suggest/?q=',
      ])
      return { name: 'a search of classes', method: 'GET', path: `${path}${q}` }
    },
  },
]
