import { Type } from 'typebox'
import { MINUTE } from '../kernel/durations.ts'
import type { Releasers } from '../kernel/releasers.ts'
import type { ClockWatch } from '../platform/clock-watch.ts'
import { type Draining, STOP_STAGES } from '../platform/draining.ts'
import type { BuiltFeature, BuiltFeatures, Feature, Platform } from '../platform/feature.ts'
import { defineJob } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Upkeep } from '../platform/jobs/upkeep.ts'
import { FEATURES } from './features.ts'

export type Features = BuiltFeatures & { readonly all: readonly BuiltFeature<unknown>[] }

/**
 * Builds every feature from the platform and the features before it, and connects them to jobs, events and the
 * process's stop.
 */
export async function buildFeatures(platform: Platform, releasers: Releasers): Promise<Features> {
  const { jobs, outbox, clocks, draining, deaths } = platform
  const features = await buildAll(platform, releasers)

  outbox.register()
  for (const { listen, measure } of features.all) {
    listen()
    measure()
  }
  registerUpkeep(jobs, clocks, [...outbox.upkeep, ...features.all.flatMap(({ upkeep }) => upkeep())])
  await deaths.prepare()
  for (const { prepare } of features.all) await prepare()
  deaths.start()
  releasers.add(deaths)

  releasers.add({ close: () => jobs.stop(jobGrace(draining)) })
  await jobs.prepare()
  for (const { stop } of features.all) releasers.add({ close: stop })
  return features
}

/** Draining requests may have used up some of it, or all. */
const jobGrace = (draining: Draining) => {
  const graceMs = draining.leftUntil(STOP_STAGES.interrupt)
  return { graceMs, lastWordsMs: draining.leftUntil(STOP_STAGES.lastWords) - graceMs }
}

async function buildAll(platform: Platform, releasers: Releasers): Promise<Features> {
  const built = new Map<Feature<unknown>, BuiltFeature<unknown>>()
  const features: BuiltFeatures = {
    of: <Service>(feature: Feature<Service>): Service => {
      const found = built.get(feature)
      if (!found) throw new Error(`The feature ${feature.name} is not in the list before those that need it.`)
      // The map holds what this very feature built.
      return found.service as Service
    },
  }
  for (const feature of FEATURES) {
    const one = await feature.build(platform, features)
    built.set(feature, one)
    releasers.add(one)
  }
  return { ...features, all: [...built.values()] }
}

const Nothing = Type.Object({})

function registerUpkeep(jobs: Jobs, clocks: ClockWatch, all: readonly Upkeep[]): void {
  for (const { name, cron, work } of all) {
    const job = defineJob({ name, payload: Nothing, timeoutMs: 10 * MINUTE, isTraced: false })
    jobs.register(job, async () => {
      // Another process may have the right time; if not, the log says so once a minute.
      if (clocks.mayJudgeAge()) await work()
    })
    jobs.schedule(job, cron, {})
  }
}
