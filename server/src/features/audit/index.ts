import { defineFeature } from '../../platform/feature.ts'
import { createAuditRecorder } from './audit-recorder.ts'
import { auditRoutes } from './audit.routes.ts'
import { createAuditService } from './audit.service.ts'

export { unpackContent } from './audit-content.ts'
export { auditFloorLowered } from './audit.events.ts'
export { type Audit, type AuditRecord, createAuditRecorder, type PreparedEntry } from './audit-recorder.ts'
export type { AuditService } from './audit.service.ts'
export { auditEntries, loginAttempts } from './audit.tables.ts'
export { describeNote, type Note, notesOn } from './notes-on.ts'

/** The recorder, which every feature uses, and the service that reads the log. */
export const auditFeature = defineFeature({
  name: 'audit',
  needs: {},
  create: ({ database, events, clock, logger }) => {
    const recorder = createAuditRecorder(clock)
    return { ...recorder, log: createAuditService({ database, events, clock, audit: recorder, logger }) }
  },
  routes: ({ log }) => auditRoutes(log),
  upkeep: ({ log }) => [{ name: 'delete-expired-audit-entries', cron: '25 * * * *', work: log.deleteExpired }],
})
