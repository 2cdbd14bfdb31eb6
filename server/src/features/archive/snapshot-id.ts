import { randomBytes } from 'node:crypto'

let last = { time: 0, number: 0 }

/** A UUIDv7 whose ids ascend even within one instant, so that the order of snapshots is never random. */
export function createSnapshotId(capturedAt: Date): string {
  const time = capturedAt.getTime()
  last = { time, number: time === last.time ? (last.number + 1) % 0x1000 : 0 }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(time, 0, 6)
  bytes.writeUInt16BE(0x7000 + last.number, 6)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
