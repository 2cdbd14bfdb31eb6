import { createHash } from 'node:crypto'
import { VERSION } from '../../kernel/product-version.ts'
import { defineFeature } from '../../platform/feature.ts'
import { readInstanceSetting } from '../../platform/instance/instance-settings.ts'
import { auditFeature } from '../audit/index.ts'
import { checksFeature } from '../checks/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { deliverRecords } from './deliver-records.ts'
import { readStreams } from './read-streams.ts'
import type { Naming } from './record-tables.ts'
import { measureRecords, RECORD_METRICS } from './records.metrics.ts'
import { createRecordsDriver } from './records-driver.ts'
import { recordRoutes } from './records.routes.ts'
import { addLost, beginTarget, takenByAll } from './records.store.ts'

/** Audit entries, sign-ins and findings, as collectors of records get them. */
export const recordsFeature = defineFeature({
  name: 'records',
  needs: { audit: auditFeature, executions: executionsFeature, checks: checksFeature },
  metrics: RECORD_METRICS,
  create: ({ database, siem, config, metrics, clock, logger }, { audit }) => {
    const collectors = siem
    const readStates = () => readStreams(database, clock, collectors)
    const targets = collectors.map(({ target }) => target)
    if (collectors.length > 0)
      audit.log.holdUnsent({
        takenUpTo: async () => {
          const taken = await takenByAll(database.db, targets)
          return taken && { entries: taken.auditPosition, loginAttempts: taken.signInPosition }
        },
        noteLost: (count) => addLost(database.db, targets, count),
      })
    const parts = {
      ...{ database, clock, logger },
      naming: createNaming(() => readInstanceSetting(database.db, 'installation_id')),
      note: measureRecords(metrics, readStates),
    }
    const driver = createRecordsDriver({
      ...{ collectors, clock, logger },
      begin: ({ target }) =>
        beginTarget(database, target, {
          fromBeginning: config.siem?.fromBeginning === true,
          now: clock.now(),
        }),
      deliver: (collector, signal) => deliverRecords(parts, collector, signal),
    })
    return { driver, readStates }
  },
  routes: ({ readStates }) => recordRoutes(readStates),
  start: ({ driver }, { config, database, logger }) => {
    if (config.role === 'api') return
    // Ids are given out in batches to its nodes there, so their order says nothing.
    if (database.product === 'YugabyteDB') logger.error('records cannot be sent to collectors from YugabyteDB')
    else driver.start()
  },
  stop: ({ driver }) => driver.stop(),
})

const DIGITS = 32

/**
 * The id of a record is the same whenever it is sent. It holds the time of the record, because a database that was
 * restored from a backup gives numbers again that others had before.
 */
export function createNaming(readInstallation: () => Promise<unknown>): () => Promise<Naming> {
  let naming: Naming | undefined
  return async () => {
    if (naming) return naming
    const installation = String(await readInstallation())
    naming = {
      version: VERSION,
      uidOf: (place, atMs) =>
        createHash('sha256')
          .update(JSON.stringify([installation, place, atMs]))
          .digest('hex')
          .slice(0, DIGITS),
    }
    return naming
  }
}
