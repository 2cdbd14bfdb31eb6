import type { Session, SessionSettings } from './sessions.ts'

export type Identity = { readonly release: string; readonly nodeDn: string }

/** The `aaaLogin` object returned by logins and refreshes; every value is a string. */
export function loginAnswer(
  token: string,
  session: Session,
  settings: SessionSettings,
  identity: Identity,
  now: number,
): string {
  const attributes = {
    token,
    siteFingerprint: 'Se0AKUO6ieRoJ8qq',
    refreshTimeoutSeconds: String(settings.refreshTimeoutSeconds),
    maximumLifetimeSeconds: String(settings.maximumLifetimeSeconds),
    guiIdleTimeoutSeconds: '1200',
    restTimeoutSeconds: '90',
    creationTime: seconds(now),
    firstLoginTime: seconds(session.startedAt),
    userName: session.userName,
    remoteUser: 'false',
    unixUserId: '15374',
    sessionId: session.id,
    lastName: '',
    firstName: '',
    changePassword: 'no',
    version: identity.release,
    buildTime: 'Fri Mar 27 00:33:56 PDT 2020',
    node: identity.nodeDn,
  }
  return JSON.stringify({ totalCount: '1', imdata: [{ aaaLogin: { attributes, children: [USER_DOMAIN] } }] })
}

const USER_DOMAIN = {
  aaaUserDomain: {
    attributes: { name: 'all' },
    children: [
      { aaaReadRoles: { attributes: {} } },
      { aaaWriteRoles: { attributes: {}, children: [{ role: { attributes: { name: 'admin' } } }] } },
    ],
  },
}

function seconds(time: number): string {
  return String(Math.floor(time / 1000))
}
