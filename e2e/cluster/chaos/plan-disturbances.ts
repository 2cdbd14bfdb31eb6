import { type Random, seededRandom } from '@heddle/domain/testing/random.ts'

/** What happens to one process, or to the services that it reaches. */
type Disturbance = {
  readonly kind: 'kill' | 'restart' | 'pause' | 'cut' | 'stall' | 'silence' | 'terminate'
  /** A process; for a service also all of them together. */
  readonly target: string
  readonly service?: 'database' | 'redis'
  readonly forMs: number
}
export type Planned = Disturbance & { readonly atMs: number }

const SECOND = 1_000
/** Queue and leases take a process for dead after 30 s without a sign of life. */
const LONGER_THAN_HEARTBEATS = { from: 33 * SECOND, to: 45 * SECOND }
const EVERY = { from: 2 * SECOND, to: 9 * SECOND }

/** How often each happens, in parts of all. */
const SHARES: readonly (readonly [
  weight: number,
  draw: (random: Random, targets: readonly string[]) => Disturbance,
])[] = [
  [
    6,
    (random, targets) => ({
      kind: 'kill',
      target: random.pick(targets),
      forMs: between(random, { from: 0, to: 6 * SECOND }),
    }),
  ],
  [
    5,
    (random, targets) => ({
      kind: 'restart',
      target: random.pick(targets),
      forMs: between(random, { from: 0, to: 3 * SECOND }),
    }),
  ],
  [
    4,
    (random, targets) => ({
      kind: 'pause',
      target: random.pick(targets),
      forMs: between(random, { from: SECOND, to: 10 * SECOND }),
    }),
  ],
  [
    1,
    (random, targets) => ({
      kind: 'pause',
      target: random.pick(targets),
      forMs: between(random, LONGER_THAN_HEARTBEATS),
    }),
  ],
  [
    3,
    (random, targets) => ({
      ...drawService(random, targets),
      kind: 'cut',
      forMs: between(random, { from: 500, to: 5 * SECOND }),
    }),
  ],
  [
    2,
    (random, targets) => ({
      ...drawService(random, targets),
      kind: 'stall',
      forMs: between(random, { from: SECOND, to: 20 * SECOND }),
    }),
  ],
  [2, (random, targets) => ({ ...drawService(random, targets), kind: 'silence', forMs: 0 })],
  [1, () => ({ kind: 'terminate', target: ALL, service: 'database', forMs: 0 })],
]

export const ALL = 'all'

/** What is done to the processes and when, decided by the seed alone. */
export function planDisturbances(seed: number, forMs: number, targets: readonly string[]): readonly Planned[] {
  const random = seededRandom(seed)
  const planned: Planned[] = []
  for (let atMs = between(random, EVERY); atMs < forMs; atMs += between(random, EVERY)) {
    const drawn = drawOne(random, targets)
    // A long pause near the end is cut short rather than left out.
    planned.push({ ...drawn, atMs, forMs: Math.min(drawn.forMs, forMs - atMs) })
  }
  return planned
}

function drawOne(random: Random, targets: readonly string[]): Disturbance {
  const total = SHARES.reduce((sum, [weight]) => sum + weight, 0)
  let left = random.below(total)
  for (const [weight, draw] of SHARES) {
    if (left < weight) return draw(random, targets)
    left -= weight
  }
  throw new Error('The shares do not add up.')
}

/** One process loses a service more often than all of them do. */
const drawService = (random: Random, targets: readonly string[]) => ({
  target: random.chance(0.4) ? ALL : random.pick(targets),
  service: random.pick(['database', 'redis'] as const),
})

const between = (random: Random, { from, to }: { readonly from: number; readonly to: number }): number =>
  from + random.below(to - from)
