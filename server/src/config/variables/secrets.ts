import { isEmailAddress } from '@heddle/domain/identity/email-address.ts'
import { isUsername } from '@heddle/domain/identity/username.ts'
import * as is from '../value-types.ts'
import { optionalSecret, setting } from './variable.ts'

export const secretsVariables = {
  SECRET_KEY: optionalSecret(
    is.rootKey,
    'generated once into `DATA_DIR/secret.key`',
    'Root of the keys that sign tokens and encrypt stored secrets; back it up separately from the database.',
  ),
  SECRET_KEY_PREVIOUS: optionalSecret(
    is.listOf(is.rootKey),
    'none',
    'Earlier root keys that can still decrypt; remove them once `npm run admin -- reencrypt` has finished.',
  ),
  ADMIN_USERNAME: setting(
    is.accepted(isUsername, 'a name without spaces'),
    'admin',
    'Name of the first superuser, created if there are no users.',
  ),
  ADMIN_PASSWORD: optionalSecret(is.password, 'random, printed once', 'Password of the first superuser.'),
  ADMIN_EMAIL: setting(
    is.accepted(isEmailAddress, 'a mail address'),
    'admin@localhost',
    'Mail address of the first superuser.',
  ),
  DEFAULT_GROUP: setting(is.text('the name of a group', 150), 'Editors', 'Group of users created without groups.'),
}
