import type { BlockList } from 'node:net'
import { type BaseUrl, parseBaseUrl } from './base-url.ts'
import { type ResolveName, resolveName, resolvesToDenied } from './check-address.ts'
import { type ControllerAddress, parseControllerAddress } from './controller-address.ts'
import { deniedMessage } from './deny-list.ts'

/** What may be stored as an address to connect to. */
export type OutboundRules = {
  readonly deny: BlockList
  /** What is wrong with a host, as a message for its field; undefined when it may be stored. */
  readonly faultOf: (host: string) => Promise<string | undefined>
  /** The same for the URL of a web server. */
  readonly faultOfUrl: (url: string) => Promise<string | undefined>
}

export function createOutboundRules(deny: BlockList, resolve: ResolveName = resolveName): OutboundRules {
  async function faultOfAddress(address: ControllerAddress | BaseUrl): Promise<string | undefined> {
    if (!address.ok) return address.message
    return (await resolvesToDenied(address.hostname, deny, resolve)) ? deniedMessage(address.hostname) : undefined
  }
  return {
    deny,
    faultOf: (host) => faultOfAddress(parseControllerAddress(host)),
    faultOfUrl: (url) => faultOfAddress(parseBaseUrl(url)),
  }
}
