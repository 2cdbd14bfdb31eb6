/** A message of RFC 5424 as a collector understands it. */
export type SyslogMessage = {
  readonly facility: number
  readonly severity: number
  readonly at: string
  readonly host: string
  readonly app: string
  readonly messageId: string
  /** By element and parameter. */
  readonly data: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly text: string
}

const HEADER =
  /^<(?<priority>\d{1,3})>1 (?<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)) (?<host>[!-~]{1,255}) (?<app>[!-~]{1,48}) (?<process>[!-~]{1,128}) (?<id>[!-~]{1,32}) /
const ELEMENT = /^\[(?<id>[^ =\]"]{1,32})(?<parameters>(?: [^ =\]"]{1,32}="(?:[^"\\\]]|\\["\\\]])*")*)\]/
const PARAMETER = / (?<name>[^ =\]"]{1,32})="(?<value>(?:[^"\\\]]|\\["\\\]])*)"/g

/** Throws when it is not one: a collector that is strict shows what is wrong. */
export function parseSyslog(message: string): SyslogMessage {
  const header = HEADER.exec(message)
  if (!header?.groups) throw new Error(`no header of RFC 5424: ${message.slice(0, 100)}`)
  const { priority, at, host, app, id } = header.groups
  let rest = message.slice(header[0].length)
  const data: Record<string, Record<string, string>> = {}
  if (rest.startsWith('-')) rest = rest.slice(1)
  else
    for (let element = ELEMENT.exec(rest); element; element = ELEMENT.exec(rest)) {
      const { id: name, parameters } = element.groups!
      data[name!] = Object.fromEntries(
        [...parameters!.matchAll(PARAMETER)].map(({ groups }) => [
          groups!['name']!,
          groups!['value']!.replace(/\\(["\\\]])/g, '$1'),
        ]),
      )
      rest = rest.slice(element[0].length)
    }
  if (rest !== '' && !rest.startsWith(' ')) throw new Error(`no structured data: ${rest.slice(0, 100)}`)
  const number = Number(priority)
  return {
    ...{ facility: Math.floor(number / 8), severity: number % 8, data, text: rest.slice(1) },
    ...{ at: at!, host: host!, app: app!, messageId: id! },
  }
}

/** Takes octets as they arrive, and gives back whole frames of RFC 5425: a length, a space, and so many octets. */
export function createFrameReader(mostBytes: number) {
  let waiting: Buffer = Buffer.alloc(0)
  return {
    push(chunk: Uint8Array): string[] {
      waiting = Buffer.concat([waiting, chunk])
      const frames: string[] = []
      for (;;) {
        const space = waiting.indexOf(0x20)
        if (space < 0) {
          if (waiting.length > 10) throw new Error('no length before a message')
          return frames
        }
        const digits = waiting.toString('latin1', 0, space)
        if (!/^[1-9]\d{0,8}$/.test(digits)) throw new Error(`no length: ${digits.slice(0, 20)}`)
        const length = Number(digits)
        if (length > mostBytes) throw new Error(`${length} octets: a message has at most ${mostBytes}`)
        if (waiting.length < space + 1 + length) return frames
        frames.push(waiting.toString('utf8', space + 1, space + 1 + length))
        waiting = waiting.subarray(space + 1 + length)
      }
    },
    /** Octets of a message that is not whole. */
    rest: () => waiting.length,
  }
}
