import { type Line, type Measurement, mb, ms, times } from '../measurement.ts'
import { startProgram } from '../start-program.ts'
import { percentile, spread, median } from '../statistics.ts'
import { temporaryFolder } from '../test-server.ts'

const ROWS = 200_000
const CHANGES = 200
const CAPTURES = 100
const QUICK_CAPTURES = 20
const LOOKUPS = 40
const MOST_PART = 0.01
const LEAST_TIMES_FASTER = 15
const MOST_FIND_MS = 50

export const snapshots: Measurement = {
  name: 'snapshots',
  title: `Snapshots of ${ROWS.toLocaleString('en')} rows with 20 columns, ${CHANGES} of them changed, embedded database`,
  run: async ({ rounds, quick }) => {
    const folder = temporaryFolder()
    const archive = await startProgram('archive', { rows: ROWS, changes: CHANGES, dataDir: folder.path })
    const bare = await startProgram('bare-snapshots', { rows: ROWS, changes: CHANGES })
    const first = await archive.call.capture()
    await archive.call.change(1)
    const next = await archive.call.capture()
    const [blob = NaN, nextBlob = NaN] = await bare.call.storedBytes()

    // Warm both up, as a running server is.
    await archive.call.compare()
    await bare.call.compare()
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      ours.push((await archive.call.compare()).ms)
      theirs.push((await bare.call.compare()).ms)
    }
    await bare.stop()

    const captures = quick ? QUICK_CAPTURES : CAPTURES
    for (let round = 2; round < captures; round++) await archive.call.captureChanged(round)
    const found: number[] = []
    for (let lookup = 0; lookup < LOOKUPS; lookup++) found.push(await archive.call.find(lookup * 4_999))
    await archive.call.stop()
    await archive.stop()
    folder.remove()

    const part = next.storedBytes / first.storedBytes
    const tablePart = next.tableBytes / first.tableBytes
    const faster = median(theirs) / median(ours)
    const timeline = percentile(found, 0.5)
    const lines: Line[] = [
      {
        what: 'first capture',
        heddle: bytes(first.storedBytes),
        floor: `gzip of all: ${bytes(blob)}`,
        ratio: times(first.storedBytes / blob),
      },
      {
        what: 'next capture',
        heddle: bytes(next.storedBytes),
        floor: `gzip of all: ${bytes(nextBlob)}`,
        ratio: `${(part * 100).toFixed(2)} % of the first`,
        target: `below ${MOST_PART * 100} %`,
        passed: part < MOST_PART,
      },
      {
        what: 'next capture, tables and indexes',
        heddle: bytes(next.tableBytes),
        ratio: `${(tablePart * 100).toFixed(2)} % of the first`,
      },
      {
        what: 'compare the two',
        heddle: spread(ours, ms),
        floor: `load and diff: ${spread(theirs, ms)}`,
        ratio: `1 / ${faster.toFixed(0)}`,
        target: `at most 1 / ${LEAST_TIMES_FASTER}`,
        passed: faster >= LEAST_TIMES_FASTER,
      },
      {
        what: `one DN in ${captures} snapshots, median of ${LOOKUPS}`,
        heddle: `${ms(timeline)} (most ${ms(Math.max(...found))})`,
        target: `below ${MOST_FIND_MS} ms`,
        passed: timeline < MOST_FIND_MS,
      },
      { what: 'time of the first capture, of the next', heddle: `${ms(first.ms)}, ${ms(next.ms)}` },
      { what: 'memory taken by the first capture, by the next', heddle: `${mb(first.grownMb)}, ${mb(next.grownMb)}` },
      { what: 'rows as text', heddle: bytes(first.sizeBytes) },
    ]
    return lines
  },
}

const bytes = (count: number): string => `${Math.round(count / 1024).toLocaleString('en')} kB`
