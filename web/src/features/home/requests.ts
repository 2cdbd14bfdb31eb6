import type { Wire } from '../../lib/api/wire.ts'

type Request = Wire.AutomationRequest
type Proven = Request & { readonly verification: NonNullable<Request['verification']> }

/** What waits for an approval that this user may give: nobody but a superuser approves a request of their own. */
export const waitingFor = (
  requests: readonly Request[],
  { username, is_superuser: isSuperuser }: Pick<Wire.OwnProfile, 'username' | 'is_superuser'>,
): readonly Request[] =>
  requests.filter(
    ({ status, approval, user }) =>
      status === 'pending' && approval?.status === 'waiting' && (isSuperuser || user !== username),
  )

/** The newest request whose result was checked to the end. */
export const provenIn = (requests: readonly Request[]): Proven | undefined =>
  requests
    .filter((request): request is Proven => ['holds', 'differs'].includes(request.verification?.status ?? ''))
    .toSorted((a, b) => ((a.verification.checked_at ?? '') < (b.verification.checked_at ?? '') ? 1 : -1))[0]
