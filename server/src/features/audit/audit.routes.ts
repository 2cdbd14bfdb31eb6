import { Type } from 'typebox'
import {
  AuditEntry,
  AuditEntryDetail,
  AuditEntryParams,
  AuditLogExportQuery,
  AuditLogListQuery,
  auditSettings,
  auditSettingsPatch,
  AuditStats,
  AuditStatsQuery,
  EstimatedPage,
  LoginAttemptReply,
  LoginAttemptListQuery,
} from '@heddle/contract/audit.ts'
import { AUDIT_CATEGORIES, AUDIT_GROUPS } from '@heddle/domain/audit/categories.ts'
import { admin } from '../../kernel/access.ts'
import { wholeReply } from '../../platform/http/etag.ts'
import { pageRequest, countedEnvelope } from '../../platform/http/pagination.ts'
import { replyWithFile } from '../../platform/http/reply-with-file.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { exportEntries } from './audit-export.ts'
import { readLogQuery, readLoginAttemptQuery } from './audit.query.ts'
import { presentEntry, presentEntryDetail, presentLoginAttempt } from './audit.presenter.ts'
import type { AuditService } from './audit.service.ts'

const LOGS = '/api/audit/logs/'
const SETTINGS = '/api/audit/settings/'
const Settings = auditSettings(AUDIT_GROUPS, AUDIT_CATEGORIES)
const SettingsPatch = auditSettingsPatch(AUDIT_GROUPS, AUDIT_CATEGORIES)
const LONG_LISTS = 'Above 10,000 entries `count` is an estimate, and `count_is_exact` is false.'
const FLOOR =
  'Only superusers may disable the protected categories, or keep them for less than 30 days; all superusers are notified of it.'

export function auditRoutes(audit: AuditService): readonly Route[] {
  return routes('Audit', (route) => {
    route.get(
      LOGS,
      {
        access: admin,
        summary: 'List audit entries, newest first',
        description: LONG_LISTS,
        query: AuditLogListQuery,
        reply: EstimatedPage(AuditEntry),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const found = await audit.list(readLogQuery(query), page)
        return countedEnvelope({ ...found, items: found.items.map(presentEntry) }, page, url)
      },
    )

    route.get(
      `${LOGS}stats/`,
      {
        access: admin,
        summary: 'Count the entries of a time window',
        description: 'The window ends now. Counted anew for each request, over all categories.',
        query: AuditStatsQuery,
        reply: AuditStats,
      },
      async ({ query }) => audit.stats(query.window ?? '24h'),
    )

    route.get(
      `${LOGS}export/`,
      {
        access: admin,
        summary: 'Export up to 10,000 entries as CSV',
        description:
          'Newest first unless `ordering` says otherwise, with the filters of the list. The export is itself recorded as `audit_export`.',
        query: AuditLogExportQuery,
        reply: Type.String(),
        takesTicket: true,
        streams: ['text/csv'],
      },
      async ({ query }) => {
        const { name, batches } = await audit.export(readLogQuery(query), query)
        return replyWithFile({ name, contentType: 'text/csv; charset=utf-8', body: exportEntries(batches) })
      },
    )

    route.get(
      `${LOGS}:id/`,
      {
        access: admin,
        summary: 'Read an entry with its content',
        description: 'The content is decompressed, with the values of secret fields masked as they were recorded.',
        params: AuditEntryParams,
        reply: AuditEntryDetail,
      },
      async ({ params }) => presentEntryDetail(await audit.get(params.id)),
    )

    route.get(
      SETTINGS,
      {
        access: admin,
        summary: 'Read the audit settings',
        description:
          'Which groups of actions are recorded, for how many days each category is kept, and how much content.',
        reply: Settings,
        editedParts: wholeReply,
      },
      () => audit.settings(),
    )

    route.patch(
      SETTINGS,
      {
        access: admin,
        summary: 'Update the audit settings',
        refusal: 'Only superusers may go below the floor of a protected category.',
        description: FLOOR,
        honorsIfMatch: true,
        body: SettingsPatch,
        reply: Settings,
        editedParts: wholeReply,
      },
      async ({ caller, body, ifMatch }) => audit.changeSettings(caller, { patch: body, ifMatch }),
    )

    route.get(
      '/api/audit/login-attempts/',
      {
        access: admin,
        summary: 'List login attempts, newest first',
        description: LONG_LISTS,
        query: LoginAttemptListQuery,
        reply: EstimatedPage(LoginAttemptReply),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const found = await audit.listLoginAttempts(readLoginAttemptQuery(query), page)
        return countedEnvelope({ ...found, items: found.items.map(presentLoginAttempt) }, page, url)
      },
    )
  })
}
