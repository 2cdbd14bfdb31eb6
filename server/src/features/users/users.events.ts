import { Nullable } from '@heddle/contract/common.ts'
import { Type } from 'typebox'
import { defineEvent } from '../../platform/events/events.ts'

/** Raised in the transaction that changes a user's address, with the addresses before. */
export const addressChanged = defineEvent(
  'user-address-changed',
  Type.Object({ username: Type.String(), email: Type.String(), former_email: Nullable(Type.String()) }),
)
