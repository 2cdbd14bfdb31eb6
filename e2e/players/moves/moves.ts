import { largeBodies, type OpenApi } from '@heddle/server/testing/hostile/large-bodies.ts'
import { CHANGE_MOVES } from './changes.ts'
import { FABRIC_MOVES } from './fabrics.ts'
import { FILE_MOVES } from './files.ts'
import { EVERYONE, type Move, type MoveMaker } from './move.ts'
import { READING_MOVES } from './reading.ts'
import { RUN_MOVES } from './runs.ts'

/** All that players do; large bodies of every field of every route among it. */
export function movesOf(api: OpenApi): readonly MoveMaker[] {
  const bodies = largeBodies(api)
  const large: MoveMaker = {
    roles: EVERYONE,
    make: (random) => {
      const { name, method, path, body } = random.pick(bodies)
      return { name, method: method as Move['method'], path, body: new Written(body()) }
    },
  }
  return [...RUN_MOVES, ...READING_MOVES, ...CHANGE_MOVES, ...FILE_MOVES, ...FABRIC_MOVES, large]
}

/** A body that is JSON already. */
export class Written {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}
