import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { withoutBrackets } from './controller-address.ts'
import { deniedMessage, isDenied } from './deny-list.ts'

export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>

/** The address is in a range that the operator closed to outgoing connections. */
export class AddressDenied extends Error {
  override readonly name = 'AddressDenied'
  readonly code = 'ERR_ADDRESS_DENIED'
}

export const resolveName: ResolveName = (hostname) => lookup(hostname, { all: true })

/**
 * A `lookup` for sockets: resolves a name, checks every address and returns the checked ones, so that the name is not
 * resolved again between check and connect. One denied address refuses the name, or a retry would choose it. Sockets do
 * not call it for literal addresses: `assertAddressAllowed` covers those.
 */
export function checkAddress(deny: BlockList, resolve: ResolveName = resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => checked(hostname, addresses, options, deny))
      .then(
        (addresses) => {
          if (options.all === true) callback(null, addresses)
          else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
      )
  }
}

export function assertAddressAllowed(hostname: string, deny: BlockList): void {
  if (isDenied(withoutBrackets(hostname), deny)) throw denied(hostname)
}

/**
 * Whether a host must not be stored, because it is a denied address or currently resolves to one. A name that does not
 * resolve may be stored: it is checked again at every use.
 */
export async function resolvesToDenied(
  host: string,
  deny: BlockList,
  resolve: ResolveName = resolveName,
): Promise<boolean> {
  const hostname = withoutBrackets(host)
  if (isIP(hostname) !== 0) return isDenied(hostname, deny)
  try {
    const addresses = await resolve(hostname)
    return addresses.some(({ address }) => isDenied(address, deny))
  } catch {
    // An unknown name is not a denied one.
    return false
  }
}

function checked(
  hostname: string,
  addresses: readonly LookupAddress[],
  options: LookupOptions,
  deny: BlockList,
): LookupAddress[] {
  if (addresses.some(({ address }) => isDenied(address, deny))) throw denied(hostname)
  const family = options.family === 4 || options.family === 6 ? options.family : undefined
  const wanted = addresses.filter((address) => family === undefined || address.family === family)
  if (wanted.length === 0) throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
  return [...wanted]
}

function denied(hostname: string): AddressDenied {
  return new AddressDenied(deniedMessage(hostname))
}
