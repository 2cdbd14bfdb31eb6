import { alternate } from './alternate.ts'
import type { FabricName } from './fabrics.ts'
import { type Line, mb, ms, times } from './measurement.ts'
import type { Canvas } from './programs/engine.ts'
import type { Usage } from './programs/own-usage.ts'
import { type Running, startProgram } from './start-program.ts'
import { median, spread } from './statistics.ts'

/** The usage of one process: its first run, and the runs after it. */
type Process = { readonly cold: Usage; readonly warm: readonly Usage[] }
export type Comparison = {
  readonly engine: readonly Process[]
  readonly keep: readonly Process[]
  readonly drop: readonly Process[]
  readonly pages: number
}

const WARM_RUNS = 3

/**
 * Compares the engine with the bare loop over exactly the pages the engine requested. Every round starts new processes,
 * because peak memory cannot be reset.
 */
export async function compareReads(name: FabricName, canvas: Canvas, rounds: number): Promise<Comparison> {
  const fabric = await startProgram('fabric', { name })
  const url = await fabric.call.url()
  const paths = await pathsOf(fabric, url, canvas)
  const readers = {
    engine: () => inNewProcess('engine', url, ({ call }) => call.run(canvas)),
    keep: () => inNewProcess('bare-loop', url, ({ call }) => call.keep(paths)),
    drop: () => inNewProcess('bare-loop', url, ({ call }) => call.drop(paths)),
  }
  const results = await alternate(rounds, readers)
  await fabric.stop()
  return { ...results, pages: paths.length }
}

/** Also warms up the simulator, which sorts its objects on the first request. */
async function pathsOf(fabric: Running<'fabric'>, url: string, canvas: Canvas): Promise<readonly string[]> {
  const engine = await startProgram('engine', { url })
  await fabric.call.takeTraffic()
  await engine.call.run(canvas)
  await engine.stop()
  return (await fabric.call.takeTraffic()).paths
}

async function inNewProcess<Name extends 'engine' | 'bare-loop'>(
  name: Name,
  url: string,
  run: (program: Running<Name>) => Promise<Usage>,
): Promise<Process> {
  const program = await startProgram(name, { url })
  const cold = await run(program)
  const warm: Usage[] = []
  for (let count = 0; count < WARM_RUNS; count++) warm.push(await run(program))
  await program.stop()
  return { cold, warm }
}

const warmOf = (processes: readonly Process[], key: 'ms' | 'cpuMs') =>
  processes.flatMap(({ warm }) => warm.map((usage) => usage[key]))

export function timeLine(what: string, engine: readonly Process[], floor: readonly Process[], limit?: number): Line {
  const [ours, theirs] = [warmOf(engine, 'ms'), warmOf(floor, 'ms')]
  return { what, ...line(ours, theirs, ms, limit) }
}

export function cpuLine(what: string, engine: readonly Process[], floor: readonly Process[]): Line {
  return { what, ...line(warmOf(engine, 'cpuMs'), warmOf(floor, 'cpuMs'), ms) }
}

/** The first run of a process includes loading the engine, starting its thread and compiling hot functions. */
export function coldLine(what: string, engine: readonly Process[], floor: readonly Process[]): Line {
  return {
    what,
    ...line(
      engine.map(({ cold }) => cold.ms),
      floor.map(({ cold }) => cold.ms),
      ms,
    ),
  }
}

export function peakLine(what: string, engine: readonly Process[], floor: readonly Process[], limit?: number): Line {
  const peaks = (processes: readonly Process[]) => processes.map(({ cold }) => cold.peakMb)
  return { what, ...line(peaks(engine), peaks(floor), mb, limit) }
}

/** After several runs, including memory that stays reserved for the next one. */
export function laterPeakLine(what: string, engine: readonly Process[], floor: readonly Process[]): Line {
  const peaks = (processes: readonly Process[]) => processes.map(({ warm }) => warm.at(-1)?.peakMb ?? NaN)
  return { what, ...line(peaks(engine), peaks(floor), mb) }
}

function line(
  ours: readonly number[],
  theirs: readonly number[],
  format: (value: number) => string,
  limit?: number,
): Omit<Line, 'what'> {
  const ratio = median(ours) / median(theirs)
  return {
    heddle: spread(ours, format),
    floor: spread(theirs, format),
    ratio: times(ratio),
    ...(limit !== undefined && { target: `at most ${limit} ×`, passed: ratio <= limit }),
  }
}
