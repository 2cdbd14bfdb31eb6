import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

/** What `npm run worlds` is asked for. */
export type Order = {
  /** The first seed, and how many. */
  readonly from: number
  readonly count: number
  /** Only every so-manieth seed, for one of several workers. */
  readonly stride: number
  readonly workers: number
  /** No world is begun later than that. */
  readonly mostSeconds: number
  /** Also prints the last events of worlds in which all is well. */
  readonly verbose: boolean
  /** Names of planted faults, or all; undefined for the program as it is. */
  readonly planted: readonly string[] | 'all' | undefined
  /** What a shrunk world leaves out. */
  readonly kinds: readonly string[] | undefined
  readonly troubleMs: number | undefined
  /** Runs each world twice and compares. */
  readonly twice: boolean
}

const USUAL_COUNT = 10_000

export function readOrder(args: readonly string[]): Order {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string', default: '1' },
      stride: { type: 'string', default: '1' },
      workers: { type: 'string' },
      seconds: { type: 'string' },
      planted: { type: 'string' },
      kinds: { type: 'string' },
      trouble: { type: 'string' },
      twice: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  })
  const { seed, planted } = values
  const count = seed === undefined ? Number(values.seeds ?? USUAL_COUNT) : 1
  return {
    from: Number(seed ?? values.from),
    count,
    stride: Number(values.stride),
    workers: planted === undefined && count > 1 ? Number(values.workers ?? availableParallelism()) : 1,
    mostSeconds: Number(values.seconds ?? Infinity),
    planted: planted === undefined || planted === 'all' ? planted : planted.split(','),
    kinds: values.kinds?.split(',').filter((kind) => kind !== 'none'),
    troubleMs: values.trouble === undefined ? undefined : Number(values.trouble),
    twice: values.twice,
    verbose: values.verbose,
  }
}
