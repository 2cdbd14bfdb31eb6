import type { AutomationConnectionPatch } from '@heddle/contract/automation-connections.ts'
import { faultOfJobUrlPattern } from '@heddle/domain/automation/job-url.ts'
import type { OutboundRules } from '../../adapters/outbound/outbound-rules.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import { faultOfCertificates } from '../../platform/connections/certificates.ts'
import { faultOfKeptSecret } from '../../platform/connections/credential-rule.ts'
import type { AutomationConnectionRow } from './automation-connections.store.ts'

/** What is wrong with the values of a body, apart from what its schema finds. */
export async function checkValues(
  body: Partial<AutomationConnectionPatch>,
  outbound: OutboundRules,
): Promise<FieldMessages> {
  const { base_url, api_prefix, ca_certificate, job_url_pattern } = body
  const faults = {
    base_url: base_url === undefined ? undefined : await outbound.faultOfUrl(base_url),
    api_prefix: isGiven(api_prefix) ? faultOfPrefix(api_prefix) : undefined,
    ca_certificate: isGiven(ca_certificate) ? faultOfCertificates(ca_certificate) : undefined,
    job_url_pattern: isGiven(job_url_pattern) ? faultOfJobUrlPattern(job_url_pattern) : undefined,
  }
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) => (fault === undefined ? [] : [[field, [fault]]])),
  )
}

const isGiven = (value: string | null | undefined): value is string => typeof value === 'string' && value.trim() !== ''

function faultOfPrefix(prefix: string): string | undefined {
  const isPath = /^\/?[\w.~-]+(?:\/[\w.~-]+)*\/?$/.test(prefix.trim()) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(prefix.trim())
  return isPath ? undefined : 'Expected a path such as /api/v2/ or /api/controller/v2/.'
}

export function checkToken(row: AutomationConnectionRow, patch: Partial<AutomationConnectionPatch>): FieldMessages {
  if (patch.oauth_token !== undefined || row.tokenSealed === null) return {}
  return faultOfKeptSecret(
    { field: 'oauth_token', word: 'token' },
    {
      'a new address': isAnother(patch.base_url, row.baseUrl),
      'a new API prefix': isAnother(patch.api_prefix, row.apiPrefix),
      'a new account': patch.username !== undefined && patch.username !== row.username,
      'a server in another form': patch.auth_method !== undefined && patch.auth_method !== row.authMethod,
      'a server with other trusted certificates': isAnother(patch.ca_certificate, row.caCertificate),
      'an unverified server': patch.verify_ssl === false && row.verifySsl,
    },
  )
}

/** Slashes and spaces at the ends make no difference. */
function isAnother(value: string | null | undefined, stored: string | null): boolean {
  return value !== undefined && trimmed(value) !== trimmed(stored)
}

const trimmed = (value: string | null): string => (value ?? '').trim().replace(/^\/+|\/+$/g, '')
