import type { KnownDeaths } from '../../../platform/deaths/known-deaths.ts'
import { LOST_ENDING } from '../ending.ts'
import type { RunEnds } from './end-runs.ts'
import type { LostRun } from './leases.store.ts'

type Parts = { readonly ends: RunEnds; readonly deaths: Pick<KnownDeaths, 'add'> }

/** Ends manual runs whose process died, and counts the death. Returns how many there were. */
export async function endLostRuns({ ends, deaths }: Parts, runs: readonly LostRun[]): Promise<number> {
  const works = new Set<string>()
  for (const run of runs) if ((await ends.end(run, { ending: LOST_ENDING })) && run.work !== null) works.add(run.work)
  await deaths.add([...works])
  return runs.length
}
