import type { BlockList } from 'node:net'
import { type ResolveName, resolveName, resolvesToDenied } from './check-address.ts'
import { parseControllerAddress } from './controller-address.ts'
import { deniedMessage } from './deny-list.ts'

/** What may be stored as an address to connect to. */
export type OutboundRules = {
  readonly deny: BlockList
  /** What is wrong with a host, as a message for its field; undefined when it may be stored. */
  readonly faultOf: (host: string) => Promise<string | undefined>
}

export function createOutboundRules(deny: BlockList, resolve: ResolveName = resolveName): OutboundRules {
  return {
    deny,
    faultOf: async (host) => {
      const address = parseControllerAddress(host)
      if (!address.ok) return address.message
      return (await resolvesToDenied(address.hostname, deny, resolve)) ? deniedMessage(address.hostname) : undefined
    },
  }
}
