import type { Wire } from '../api/wire.ts'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Heddle } from '../api/heddle.ts'
import type { BrowserSession, SessionState } from './session.ts'

export type Connected = { readonly heddle: Heddle; readonly session: BrowserSession }

export const ConnectedContext = createContext<Connected | undefined>(undefined)

function useConnected(): Connected {
  const connected = useContext(ConnectedContext)
  if (!connected) throw new Error('outside the app')
  return connected
}

export const useHeddle = (): Heddle => useConnected().heddle
export const useSession = (): BrowserSession => useConnected().session

export const useSessionState = (): SessionState => useStore(useSession().store, ({ state }) => state)

/** The signed-in user; below the shell there always is one. */
export const ProfileContext = createContext<Wire.OwnProfile | undefined>(undefined)

export function useProfile(): Wire.OwnProfile {
  const profile = useContext(ProfileContext)
  if (!profile) throw new Error('outside the shell')
  return profile
}

/** Whether the user may change and delete what this user created; undefined or null: nobody who still exists. */
export function useMayChangeOf(): (createdBy: string | null | undefined) => boolean {
  const { username, manages_workspace: manages } = useProfile()
  return (createdBy) => manages || createdBy === username
}

/** Whether the user has all these permissions, such as `queries.add_savedquery`. */
export function useMay(...permissions: readonly string[]): boolean {
  const profile = useProfile()
  return permissions.every((permission) => profile.permissions.includes(permission))
}
