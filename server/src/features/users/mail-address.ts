type Addresses = { readonly email: string; readonly formerEmail: string | null }
type Verified = { readonly emailVerified: boolean; readonly formerEmailVerified: boolean }
type ChangedAddress = {
  readonly emailVerified: false
  readonly emailRevision: number
  readonly formerEmail: string | null
  readonly formerEmailVerified: boolean
}

/** Where a user's mail goes: a changed address gets none until it is verified. Empty for users without an address. */
export const mailAddressOf = ({ email, formerEmail }: Addresses): string => formerEmail ?? email

/** Whether the address that mail goes to was ever verified. */
export const hadVerifiedAddress = (user: Addresses & Verified): boolean =>
  user.formerEmail === null ? user.emailVerified : user.formerEmailVerified

/** What changes along with an address; undefined if it is the same one. */
export function changedAddress(
  user: Addresses & Verified & { readonly emailRevision: number },
  email: string,
): ChangedAddress | undefined {
  const isSame = (other: string): boolean => other.toLowerCase() === email.toLowerCase()
  if (isSame(user.email)) return undefined
  const former = mailAddressOf(user)
  return {
    emailVerified: false,
    emailRevision: user.emailRevision + 1,
    formerEmail: former === '' || isSame(former) ? null : former,
    formerEmailVerified: hadVerifiedAddress(user),
  }
}
