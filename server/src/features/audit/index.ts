export { type Audit, createAuditRecorder } from './audit-recorder.ts'
export { auditRoutes } from './audit.routes.ts'
export { type AuditService, createAuditService } from './audit.service.ts'
