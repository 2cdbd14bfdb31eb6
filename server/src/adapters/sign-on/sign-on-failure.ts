import { errors } from 'jose'
import * as client from 'openid-client'
import { BodyTooBig, UnknownEncoding } from '../outbound/read-body.ts'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import { ConnectionClosed, RequestTimeout } from '../outbound/abort-scope.ts'
import type { SignOnFailure } from './sign-on.ts'

const failed = (reason: SignOnFailure['reason'], detail: string): SignOnFailure => ({ ok: false, reason, detail })

/** What went wrong, in words for the log: codes of the standard, and nothing that a stranger could choose at length. */
export function providerFailure(error: unknown): SignOnFailure {
  if (error instanceof client.AuthorizationResponseError) return failed('refused', code(error.error))
  if (error instanceof client.ResponseBodyError)
    return failed(error.status >= 500 ? 'unavailable' : 'refused', code(error.error))
  if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return failed('invalid', error.code)
  const cause = rootOf(error)
  if (cause instanceof BodyTooBig) return failed('unavailable', 'The answer is too large.')
  if (cause instanceof UnknownEncoding) return failed('unavailable', 'The answer has an unknown encoding.')
  if (cause instanceof RequestTimeout || cause instanceof ConnectionClosed) return failed('unavailable', cause.message)
  if (error instanceof client.WWWAuthenticateChallengeError) return failed('refused', `status ${error.status}`)
  if (isFromStandard(error)) return failed(UNUSABLE.has(error.code) ? 'unavailable' : 'invalid', code(error.code))
  return failed('unavailable', describeNetworkError(cause).message)
}

/** An answer that is none: an error page, a redirect, or something else than JSON. */
const UNUSABLE = new Set(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'])

const code = (text: string): string => text.slice(0, 100)

function isFromStandard(error: unknown): error is Error & { readonly code: string } {
  const { code: known } = error as { readonly code?: unknown }
  return error instanceof Error && typeof known === 'string' && known.startsWith('OAUTH_')
}

/** Libraries wrap what a request failed with. */
function rootOf(error: unknown): unknown {
  let root = error
  for (let depth = 0; depth < 5 && root instanceof Error && root.cause instanceof Error; depth++) root = root.cause
  return root
}
