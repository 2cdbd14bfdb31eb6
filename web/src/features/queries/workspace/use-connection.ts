import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import type { ReadQuery } from '../api.ts'
import { useAddress } from './use-address.ts'

/** Which fabric is asked, and which ones could be. */
export type WorkspaceConnection = {
  readonly selected: string | undefined
  readonly all: readonly Wire.ControllerConnection[]
  /** Somebody looks for the others. */
  readonly want: () => void
}

/** A saved query names its own connection; the others are read when somebody looks for them. */
export function useConnection(base: ReadQuery | undefined): WorkspaceConnection {
  const { search } = useAddress()
  const [isWanted, setIsWanted] = useState(false)
  const maySee = useMay('controller.view_connection')
  // A check of a pack has none of its own.
  const hasOwn = base !== undefined && base.controller_connection !== null
  const isNeeded = isWanted || !hasOwn || search.connection !== undefined
  const { data } = useQuery({ ...connectionList(useHeddle()), enabled: maySee && isNeeded })
  const all = data ?? []
  return {
    selected:
      search.connection ?? base?.controller_connection ?? (all.find(({ is_default }) => is_default) ?? all[0])?.id,
    all,
    want: () => setIsWanted(true),
  }
}
