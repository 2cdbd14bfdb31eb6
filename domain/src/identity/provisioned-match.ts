/** By what a sign-on provider knows an account that a client provisioned: an attribute, and the claim it equals. */
export type ProvisionedMatch = { readonly attribute: 'externalId' | 'userName'; readonly claim: string }

/** Reads a setting such as `externalId=oid`. */
export function parseProvisionedMatch(text: string): ProvisionedMatch | undefined {
  const [attribute, claim, ...rest] = text.split('=').map((part) => part.trim())
  if (attribute !== 'externalId' && attribute !== 'userName') return undefined
  if (claim === undefined || rest.length > 0 || !/^[\w.:/-]{1,200}$/.test(claim)) return undefined
  return { attribute, claim }
}

/** What the claims say that the attribute has to be; an address counts only if the provider has verified it. */
export function matchingValue(
  { claim }: ProvisionedMatch,
  claims: Readonly<Record<string, unknown>>,
): string | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (typeof value !== 'string' || value === '' || value.length > 255) return undefined
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  return claim === 'email' && !isVerified ? undefined : value
}
