import type { AutomationRequest } from '../http/automation-log.ts'
import { RuleBook, type Timing } from '../../shared/rule-book.ts'

/** What goes wrong. Times are in milliseconds. */
export type AutomationEffect =
  /** An answer in JSON: 401, 403, 404, 429 with Retry-After in seconds, 500. */
  | { readonly kind: 'error'; readonly status: number; readonly detail?: string; readonly retryAfter?: number }
  /** An nginx page: 502, 503, 504. */
  | { readonly kind: 'html'; readonly status: number }
  /** The page of a single sign-on in front of the server, with 200. */
  | { readonly kind: 'login_page' }
  /** 302 to another address. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** The connection closes without an answer, and nothing was done. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'hang' }
  /** It was done, a job may have been created, but the answer never arrives. */
  | { readonly kind: 'lost_answer'; readonly how?: 'drop' | 'hang' | 'gateway_timeout' }
  /** Half the answer, with a Content-Length that matches it. */
  | { readonly kind: 'truncated' }
  /** The connection is reset in the middle of the answer. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'invalid_json' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'trickle'; readonly pieceBytes: number; readonly everyMs: number }
  /** The token of this request is revoked before it is looked at. */
  | { readonly kind: 'revoke_token' }
  /** The job the address names is deleted before it is looked for. */
  | { readonly kind: 'delete_job' }

export type AutomationFaultRule = AutomationEffect &
  Timing & {
    readonly method?: string
    /** Only requests whose address contains this text. */
    readonly path?: string
  }

export type AutomationFaults = RuleBook<AutomationFaultRule, AutomationRequest>

export function newAutomationFaults(): AutomationFaults {
  return new RuleBook<AutomationFaultRule, AutomationRequest>(
    ({ method, path }, request) =>
      (method === undefined || method === request.method) && (path === undefined || request.url.includes(path)),
  )
}
