import type { ChannelFrame } from '@heddle/client'

/** An event of a channel as one line. */
export const describeFrame = ({ type, data }: ChannelFrame): string =>
  `${type.padEnd(18)} ${Object.entries(data)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('  ')}`
