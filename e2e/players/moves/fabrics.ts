import { EDITORS, EVERYONE, longText, type MoveMaker, sizeAround } from './move.ts'

const DN_CHARACTERS = 4_000
/** A URL may have about that many. */
const URL_CHARACTERS = 7_000

/** What asks a fabric other than by a run: objects, checks and changes. */
export const FABRIC_MOVES: readonly MoveMaker[] = [
  {
    roles: EVERYONE,
    make: (random, { connection }) => {
      const depth = Math.min(sizeAround(random, DN_CHARACTERS), URL_CHARACTERS) / 10
      const dn = random.pick([
        'uni/tn-common',
        `uni/${'tn-[a]/'.repeat(depth)}b`,
        '['.repeat(depth),
        'a/'.repeat(depth),
      ])
      const include = random.pick(['', '&include=properties,path,children,faults', '&include=children,captures'])
      const path = `/api/controller/connections/${connection}/object/?dn=${encodeURIComponent(dn)}${include}`
      return { name: 'an object', method: 'GET', path }
    },
  },
  {
    roles: EDITORS,
    make: (random, { connection, small, large }) => ({
      name: 'a check of queries',
      method: 'POST',
      path: '/api/queries/checks/',
      body: {
        saved_queries: Array.from({ length: random.pick([1, 200, 201, 5_000]) }, (_, at) => (at % 2 ? small : large)),
        controller_connection: connection,
      },
    }),
  },
  {
    roles: EDITORS,
    make: (random, { connection, small }) => ({
      name: 'a change window',
      method: 'POST',
      path: '/api/history/changes/',
      body: {
        name: longText(random, sizeAround(random, 200)),
        saved_queries: Array.from({ length: random.pick([1, 100, 10_000]) }, () => small),
        controller_connections: [connection],
      },
    }),
  },
]
