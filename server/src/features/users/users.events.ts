import { Nullable } from '@heddle/contract/common.ts'
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

/** Who changed an address: its user, somebody or something else, or who took an earlier change back. */
export type AddressCause = 'owner' | 'others' | 'take_back'

/** Raised in the transaction that changes a user's address, with the addresses before. */
export const addressChanged = defineEvent(
  'user-address-changed',
  Type.Object({
    user_id: Type.Integer(),
    username: Type.String(),
    email: Type.String(),
    former_email: Nullable(Type.String()),
    was_verified: Type.Boolean({ description: 'Whether the address that mail went to was ever verified.' }),
    cause: Type.Enum(['owner', 'others', 'take_back'] satisfies AddressCause[]),
  }),
)
