import { DAY, MINUTE } from '../../kernel/durations.ts'
import {
  changeEmail,
  changePassword,
  disableMfa,
  enableMfa,
  openVerification,
  sendVerification,
  setTimeoutLimit,
} from './account-actions.ts'
import {
  activate,
  adminDisablesMfa,
  adminEndsSessions,
  create,
  deactivate,
  patchInactive,
  remove,
} from './admin-actions.ts'
import { type Builder, createIdentityCalls, type MakeAction, type World } from './identity-calls.ts'
import { adminForcesReset, adminSetsPassword, confirm, generateCode, requestReset } from './reset-actions.ts'
import { endSession, signOut, signOutEverywhere } from './session-actions.ts'
import { login, mfaLogin, refresh } from './sign-in-actions.ts'

// The short ones fall within the minute in which a replaced refresh token is still good.
const SOME_TIME = [0.25, 0.5, 0.75, 2, 4, 6, 14, 16, 31, 61] as const

const wait: MakeAction =
  ({ clock }) =>
  async (_model, _slot, random) => {
    const minutes = random.chance(0.03) ? (8 * DAY) / MINUTE : random.pick(SOME_TIME)
    return {
      name: `${minutes} minutes pass`,
      send: async () => {
        await clock.leap(minutes * MINUTE)
        return { status: 200, body: undefined }
      },
      explain: () => true,
    }
  }

/** Every identity call of the API, each with its effect on the tokens issued before. */
const ACTIONS = {
  login,
  mfaLogin,
  refresh,
  changePassword,
  enableMfa,
  disableMfa,
  setTimeoutLimit,
  changeEmail,
  sendVerification,
  openVerification,
  requestReset,
  resetByLink: confirm('links'),
  resetByCode: confirm('codes'),
  generateCode,
  adminSetsPassword,
  adminForcesReset,
  adminDisablesMfa,
  adminEndsSessions,
  signOut,
  signOutEverywhere,
  endSession,
  deactivate,
  patchInactive,
  activate,
  remove,
  create,
  wait,
}
export type IdentityActions = Readonly<Record<keyof typeof ACTIONS, Builder>>

export function createIdentityActions(world: World): IdentityActions {
  const calls = createIdentityCalls(world)
  return Object.fromEntries(Object.entries(ACTIONS).map(([name, make]) => [name, make(calls)])) as IdentityActions
}
