import type { AuditLogExportQuery, LoginAttemptListQuery } from '@heddle/contract/audit.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { instantParameter, parseOrdering } from '../../platform/http/query-parameters.ts'
import type { LogFilter } from './audit-log.store.ts'
import type { LoginAttemptFilter } from './login-attempts.store.ts'
import { readAll } from '../../kernel/read-all.ts'
import { walkOrder } from '../../platform/sql/walk-order.ts'

const LARGEST_USER_ID = 2_147_483_647

/** Reads the filter and order of a log request; throws a 400 that lists all invalid values. */
export function readLogQuery(query: AuditLogExportQuery): LogFilter {
  return {
    category: given(query.category),
    action: given(query.action),
    username: given(query.username),
    ip: given(query.ip),
    search: given(query.search)?.trim(),
    ...readAll({
      userId: () => idParameter('user', given(query.user)),
      after: () => instantParameter('created_after', given(query.created_after)),
      before: () => instantParameter('created_before', given(query.created_before)),
      order: () =>
        walkOrder(parseOrdering(query.ordering, ['created_at', 'id'], [{ field: 'created_at', descending: true }])),
    }),
  }
}

export function readLoginAttemptQuery(query: LoginAttemptListQuery): LoginAttemptFilter {
  return {
    username: given(query.username),
    ip: given(query.ip),
    ...readAll({
      success: () => booleanParameter('success', given(query.success)),
      after: () => instantParameter('attempted_after', given(query.attempted_after)),
      before: () => instantParameter('attempted_before', given(query.attempted_before)),
      order: () =>
        walkOrder(parseOrdering(query.ordering, ['attempted_at', 'id'], [{ field: 'attempted_at', descending: true }])),
    }),
  }
}

/** Treats empty values as absent, because forms send empty fields too. */
const given = (text: string | undefined): string | undefined => (text?.trim() === '' ? undefined : text)

function idParameter(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const id = Number(text)
  if (!/^\d+$/.test(text) || id < 1 || id > LARGEST_USER_ID) throw fault(name, text, 'an id (whole number from 1)')
  return id
}

function booleanParameter(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text !== 'true' && text !== 'false') throw fault(name, text, 'true or false')
  return text === 'true'
}

const fault = (name: string, text: string, expected: string) =>
  new FieldErrors({ [name]: [`${text.slice(0, 60)}: expected ${expected}.`] })
