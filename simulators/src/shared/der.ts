/** The parts of ASN.1 DER that a certificate needs. */
export function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff])
}

export const sequence = (...contents: readonly Buffer[]): Buffer => tagged(0x30, ...contents)
export const set = (...contents: readonly Buffer[]): Buffer => tagged(0x31, ...contents)
export const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes)
export const octetString = (content: Buffer): Buffer => tagged(0x04, content)
export const bitString = (content: Buffer): Buffer => tagged(0x03, Buffer.from([0]), content)
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))
export const truth = (): Buffer => tagged(0x01, Buffer.from([0xff]))
export const context = (number: number, content: Buffer): Buffer => tagged(0xa0 + number, content)

/** GeneralizedTime works for any year, but the standard requires UTCTime before 2050. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return tagged(0x17, Buffer.from(`${digits.slice(2)}Z`))
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]))
}

function base128(value: number): number[] {
  const septets = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) septets.unshift((rest & 0x7f) | 0x80)
  return septets
}
