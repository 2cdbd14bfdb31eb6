import * as is from '../value-types.ts'
import { optional, optionalSecret, setting } from './variable.ts'

/** The settings of one provider of OpenID Connect; each name follows `OIDC_` and the name of the provider. */
export const signOnVariables = {
  ISSUER: optional(is.issuer, 'none', 'The provider, as it calls itself in its tokens.'),
  CLIENT_ID: optional(is.text('an id'), 'none', 'Id under which this installation is registered with the provider.'),
  CLIENT_SECRET: optionalSecret(is.password, 'none', 'Secret that belongs to the client id.'),
  LABEL: optional(is.text('a text', 60), 'the name', 'What the button of the sign-in page says.'),
  GROUPS_CLAIM: setting(is.text('the name of a claim', 200), 'groups', 'Claim that lists the groups of a user.'),
  GROUPS: optional(
    is.groupPairs,
    'groups are not taken from the provider',
    'Maps groups of the provider to groups here. Every sign-in sets those that are named here.',
  ),
  CREATE: setting(is.boolean, 'true', 'Creates an account at the first sign-in; otherwise only linked ones sign in.'),
  SCIM_MATCH: optional(
    is.provisionedMatch,
    'accounts that SCIM created are not found',
    'Which claim names an account that SCIM created and that has not signed in yet, such as `externalId=oid`.',
  ),
  REQUIRE_VERIFIED_EMAIL: setting(
    is.boolean,
    'true',
    'Creates accounts only for people whose address the provider has verified.',
  ),
}
